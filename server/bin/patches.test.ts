import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const files = readdirSync(join(root, "patches"))
  .filter((file) => file.endsWith(".patch"))
  .toSorted();

/** The columns: patch, problem, upstream, test with measurement. */
const rows = read("patches/README.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const tests = ["client", "leader"].map((name) => read(`server/db/${name}.test.ts`)).join("\n");

describe("the table of the patches", () => {
  test("has a row for each file, in their order", () => {
    expect(rows.map(([file]) => file)).toEqual(
      files.map((file) => `\`${file.replace(/^postgres\+[\d.]+\+|\.patch$/g, "")}\``),
    );
  });

  test.each(rows)(
    "explains the fault of %s and its state upstream, and names a test or a measurement",
    (...row) => {
      expect(row).toHaveLength(4);
      const [, wrong, upstream, proof = ""] = row;
      expect(wrong).not.toBe("");
      expect(upstream).toMatch(/^none found$|^#\d+/);
      const title = /^"(.+)"(?:;|$)/.exec(proof)?.[1];
      if (title === undefined) expect(proof).toMatch(/measured: .*\d+ and \d+ µs/);
      else expect(tests).toContain(`test("${title}"`);
    },
  );
});
