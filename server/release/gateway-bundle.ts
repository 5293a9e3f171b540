/**
 * Builds the released gateway: its code as one bundle with every library, the pages, the migrations and the licences.
 * The libraries are bundled because npm would install them without Tepat's patches. Other files keep their place below
 * the root, and so do the programs that are started by name, because the units and the image use the same paths.
 */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { bundlePrograms } from "./program-bundle.ts";

/** The programs, each at the path of its source. Their shared code is in server/. */
const programs = [
  "server/main.mjs",
  "server/compile.mjs",
  "server/cli/main.mjs",
  "server/domain/statements/spreadsheet/main.ts",
];

/**
 * The files and folders that the code reads at run time, relative to the root. The Android app is separate, because it
 * exists only if it was built.
 */
const readFiles = [
  "server/db/migrations",
  "server/db/functions",
  "server/db/schema",
  "server/bin/gateway.mjs",
  "server/bin/node-24.mjs",
  "server/http/pages/docs-start.mjs",
  "server/http/pages/guides-start.mjs",
  "server/http/pages/guides.css",
  "server/http/pages/link-button.js",
  "server/http/pages/pairing-start.mjs",
  "server/http/pages/pairing.css",
  "openapi/openapi.json",
  "checkout-web/dist",
  "dashboard-web/dist",
  "docs/pictures",
  "docs/programs",
  "web-shared/src/tokens.css",
  "deploy",
  "observability",
  "CHANGELOG.md",
  "LICENSE",
];
const androidApp = "worker/android/build/tepat-worker.apk";

/** Creates the folder from scratch. The pages must have been built before. */
export async function bundleGateway(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const metafile = await bundlePrograms({
    root,
    folder,
    programs,
    placeOf: (name) => path.relative("server", name),
    change: (text) =>
      text
        .replace(
          `import.meta.resolve("${redoc}")`,
          `new URL("redoc.standalone.js", import.meta.url).href`,
        )
        .replace('"spreadsheet/main.ts"', '"spreadsheet/main.mjs"'),
    plugins: [uws],
  });
  const guides = readdirSync(path.join(root, "docs")).filter((name) => name.endsWith(".md"));
  for (const name of [...readFiles, ...guides.map((name) => `docs/${name}`)]) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  if (existsSync(path.join(root, androidApp))) {
    cpSync(path.join(root, androidApp), path.join(folder, androidApp));
  }
  cpSync(
    path.join(root, "node_modules", redoc),
    path.join(folder, "server/http/pages/redoc.standalone.js"),
  );
  copyUws(root, path.join(folder, "server/uws"));
  writeFileSync(path.join(folder, "THIRD-PARTY-LICENSES"), licences(root, metafile));
  writeFileSync(
    path.join(folder, "package.json"),
    `${JSON.stringify(manifestOf(root), null, 2)}\n`,
  );
  writeFileSync(path.join(folder, "README.md"), readme);
}

/**
 * Returns the manifest with the packages that npm installs beside the bundle: Node.js 24 and PostgreSQL for this
 * system.
 */
function manifestOf(root: string): object {
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(root, name), "utf8")) as Record<string, unknown> & {
      optionalDependencies: Record<string, string>;
    };
  const whole = read("package.json");
  const { "uWebSockets.js": _, ...databases } = read("server/package.json").optionalDependencies;
  return {
    name: "@tepat/gateway",
    version: whole["version"],
    description: whole["description"],
    keywords: ["bank-transfer", "indonesia", "payment-gateway", "qris"],
    homepage: "https://github.com/tepat-id/tepat#readme",
    bugs: "https://github.com/tepat-id/tepat/issues",
    license: whole["license"],
    repository: { type: "git", url: "git+https://github.com/tepat-id/tepat.git" },
    bin: { tepat: "server/bin/gateway.mjs" },
    type: "module",
    publishConfig: { access: "public", provenance: true },
    engines: whole["engines"],
    optionalDependencies: { ...whole.optionalDependencies, ...databases },
    // npm requires permission for the scripts of these packages, which only create links to libraries.
    allowScripts: Object.fromEntries(Object.keys(databases).map((name) => [name, true])),
  };
}

