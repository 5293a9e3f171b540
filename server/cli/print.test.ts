import { expect, test } from "vitest";
import { fields, table } from "./print.ts";

test("fields are aligned, absent values are dashes", () => {
  expect(fields({ id: 1, account_name: "Toko", app_id: null, is_on: false })).toBe(
    "id            1\naccount_name  Toko\napp_id        -\nis_on         false",
  );
});

test("rows are aligned under their names", () => {
  const rows = [
    { code: "INV-1", at: new Date("2026-11-21T00:00:00Z") },
    { code: "INV-1000", at: null },
  ];
  expect(table(rows)).toBe("code      at\nINV-1     2026-11-21T00:00:00.000Z\nINV-1000  -");
});

test("an empty list is reported as such", () => {
  expect(table([])).toBe("None.");
});

test("terminal control characters are replaced", () => {
  expect(fields({ name: "\u001B[2Jgone\r\n\u009B31m" })).toBe(
    "name  \uFFFD[2Jgone\uFFFD\uFFFD\uFFFD31m",
  );
  expect(fields({ name: "Kasir \u202E33F-JMA" })).toBe("name  Kasir \uFFFD33F-JMA");
});
