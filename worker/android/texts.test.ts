import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { filesBelow } from "./scripts/build.ts";

/**
 * Returns the texts of a language. Both languages must have the same texts with the same
 * placeholders.
 */

async function textsOf(folder: string): Promise<Map<string, string>> {
  const file = new URL(`res/${folder}/strings.xml`, import.meta.url);
  const xml = await readFile(file, "utf8");
  const entries = xml.matchAll(/<(?:string|plurals) name="(\w+)">(.*?)<\/(?:string|plurals)>/gs);
  return new Map([...entries].map(([, name = "", text = ""]) => [name, text]));
}

const gaps = (text: string) => [...new Set(text.match(/%\d\$\w/g))].toSorted();

test("Indonesian and English have the same texts with the same placeholders", async () => {
  const [indonesian, english] = await Promise.all([textsOf("values"), textsOf("values-en")]);
  expect(indonesian.size).toBeGreaterThan(80);
  expect([...english.keys()]).toEqual([...indonesian.keys()]);
  for (const [name, text] of indonesian) {
    expect(gaps(english.get(name) ?? ""), name).toEqual(gaps(text));
  }
});

test("every text is used, and apostrophes are escaped for Android", async () => {
  const classes = filesBelow(import.meta.dirname, "java/**/*.java");
  const sources = await Promise.all(classes.map((file) => readFile(file, "utf8")));
  const manifest = await readFile(new URL("AndroidManifest.xml", import.meta.url), "utf8");
  for (const [name, text] of await textsOf("values")) {
    const used = sources.some((source) =>
      new RegExp(`R\\.(?:string|plurals)\\.${name}\\b`).test(source),
    );
    expect(used || manifest.includes(`@string/${name}"`), name).toBe(true);
    expect(/(?<!\\)'/.test(text), name).toBe(false);
  }
  for (const [name, text] of await textsOf("values-en")) {
    expect(/(?<!\\)'/.test(text), name).toBe(false);
  }
});
