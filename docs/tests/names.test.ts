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

/** Words of Apple, Android, Grafana and Telegram, and of other tables. */
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
  "Enhanced notifications",
  "Dashboards → New → Import",
  "Retry",
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

/** Names in italics, such as _Kind: Test_, which is a filter with its value. */
const italics = globSync("docs/*.md", { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/(?<![\w`])_(\p{Lu}[^_`\n]*)_(?!\w)/gu)]
    .filter(([, name = ""]) => !foreign.has(name))
    .flatMap(([, name = ""]) => name.split(": ").map((part) => [file, part] as const)),
);

/** The steps of a way through the dashboard, such as Sources → Add a source. */
const ways = ["docs/*.md", "worker/*.md", "worker/android/*.md", "server/{cli,http/pages}/*.ts"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .flatMap((file) =>
    [...read(file).matchAll(/\b(?:Sources|Sumber) → [^.:;)\n]+/g)].flatMap(([way]) =>
      way.split(" → ").map((step) => [file, step.trim()] as const),
    ),
  );

/** A way can end with further words after a comma: “MacroDroid, or another app”. A text can continue after a colon. */
const isStep = (step: string): boolean =>
  isShown(step) ||
  isShown(step.replace(/,? (?:or|atau) .*$/, "")) ||
  [...texts].some((text) => text.startsWith(`${step}: `));

test.each(names.filter(([, name]) => !foreign.has(name)))(
  "%s names “%s” as the dashboard does",
  (_file, name) => expect(isShown(name)).toBe(true),
);

test.each([...italics, ...ways])("%s leads to “%s” as the dashboard does", (_file, step) =>
  expect(isStep(step)).toBe(true),
);
