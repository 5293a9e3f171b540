import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { expect, test } from "vitest";

/** Checks the published packages as far as possible without the platform; `npm test -- --all` starts them in it. */

const plugins = join(import.meta.dirname, "..");
const licences = {
  medusa: ["Apache-2.0", "Apache License"],
  vendure: ["GPL-3.0-or-later", "GNU GENERAL PUBLIC LICENSE"],
} as const;
const root = JSON.parse(await readFile(join(plugins, "../package.json"), "utf8")) as {
  version: string;
};

test.each(Object.entries(licences))("@tepat/%s is packed whole", async (name, [id, title]) => {
  const pkgDir = join(plugins, name);
  await promisify(execFile)(process.execPath, [join(plugins, "scripts/build.ts"), name]);
  const { messages } = await publint({ pkgDir, strict: true });
  expect(messages).toEqual([]);
  const manifest = JSON.parse(await readFile(join(pkgDir, "package.json"), "utf8")) as {
    version: string;
    license: string;
    dependencies: Record<string, string>;
  };
  expect(manifest).toMatchObject({ version: root.version, license: id });
  expect(manifest.dependencies["@tepat/sdk"]).toBe(root.version);
  expect(await readFile(join(pkgDir, "LICENSE"), "utf8")).toContain(title);
});
