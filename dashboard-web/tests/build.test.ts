import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { languages, type Language } from "../../web-shared/src/language.ts";
import { textsIn } from "./texts-in.ts";
import type { Manifest } from "../scripts/build-dashboard.ts";

const dist = path.resolve(import.meta.dirname, "../dist");
const read = (file: string) => readFileSync(path.join(dist, file));
const manifest = JSON.parse(read("manifest.json").toString()) as Manifest;

const fontBytesMax = 40_000;

test.each(languages)(
  "in %s a browser gets one document, one style sheet and some scripts first",
  (language) => {
    const { pages, first_load, files } = manifest;
    const first = files.filter(({ path: name }) => first_load[language].includes(name));
    expect(new Set(first.map(({ file }) => path.extname(file)))).toEqual(new Set([".css", ".js"]));
    expect(first).toHaveLength(first_load[language].length);
    expect(read(pages[language]).toString()).toContain(`<html lang="${language}">`);
  },
);

test.each([
  ["id", "en"],
  ["en", "id"],
] as const)("pages in %s load no text in %s", async (language, other) => {
  const sentences = await sentencesOnlyIn(other);
  expect(sentences.length).toBeGreaterThan(150);
  const scripts = [...reachable(manifest.first_load[language])].map((file) =>
    read(file).toString(),
  );
  expect(scripts.length).toBeGreaterThan(10);
  const loaded = sentences.filter((sentence) =>
    scripts.some((script) => script.includes(sentence)),
  );
  expect(loaded).toEqual([]);
});

/** Returns the scripts that a page can load, by the names in them. */
function reachable(first: readonly string[]): Set<string> {
  const found = new Set(first.map((name) => name.slice("/dashboard/".length)).filter(isScript));
  for (const file of found) {
    const names =
      read(file)
        .toString()
        .match(/[\w.-]+-[\w-]{8}\.js/gu) ?? [];
    for (const name of names) found.add(`assets/${name}`);
  }
  return found;
}

const isScript = (file: string) => file.endsWith(".js");

/**
 * Returns the texts that pages show in one language only. Each is long enough to be a sentence and contains no
 * values.
 */
async function sentencesOnlyIn(language: Language): Promise<string[]> {
  const source = path.resolve(import.meta.dirname, "../src");
  const names = globSync("**/{*-texts,common,statement-refusals}.ts", { cwd: source });
  const load = () => Promise.all(names.map((name) => import(path.join(source, name))));
  const said = { id: new Set<string>(), en: new Set<string>() };
  for (const each of languages) collect(await textsIn(each, load), said[each]);
  const [own, others] = language === "id" ? [said.id, said.en] : [said.en, said.id];
  return [...own].filter(
    (text) => text.length >= 24 && !others.has(text) && /^[\w ,.]+$/u.test(text),
  );
}

function collect(texts: unknown, into: Set<string>): void {
  if (typeof texts === "string") into.add(texts);
  else if (typeof texts === "object" && texts !== null)
    for (const text of Object.values(texts)) collect(text, into);
}

test("each page is its own file, named by its hash", () => {
  expect(manifest.files.length).toBeGreaterThan(10);
  for (const { path: name } of manifest.files.filter(({ file }) => file.startsWith("assets/"))) {
    expect(name).toMatch(/^\/dashboard\/assets\/[\w-]+-[\w-]{8,}\.(?:js|css|woff2)$/u);
  }
  // A browser looks for a new version of these files at the same address.
  const lasting = manifest.files.map(({ file }) => file).filter((file) => !file.includes("/"));
  expect(lasting.toSorted()).toEqual([
    "mark-192.png",
    "mark-512.png",
    "mark-full-512.png",
    "mark.svg",
    "notices-worker.js",
    "plus-jakarta-sans-license.txt",
    "tepat.webmanifest",
  ]);
});

/**
 * Addresses from which the page would load something. Exceptions: links to WhatsApp and to the pages on which email
 * providers create app passwords, a text that names pay.example.com, and the `https://` that completes a typed address.
 */
const foreign =
  /url\(|@import|https?:\/\/(?!www\.w3\.org\/|wa\.me\/|`|\$\{\w+\}`|\s|(?:pay|bayar)\.example\.com|(?:shop|toko)\.example[.,]|(?:myaccount\.google|login\.yahoo|account\.apple|developers\.cloudflare)\.com[/`])/u;

test("the document loads nothing from another origin and has no inline code", () => {
  for (const page of Object.values(manifest.pages).map((file) => read(file).toString()))
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc="\/dashboard\/)/iu);
  for (const { file } of manifest.files.filter(({ file: name }) => /\.(?:js|css)$/u.test(name))) {
    expect(read(file).toString().replaceAll(`url(${manifest.font})`, "")).not.toMatch(foreign);
  }
});

test("the typeface is one file of at most 40 kB with its licence, preloaded by the document", () => {
  const fonts = manifest.files.filter(({ file }) => /\.(?:woff2?|ttf|otf)$/u.test(file));
  expect(fonts.map(({ path: name }) => name)).toEqual([manifest.font]);
  const bytes = fonts.reduce((sum, { file }) => sum + read(file).length, 0);
  console.log(`typeface: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(fontBytesMax);
  for (const page of Object.values(manifest.pages))
    expect(read(page).toString()).toContain(
      `<link rel="preload" href="${manifest.font}" as="font" type="font/woff2" crossorigin`,
    );
  expect(read("plus-jakarta-sans-license.txt").toString()).toContain("SIL OPEN FONT LICENSE");
});
