import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Turns the OpenAPI document into the generated part of the SDK. Returns the text of each file by its name. */
export async function generateClient(document: object): Promise<Map<string, string>> {
  const createClient = await loadGenerator();
  const folder = await mkdtemp(join(tmpdir(), "tepat-sdk-"));
  try {
    await createClient({
      // The document is passed as an object, so that the result depends on the contract and not on a file that might
      // be outdated.
      input: structuredClone(document) as Record<string, unknown>,
      logs: { level: "silent", file: false },
      output: { path: folder, importFileExtension: ".ts", module: { extension: ".ts" } },
      plugins: [
        "@hey-api/client-fetch",
        "@hey-api/typescript",
        // The module gets no default client, because two Tepat objects with two keys must never share one.
        { name: "@hey-api/sdk", client: false },
      ],
    });
    return await readFolder(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Loads the generator. It needs TypeScript's JavaScript interface, which TypeScript 7 does not have, so it gets an
 * older TypeScript that is installed for it.
 */
async function loadGenerator() {
  const { resolve } = createRequire(import.meta.url);
  const url = pathToFileURL(resolve("typescript")).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "typescript" ? { url, shortCircuit: true } : next(specifier, context),
  });
  const { createClient } = await import("@hey-api/openapi-ts");
  hooks.deregister();
  return createClient;
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !unused.has(name));
  const files = names.toSorted().map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    // The generator's own runtime does not compile with exactOptionalPropertyTypes. The code that it generates from
    // the contract does.
    return [name, name.includes("/") ? `// @ts-nocheck\n${text}` : text] as const;
  });
  return new Map(await Promise.all(files));
}

/** Unused files that only list exports. */
const unused = new Set(["client.gen.ts", "index.ts"]);
