import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each<[Parameters<typeof csvLine>[0], string]>([
  [["a", 1, true, null, ""], "a,1,true,,"],
  [["a,b", 'say "hi"', "two\nlines", "cr\r"], '"a,b","say ""hi""","two\nlines","cr\r"'],
  [[-5], "-5"],
  [["Rp 5", "a=b", "O'Brien"], "Rp 5,a=b,O'Brien"],
])("%j is one line", (cells, line) => {
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
  "＝1",
  '=HYPERLINK("https://evil.example")',
])("%j is text for a spreadsheet", (cell) => {
  expect(csvLine([cell]).replace(/^"/, "")).toMatch(/^'/);
});
