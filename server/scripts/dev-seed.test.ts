import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { testGateway } from "../testing/fixtures.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { seed } from "./dev-seed.ts";

test("the sample shop has an invoice in each state, created once", async () => {
  const database = await createTestDatabase();
  const gateway = testGateway(database.sql);
  const shop = await seed(gateway);
  const statuses = await database.sql`select payment_code, payment_status from payments order by 1`;
  expect(statuses.map((row) => `${row["payment_code"]} ${row["payment_status"]}`)).toEqual([
    "DEV-CANCELLED CANCELLED",
    "DEV-EXPIRED EXPIRED",
    "DEV-PAID PAID",
    "DEV-PENDING PENDING",
  ]);
  const [unmatched] = await database.sql`
    select count(*)::integer as count from mutations where matched_payment_number is null
  `;
  expect(unmatched).toEqual({ count: 1 });
  expect(shop?.api_key).toBeTypeOf("string");
  expect(await seed(gateway)).toBeNull();
  expect(await brokenInvariants(database.sql)).toEqual([]);
  await database.drop();
});
