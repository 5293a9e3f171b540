import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listMutationsByTime, type MutationsByTime } from "./mutations-by-time.ts";

const today = drawnDay("mutations by time");

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

const minute = (number: number) => new Date(today("10:00").getTime() + number * 60_000);

test("a list by time has that time's transfers, and a later match counts as a change", async () => {
  gateway.setClock(minute(0));
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const device = await approvedDevice(gateway, shop);
  const ids: string[] = [];
  for (let number = 0; number < 6; number += 1) {
    gateway.setClock(minute(number));
    const posted_at = minute(number);
    ids.push(
      (await reportTransfer(gateway, device, 70_000 + number, { posted_at })).mutation_id as string,
    );
  }
  const walk = async (filter: Partial<MutationsByTime>): Promise<number[]> => {
    const places: number[] = [];
    let cursor: string | undefined;
    do {
      const part = await listMutationsByTime(gateway, {
        merchant_id,
        only_unmatched: false,
        per_page: 2,
        ...filter,
        cursor,
      });
      places.push(...part.items.map(({ id }) => ids.indexOf(id)));
      cursor = part.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return places;
  };
  const at = (number: number) => minute(number).toISOString();
  expect(await walk({ since: at(1) })).toEqual([5, 4, 3, 2, 1]);
  expect(await walk({ since: at(1), until: at(4) })).toEqual([3, 2, 1]);
  expect(await walk({ until: at(0) })).toEqual([]);
  expect(await walk({ updated_since: at(3) })).toEqual([3, 4, 5]);

  gateway.setClock(minute(50));
  const { payment_code } = await pendingPayment(gateway, shop, { payment_expired_at: at(90) });
  await database.sql`
    select match_payment(${merchant_id}, ${payment_code}, ${ids[1] as string}, null::bigint, ${minute(51)})
  `;
  expect(await walk({ updated_since: at(0) })).toEqual([0, 2, 3, 4, 5, 1]);
  expect(await walk({ updated_since: at(51) })).toEqual([1]);
  expect(await walk({ since: at(0), only_unmatched: true })).toEqual([5, 4, 3, 2, 0]);
  expect(await walk({ updated_since: at(0), only_unmatched: true })).toEqual([0, 2, 3, 4, 5]);
});
