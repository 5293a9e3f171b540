import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { faultProofs } from "./fault-proofs.ts";

/**
 * Checks that the tests behind FAULTS.md exist, and that the files in the pages about security exist.
 */

const root = join(import.meta.dirname, "../..");
const faults = readFileSync(join(import.meta.dirname, "../FAULTS.md"), "utf8")
  .split("\n")
  .flatMap((line) => /^\| ([A-J]\d+) /.exec(line)?.[1] ?? []);

/** The number of faults for each letter. */
const counts = { A: 13, B: 19, C: 17, D: 21, E: 20, F: 16, G: 10, H: 11, I: 14, J: 8 };

test("every fault has one row, and its tests", () => {
  expect(new Set(faults).size).toBe(faults.length);
  expect(Object.keys(faultProofs).toSorted()).toEqual(faults.toSorted());
  const found = Object.keys(counts).map((letter) => [
    letter,
    faults.filter((fault) => fault.startsWith(letter)).length,
  ]);
  expect(Object.fromEntries(found)).toEqual(counts);
});

test.each(Object.entries(faultProofs))("%s names tests that exist", (_, proofs) => {
  for (const [file, title] of proofs) {
    expect(existsSync(join(root, file)), file).toBe(true);
    const titles = readFileSync(join(root, file), "utf8");
    // The title can continue, for example with a reason for skipping the test.
    const spellings = ['"', "'", "`"].map((quote) => quote + title);
    expect(
      spellings.some((spelling) => titles.includes(spelling)),
      `${file}: ${title}`,
    ).toBe(true);
  }
});

const installed = /^(?:node_modules|\.cache|artifacts|dist)$/;
const sources = globSync("**/*.{ts,md}", {
  cwd: root,
  exclude: (name) => installed.test(basename(name)),
});

test.each(["SECURITY.md", "server/security/README.md"])(
  "every file named in %s exists, under a unique name",
  (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const linked = [...text.matchAll(/\]\(([\w@./-]+\.(?:ts|md))/g)].map(([, file = ""]) =>
      join(dirname(page), file),
    );
    const named = [...text.matchAll(/`([\w@./-]+\.(?:ts|md))`/g)].map(([, file = ""]) => file);
    const files = [...linked, ...named];
    expect(files.length).toBeGreaterThan(5);
    const found = (file: string) => sources.filter((each) => `/${each}`.endsWith(`/${file}`));
    expect(files.filter((file) => found(file).length !== 1)).toEqual([]);
  },
);
