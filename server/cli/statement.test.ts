import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { bankFormats, mt940 } from "../testing/bank-files.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  misunderstandingOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { commands } from "./statement.ts";

let database: TestDatabase;
let cli: Cli;
let shop: Shop;
const folder = mkdtempSync(join(tmpdir(), "statements-"));
const bca = bankFormats[0] as (typeof bankFormats)[number];

beforeAll(async () => {
  database = await createTestDatabase();
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gatewayOfCli(database), { account_number: bca.account_number });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function fileWith(name: string, account_number = bca.account_number): string {
  const file = join(folder, name);
  const rows = [
    { day: "2026-09-02", time: "08:00:00", description: "TRSF E-BANKING CR", sen: 50_123_00 },
  ];
  const period = { first_day: "2026-09-01", last_day: "2026-09-30" };
  writeFileSync(file, bca.write({ account_number, rows, ...period }));
  return file;
}

test("statement import stores a file once, and prints its results", async () => {
  const file = fileWith("september.csv");
  const command = ["statement", "import", file, "--account", shop.account_id];
  expect(await jsonOf(cli, ...command)).toMatchObject({
    file_name: "september.csv",
    layout: "bca_individual",
    new_count: 1,
    missed_count: 1,
  });
  expect(await jsonOf(cli, ...command)).toMatchObject({ new_count: 0 });
});

test("statement import names the problem of a file", async () => {
  const importing = (file: string) =>
    refusalOf(cli, "statement", "import", file, "--account", shop.account_id);
  expect(await importing(fileWith("other.csv", "5555555555"))).toMatch(
    /^Row 1 names the account 5555555555, but you chose 1234567890\./,
  );
  expect(await importing(join(folder, "none.csv"))).toMatch(/There is no file/);
  const pdf = join(folder, "statement.pdf");
  writeFileSync(pdf, "%PDF-1.7");
  expect(await importing(pdf)).toMatch(/Download a table instead\. BCA: KlikBCA Individual/);
  const huge = fileWith("huge.csv");
  truncateSync(huge, 200 * 1024 * 1024);
  expect(await importing(huge)).toContain(
    `larger than the limit of ${limits.statementFileBytes / 1024 / 1024} MB`,
  );
});

test("statement import reads MT940, and names the problem of a file", async () => {
  const rows = [
    { day: "2023-05-02", time: "08:00:00", description: "TRSF SITI", sen: 50_123_00 },
    { day: "2023-05-31", time: "23:00:00", description: "BUNGA", sen: 1_01 },
  ];
  const days = { first_day: "2023-05-01", last_day: "2023-05-31" };
  const text = mt940({ account_number: bca.account_number, rows, ...days });
  const file = join(folder, "may.mt940");
  const importing = ["statement", "import", file, "--account", shop.account_id];
  writeFileSync(file, text.replace(":61:230531", ":61:230532"));
  expect(await refusalOf(cli, ...importing)).toMatch(
    /^Tepat cannot read the date in row 7: “230532”/,
  );
  writeFileSync(file, text);
  expect(await jsonOf(cli, ...importing)).toMatchObject({
    layout: "mt940",
    first_day: "2023-05-02",
    last_day: "2023-05-31",
    new_count: 2,
  });
  // The file already has a known layout.
  const mapping = join(folder, "needless.json");
  writeFileSync(
    mapping,
    JSON.stringify({ header_row: 1, day_column: 1, description_columns: [2], credit_column: 3 }),
  );
  expect(await jsonOf(cli, ...importing, "--mapping", mapping)).toMatchObject({ new_count: 0 });
  expect(await database.sql`select from statement_mappings`).toHaveLength(0);
});

test("statement import needs a file and an account", async () => {
  expect(
    await misunderstandingOf(commands, "statement", "import", "--account", shop.account_id),
  ).toMatch(/Write the FILE right after the command/);
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect(
    await refusalOf(cli, "statement", "import", fileWith("a.csv"), "--account", unknown),
  ).toMatch(/There is no account/);
});

test("statement import takes a period, and checks a file without storing it", async () => {
  const file = join(folder, "no-period.csv");
  writeFileSync(
    file,
    readFileSync(fileWith("whole.csv"), "utf8")
      .replace(/^Periode.*\r\n/m, "")
      .replaceAll("'02/09/2026", "'02/09"),
  );
  const importing = ["statement", "import", file, "--account", shop.account_id];
  expect(await refusalOf(cli, ...importing)).toMatch(/have no year/);
  const days = ["--from", "2024-09-01", "--to", "2024-09-30"];
  const trial = { first_day: "2024-09-01", last_day: "2024-09-30", new_count: 1 };
  for (const _ of ["nothing", "is stored"]) {
    expect(await jsonOf(cli, ...importing, ...days, "--dry-run")).toMatchObject(trial);
  }
  expect(await jsonOf(cli, ...importing, ...days)).toMatchObject(trial);
  expect(await jsonOf(cli, ...importing, ...days)).toMatchObject({ new_count: 0 });
});

test("statement import reads the columns that a mapping file names", async () => {
  const file = join(folder, "unknown.csv");
  writeFileSync(file, "day,what,in\n02/02/2020,SITI,1000\n");
  const mapping = join(folder, "mapping.json");
  const importing = ["statement", "import", file, "--account", shop.account_id];
  expect(await refusalOf(cli, ...importing)).toMatch(/pass the file as --mapping FILE/);
  expect(await refusalOf(cli, ...importing, "--mapping", mapping)).toMatch(/There is no file/);
  writeFileSync(mapping, JSON.stringify({ header_row: 1 }));
  expect(await refusalOf(cli, ...importing, "--mapping", mapping)).toMatch(
    /is not a column mapping: day_column/,
  );
  const columns = { header_row: 1, day_column: 1, description_columns: [2], credit_column: 3 };
  writeFileSync(mapping, JSON.stringify(columns));
  const found = await jsonOf(cli, ...importing, "--mapping", mapping);
  expect(found).toMatchObject({ layout: "mapped", first_day: "2020-02-02", new_count: 1 });
});

test("statement withdraw removes an import, once", async () => {
  const file = fileWith("oktober.csv");
  const importing = ["statement", "import", file, "--account", shop.account_id];
  const { import_id, new_count } = (await jsonOf(cli, ...importing)) as {
    import_id: string;
    new_count: number;
  };
  expect(await jsonOf(cli, "statement", "withdraw", import_id)).toEqual({
    row_count: new_count,
    unsupported_count: 0,
  });
  for (const unknown of [import_id, "5"]) {
    expect(await refusalOf(cli, "statement", "withdraw", unknown)).toMatch(
      `There is no import ${unknown}. Use the import_id that statement import printed.`,
    );
  }
});
