import { expect, test } from "vitest";
import { findHabits } from "./english/habits.ts";
import { textsOf } from "./english/texts.ts";

const findingsIn = (file: string, source: string) =>
  textsOf(file, source)
    .flatMap(findHabits)
    .map(({ line, habit }) => `${line} ${habit}`);

test("habits are found in documents, comments and texts, with their lines", () => {
  const document = "---\ntitle: by hand\n---\n\nMatch the transfer\nby hand, or wait.\n";
  expect(findingsIn("docs/a.md", document)).toEqual(["6 by hand"]);
  const program = [
    "/**",
    " * The key is",
    " * a key of its own.",
    " */",
    'export const text = "It is not here.";',
    "// Mend the",
    "// receiver.",
  ].join("\n");
  const found = ["3 of its own", "5 it without a noun", "6 mend"];
  expect(findingsIn("server/a.ts", program).toSorted()).toEqual(found);
  expect(findingsIn("server/a.sql", "select 1; -- cannot be paid any more\n")).toEqual([
    "1 any more",
  ]);
});

test("code, quotations, generated parts and Indonesian texts are ignored", () => {
  const document =
    'Call `mend` or "by hand".\n\n<!-- x:begin (generated) -->\n\nMend it.\n\n<!-- x:end -->\n';
  expect(findingsIn("docs/a.md", document)).toEqual([]);
  expect(findingsIn("dashboard-web/src/a.ts", 'const a = "tagihan yang tidak by hand";')).toEqual(
    [],
  );
});

test("only the titles of a test's texts are read", () => {
  const source = 'test("nobody is told", () => { expect("mend the page").toBe(1); });';
  expect(findingsIn("server/a.test.ts", source)).toEqual(["1 nobody", "1 is told"]);
});
