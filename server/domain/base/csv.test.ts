import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each<[Parameters<typeof csvLine>[0], string]>([
  [["a", 1, true, null, ""], "a,1,true,,"],
  [["a,b", 'say "hi"', "two\nlines", "cr\r"], '"a,b","say ""hi""","two\nlines","cr\r"'],
  [[-5], "-5"],
  [["Rp 5", "a=b", "O'Brien"], "Rp 5,a=b,O'Brien"],
])("%j is written as one line", (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});

test.each([
  "=1+1",
  "+62 812 0000 0001",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "  =1",
  "|=1",
  ' | "=1',
  "＝1",
  '=HYPERLINK("https://evil.example")',
])("%j is text for a spreadsheet", (cell) => {
  expect(csvLine([cell]).replace(/^"/, "")).toMatch(/^'/);
});

test.each([
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ["x; =1", "x;' =1"],
  ["x;;-1;", "x;;'-1;"],
  ["x;＝1", "x;'＝1"],
  ["x|=1", "x|'=1"],
  ["x\t+1", "x\t'+1"],
  ["x;\t@a", "x;'\t'@a"],
  ["x\n=1", "x\n'=1"],
  ["x\r\n-1", "x\r\n'-1"],
  ["x\u2028=1", "x\u2028'=1"],
  ['x;"=1"', 'x;\'"=1"'],
  ['x; ""=1', 'x;\' ""=1'],
  ["=1;=2", "'=1;'=2"],
])("%j is text too if another character separates cells", (cell, text) => {
  expect(readCell(csvLine([cell]))).toBe(text);
  for (const separator of [";", "\t", "|"]) {
    for (const read of csvLine(["a", cell, "b"]).split(/[\r\n\u2028]+/)) {
      for (const begun of read.split(separator)) expect(begun).not.toMatch(/^["\s]*[=+\-@＝]/);
    }
  }
});

test.each(["a;b", "Jl. Mawar 1; RT 2\nJakarta", "a - b; c = d", "x;'=1"])(
  "%j is unchanged",
  (cell) => expect(readCell(csvLine([cell]))).toBe(cell),
);

/** Returns the only cell of a line by RFC 4180. */
const readCell = (line: string): string => {
  const text = line.slice(0, -"\r\n".length);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
};
