import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Tests that the guides name buttons as the dashboard does. */

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** All texts of the pages, with N for each value in them. */
const texts = new Set(
  [...globSync("dashboard-web/src/**/*.ts", { cwd: root }), "server/http/pages/pairing-texts.ts"]
    .flatMap((file) => [...read(file).matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)])
    .map(([, text, template = ""]) => text ?? template.replaceAll(/\$\{[^}]*\}/g, "N")),
);

/**
 * Returns whether the pages show this name. The downloads add their format to the text
 * (dashboard-web/src/ui/downloads.tsx).
 */
const isShown = (name: string): boolean =>
  name === "CSV" || texts.has(name) || texts.has(name.replace(/ Excel$/, ""));

/** Words of Apple and Telegram. */
const foreign = new Set([
  "Run Immediately",
  "New Blank Automation",
  "Get Contents of URL",
  "Shortcut Input",
  "Jalankan Segera",
  "Otomatisasi Kosong Baru",
  "Dapatkan Konten URL",
  "Masukan Pintasan",
  "Pesan",
  "Mulai",
]);

const isForShops = (file: string): boolean =>
  existsSync(path.join(root, file.replace(/(?:\.id)?\.md$/, ".id.md")));

/**
 * In a guide for shops, all bold words are names. In other guides, only the words after "choose"
 * are.
 */
const names = globSync("docs/*.md", { cwd: root }).flatMap((file) => {
  const bold = isForShops(file) ? /\*\*([^*]+)\*\*/g : /\b(?:choose|pilih) \*\*([^*]+)\*\*/gi;
  return [...read(file).matchAll(bold)].map(([, name = ""]) => [file, name] as const);
});

test.each(names.filter(([, name]) => !foreign.has(name)))(
  "%s names “%s” as the dashboard does",
  (_file, name) => expect(isShown(name)).toBe(true),
);
