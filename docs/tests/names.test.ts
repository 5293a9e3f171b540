import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The guides name buttons as the dashboard does. */

const root = path.resolve(import.meta.dirname, "../..");
const texts = globSync("dashboard-web/src/**/*.ts", { cwd: root })
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

/** Apple's words. */
const foreign = new Set(["Run Immediately", "Jalankan Segera"]);

const names = globSync("docs/*.md", { cwd: root }).flatMap((file) =>
  [
    ...readFileSync(path.join(root, file), "utf8").matchAll(/\b(?:choose|pilih) \*\*([^*]+)\*\*/gi),
  ].map(([, name = ""]) => [file, name] as const),
);

test.each(names.filter(([, name]) => !foreign.has(name)))(
  "%s names “%s” as the dashboard does",
  (_file, name) => expect(texts).toContain(`"${name}"`),
);
