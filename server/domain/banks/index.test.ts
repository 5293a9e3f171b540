import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  migrationOf,
  rowsOfBanks,
  rowsOfDatabase,
  type ChannelRows,
} from "../../testing/channel-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { banks } from "./index.ts";

describe("the rows of a migrated database", () => {
  let database: TestDatabase;
  let present: ChannelRows;
  beforeAll(async () => {
    database = await createTestDatabase();
    present = await rowsOfDatabase(database.sql);
  });
  afterAll(() => database.drop());

  test("are those of the banks' files", () => {
    const wanted = rowsOfBanks(banks);
    const advice = `write a numbered migration:\n\n${migrationOf(wanted, present)}`;
    expect(present, advice).toEqual(wanted);
  });
});

describe("the banks' files", () => {
  const repeated = (values: readonly string[]) =>
    values.filter((value, index) => values.indexOf(value) !== index);

  test("have codes, ids, acquirers and their own marks", () => {
    const apps = banks.flatMap((bank) => bank.apps);
    const marks = banks.map(({ mark }) => JSON.stringify(mark));
    const ids = [...banks.map(({ channel_id }) => channel_id), ...apps.map(({ app_id }) => app_id)];
    const acquirers = apps.map(({ acquirer }) => acquirer);
    const codes = banks.map(({ code }) => code);
    expect(
      repeated([
        ...marks,
        ...codes,
        ...[...ids, ...acquirers].filter((each) => each !== undefined),
      ]),
    ).toEqual([]);
  });

  test.each(banks)("$code is found by its name, and its acquirers are upper case", (bank) => {
    const name = bank.name
      .toUpperCase()
      .replace(/^BANK /u, "")
      .replaceAll(/[^A-Z]/gu, "");
    expect(name.startsWith(bank.code)).toBe(true);
    for (const { acquirer = "" } of bank.apps) expect(acquirer).toBe(acquirer.toUpperCase());
  });

  test.each(banks.filter(({ code }) => code !== "QRIS"))("$code has a default app", ({ apps }) => {
    expect(apps[0].app_id).toBeDefined();
  });

  test("have layouts with distinct headers, so their order does not matter", () => {
    const layouts = banks.flatMap(({ statements }) => statements?.layouts ?? []);
    const fitting = layouts.flatMap((layout) =>
      layouts
        .filter((other) => other !== layout)
        .filter((other) =>
          layout.needs.some((header) =>
            other.needs.some((names) => names.every((name) => header.includes(name))),
          ),
        )
        .map((other) => `${layout.name} is read as ${other.name}`),
    );
    expect(fitting).toEqual([]);
    expect(repeated(layouts.map(({ name }) => name))).toEqual([]);
  });
});
