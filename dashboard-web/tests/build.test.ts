import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Manifest } from "../scripts/build-dashboard.ts";

const dist = path.resolve(import.meta.dirname, "../dist");
const read = (file: string) => readFileSync(path.join(dist, file));
const manifest = JSON.parse(read("manifest.json").toString()) as Manifest;

const firstLoadBytesMax = 120_000;

test("what a page loads first is at most 120 kB compressed", () => {
  const first = manifest.files.filter(({ path: name }) => manifest.first_load.includes(name));
  const bytes = [manifest.page, ...first.map(({ file }) => file)]
    .map((file) => gzipSync(read(file)).length)
    .reduce((sum, size) => sum + size, 0);
  console.log(`first load, gzip: ${bytes} bytes in ${first.length + 1} files`);
  expect(new Set(first.map(({ file }) => path.extname(file)))).toEqual(new Set([".css", ".js"]));
  expect(bytes).toBeLessThanOrEqual(firstLoadBytesMax);
});

test("pages are files of their own, named by their hashes", () => {
  expect(manifest.files.length).toBeGreaterThan(10);
  for (const { path: name } of manifest.files) {
    expect(name).toMatch(/^\/dashboard\/assets\/[\w-]+-[\w-]{8,}\.(?:js|css)$/u);
  }
});

test("nothing is loaded from anywhere else, and nothing stands in the document itself", () => {
  const page = read(manifest.page).toString();
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc="\/dashboard\/)/iu);
  for (const { file } of manifest.files) {
    expect(read(file).toString()).not.toMatch(/url\(|@import|https?:\/\/(?!www\.w3\.org\/|`)/u);
  }
});
