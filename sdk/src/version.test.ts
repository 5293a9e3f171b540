import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import jsr from "../jsr.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { version } from "./index.ts";

test("the version is the package's", () => {
  expect(version).toBe(manifest.version);
});

test("the version is that of the package on JSR, and both packages have the same entries", () => {
  expect(jsr.version).toBe(version);
  expect(jsr.name).toBe(manifest.name);
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
  expect(Object.keys(jsr.exports)).toEqual(entries);
});

test("links of the README also work outside the repository", () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const links = [...text.matchAll(/\]\((?<link>[^)]+)\)/g)].map(({ groups }) => groups?.["link"]);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^https:\/\//);
});
