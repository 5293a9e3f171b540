import { afterAll, expect, test } from "vitest";

import { createTestDatabase } from "./database.ts";

const first = await createTestDatabase();
const second = await createTestDatabase();

afterAll(async () => {
  await first.drop();
  await second.drop();
});

test("a test database has the migrated schema", async () => {
  const [row] = await first.sql`select count(*) as applied from schema_migrations`;
  expect(row?.["applied"]).toBeGreaterThan(0);
});

test("a test database is separate from others", async () => {
  await first.sql`create table only_in_first (id int8)`;
  const [row] = await second.sql`select to_regclass('only_in_first') as found`;
  expect(row?.["found"]).toBeNull();
});

test("a dropped test database is gone", async () => {
  const dropped = await createTestDatabase();
  await dropped.drop();
  const name = new URL(dropped.url).pathname.slice(1);
  const rows = await first.sql`select from pg_database where datname = ${name}`;
  expect(rows).toHaveLength(0);
});
