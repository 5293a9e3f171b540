import { afterAll, beforeAll, expect, test } from "vitest";
import { readFunctionFiles } from "../db/functions.ts";
import { listMigrationFiles } from "../db/migrate.ts";
import { cliWith, jsonOf, refusalOf, settingsOf, type Cli } from "../testing/cli-process.ts";
import { createEmptyDatabase, type TestDatabase } from "../testing/database.ts";

let database: TestDatabase;
let cli: Cli;

beforeAll(async () => {
  database = await createEmptyDatabase();
  cli = cliWith(settingsOf(database));
});
afterAll(() => database.drop());

test("migrate applies and names due migrations, and then finds none", async () => {
  const names = [
    ...listMigrationFiles().map((file) => file.replace(".sql", "")),
    ...readFunctionFiles().map(({ name }) => `function ${name}`),
  ];
  expect(await jsonOf(cli, "migrate")).toEqual({ applied: names });
  expect(await jsonOf(cli, "migrate")).toEqual({ applied: [] });
  expect(await cli("migrate")).toEqual({ code: 0, stdout: "Nothing to apply.\n", stderr: "" });
});

test("migrate names the migrations line by line", async () => {
  const another = await createEmptyDatabase();
  const { stdout } = await cliWith(settingsOf(another))("migrate");
  await another.drop();
  expect(stdout).toMatch(/^Applied:\n(?:\d{4}_\w+\n)+function \w+\nfunction \w+\n/);
});

test("migrate refuses a database of a newer release", async () => {
  await database.sql`insert into schema_migrations (name, run_on) values ('9999_from_the_future', now())`;
  expect(await refusalOf(cli, "migrate")).toContain(
    "A newer release of Tepat has changed this database",
  );
});
