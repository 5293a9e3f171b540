import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ChartAccount } from "../../contract/dashboard/books.ts";
import { missing, readers } from "../../testing/accounting-programs.ts";
import { beancount, hledger, openingName, plainNames, removedName } from "./journal-text.ts";

/** Tests the journal as text with words that a payer or an owner might have written to break it. */

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const account = (name: string, kind: ChartAccount["kind"] = "asset"): ChartAccount => ({
  key: `own:${name}`,
  code: "1",
  name,
  kind,
  tax: null,
});

const hostile = [
  "=cmd|' /C calc'!A0",
  'O\'Brien "Toko" & Co',
  "ends with a backslash\\",
  "; a comment",
  "payee | note",
  "first line\n2020-01-01 open Assets:Evil IDR",
  "first line\r\n2020-01-02 * moved\r\n    Assets:Bank  1 IDR\r\n    Equity:Evil",
  "separated\u2028by\u2029others\u0085here",
  "include /etc/passwd",
  "!@#$%^&*(){}[]<>~`",
  "  two  spaces  1 IDR",
  "\u202Ereversed",
  "toko \u{1F6D2} \u4E2D\u6587",
  "(code) * !",
  "{{",
  "",
];

test.for(["hledger", "beancount"] as const)(
  "%s reads entries with any words and gets the same balances",
  (program, context) => {
    const write = { hledger, beancount }[program];
    const bank = "Assets:Bank";
    const text = [
      write.head([bank, openingName], "2020-01-01"),
      ...hostile.map((words, at) =>
        write.entry({ number: `BANK-202001-${at}`, day: "2020-01-02", text: words }, [
          { name: bank, sen: 1_00 + at },
          { name: openingName, sen: -1_00 - at },
        ]),
      ),
    ].join("");
    const file = join(folder, `hostile.${program}`);
    writeFileSync(file, text);
    const read = readers[program](file);
    if (read === null) return context.skip(missing[program]);
    const sum = hostile.reduce((total, _, at) => total + 1_00 + at, 0) / 100;
    expect(read).toEqual({ complaint: "", balances: [-sum, sum] });
  },
);

test.for(["hledger", "beancount"] as const)(
  "%s accepts the names of any chart, each once",
  (program, context) => {
    const write = { hledger, beancount }[program];
    const names = [
      ...plainNames([
        ...[...hostile, "Removed", "removed", "Kas", "kas", "KAS", "1", "-"].map((name) =>
          account(name),
        ),
        account("Opening Balances", "liability"),
      ]).values(),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(removedName);
    const text = [
      write.head([removedName, openingName, ...names], "2020-01-01"),
      ...names.map((name, at) =>
        write.entry({ number: String(at), day: "2020-01-02", text: "x" }, [
          { name, sen: 1_00 },
          { name: openingName, sen: -1_00 },
        ]),
      ),
    ].join("");
    const file = join(folder, `names.${program}`);
    writeFileSync(file, text);
    const read = readers[program](file);
    if (read === null) return context.skip(missing[program]);
    expect(read).toEqual({
      complaint: "",
      balances: [-names.length, ...names.map(() => 1)],
    });
  },
);

test("accounts with the same name keep their file names when another is added and the chart is reordered", () => {
  const [first, second, third] = [1, 2, 3].map((at) => ({
    ...account("Kas"),
    key: `own:0199${at}0de-0000-7000-8000-000000000000`,
  })) as [ChartAccount, ChartAccount, ChartAccount];
  const standard = { ...account("Kas"), key: "own_transfers" };
  const before = plainNames([second, standard]);
  const after = plainNames([third, standard, second]);
  expect(after.get(second.key)).toBe(before.get(second.key));
  expect(plainNames([third, second, standard, first]).get(standard.key)).toBe("Assets:Kas");
});
