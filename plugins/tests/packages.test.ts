import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { describe, expect, test } from "vitest";
import { pluginFolders, wooCommerceFiles } from "../../server/release/release-files.ts";

/**
 * Checks the published packages as far as possible without the platforms. `npm test -- --all` runs the packages in
 * their platforms.
 */

const run = promisify(execFile);
const plugins = join(import.meta.dirname, "..");

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
  exports?: unknown;
  main?: string;
  n8n?: { nodes: string[]; credentials: string[] };
}

const read = (...names: string[]) => readFile(join(plugins, ...names), "utf8");
const { version } = JSON.parse(await read("../package.json")) as Manifest;
const folders = (await readdir(plugins)).filter((name) =>
  existsSync(join(plugins, name, "README.md")),
);
const isPackage = (name: string) => existsSync(join(plugins, name, "package.json"));
const licences: Readonly<Record<string, readonly [string, string]>> = {
  medusa: ["Apache-2.0", "Apache License"],
  n8n: ["MIT", "MIT License"],
  vendure: ["GPL-3.0-or-later", "GNU GENERAL PUBLIC LICENSE"],
};

/** Returns the README's section about the installation, and its code. */
async function installation(name: string): Promise<string> {
  const [, section = ""] =
    /^## Install[^\n]*\n([^]*?)(?=^## )/m.exec(await read(name, "README.md")) ?? [];
  return [...section.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].join("\n");
}

test("every plugin is released", () => {
  const released = [...pluginFolders, "plugins/woocommerce"];
  expect(folders.map((name) => `plugins/${name}`)).toEqual(released.toSorted());
});

describe.each(folders.filter(isPackage))("plugins/%s", (name) => {
  test("is packed whole", async () => {
    const pkgDir = join(plugins, name);
    await run(process.execPath, [join(plugins, "scripts/build.ts"), name]);
    const { messages } = await publint({ pkgDir, strict: true });
    expect(messages).toEqual([]);
    const manifest = JSON.parse(await read(name, "package.json")) as Manifest;
    const [license = "", title = ""] = licences[name] ?? [];
    expect(manifest).toMatchObject({ version, license });
    expect(manifest.dependencies?.["@tepat/sdk"] ?? version).toBe(version);
    expect(await read(name, "LICENSE")).toContain(title);
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const { stdout } = await run("npm", args, { cwd: pkgDir });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const packed = files.map(({ path }) => path);
    const { exports = {}, n8n, main } = manifest;
    const named = [...JSON.stringify([exports, n8n, main]).matchAll(/"(?:\.\/)?([^"]+\.js)"/g)];
    expect(named.length).toBeGreaterThan(0);
    expect(packed).toEqual(expect.arrayContaining(named.map(([, file]) => file)));
  });

  test("is installed under the name of its package", async () => {
    const { name: packageName } = JSON.parse(await read(name, "package.json")) as Manifest;
    expect(await installation(name)).toMatch(
      new RegExp(`npm install [^\n]*${packageName}(-X\\.Y\\.Z\\.tgz)?$`, "m"),
    );
  });
});

test("plugins/woocommerce is installed from the archive of its files", async () => {
  expect(await installation("woocommerce")).toContain("tepat-for-woocommerce-X.Y.Z.zip");
  for (const file of wooCommerceFiles) {
    expect(existsSync(join(plugins, "woocommerce", file)), file).toBe(true);
  }
});