const readme = `# @tepat/gateway

Tepat is a payment gateway that shops in Indonesia run themselves. This package is the whole gateway: the server, its commands, its pages and an embedded PostgreSQL.

\`\`\`sh
npm install --global @tepat/gateway
tepat start    # http://127.0.0.1:8080
\`\`\`

In another terminal:

\`\`\`sh
tepat merchant create --name 'Toko Contoh' --email toko@example.com --account BCA
\`\`\`

\`npx @tepat/gateway start\` does the same without an installation. The data is in \`~/.tepat\`, or in the folder that \`TEPAT_DATA_DIR\` names. Guides: <http://127.0.0.1:8080/docs>.
`;

const redoc = "redoc/bundles/redoc.standalone.js";

/** uWebSockets.js has a binary for each system and release of Node.js. The gateway loads the one that fits. */
const uws: Plugin = {
  name: "uWebSockets.js",
  setup({ onResolve }) {
    onResolve({ filter: /^uWebSockets\.js$/ }, () => ({
      path: "./uws/ESM_wrapper.mjs",
      external: true,
    }));
  },
};

function copyUws(root: string, folder: string): void {
  const source = wholePackage(
    root,
    "uWebSockets.js",
    `uws_linux_arm64_${process.versions.modules}.node`,
  );
  const binary = new RegExp(`^uws_(?:linux|darwin)_\\w+_${process.versions.modules}\\.node$`);
  mkdirSync(folder);
  for (const name of readdirSync(source)) {
    const isWanted = binary.test(name) || /^(?:ESM_wrapper\.mjs|uws\.js|package\.json)$/.test(name);
    if (isWanted) cpSync(path.join(source, name), path.join(folder, name));
  }
}

/**
 * Returns the folder of an installed package. If the file is missing in it, returns the folder of a copy that npm
 * downloads, because the set-up removes files that this machine does not use.
 */
export function wholePackage(root: string, name: string, file: string): string {
  const installed = path.join(root, "node_modules", name);
  if (existsSync(path.join(installed, file))) return installed;
  const { name: published, version } = JSON.parse(
    readFileSync(path.join(installed, "package.json"), "utf8"),
  ) as { name: string; version: string };
  const folder = path.join(root, ".cache/packages", `${published.replace("/", "-")}-${version}`);
  if (existsSync(path.join(folder, "package", file))) return path.join(folder, "package");
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, encoding: "utf8" } as const;
  const spec = `${published}@${version}`;
  const archive = execFileSync("npm", ["pack", spec, "--loglevel=error"], options).trim();
  execFileSync("tar", ["-xzf", archive], options);
  rmSync(path.join(folder, archive));
  return path.join(folder, "package");
}

/** Returns the licence of each library in the bundle, as in its package. */
function licences(root: string, { inputs }: Metafile): string {
  const packages = new Set(
    Object.keys(inputs).flatMap(
      (name) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(name)?.[0] ?? [],
    ),
  );
  for (const name of ["redoc", "uWebSockets.js"]) packages.add(`node_modules/${name}`);
  const texts = [...packages].toSorted().map((folder) => {
    const place = path.join(root, folder);
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(place, "package.json"), "utf8"),
    ) as { name: string; version: string; license?: string };
    const files = readdirSync(place).filter((file) => /^(?:licen[cs]e|notice)/i.test(file));
    const text = files.map((file) => readFileSync(path.join(place, file), "utf8").trim());
    return [`${name} ${version} (${license ?? "see below"})`, ...text].join("\n\n");
  });
  return `${texts.join(`\n\n${"=".repeat(80)}\n\n`)}\n`;
}

// The image builds the bundle with this file alone.
if (import.meta.main) {
  await bundleGateway(path.resolve(import.meta.dirname, "../.."), process.argv[2] ?? "");
}
