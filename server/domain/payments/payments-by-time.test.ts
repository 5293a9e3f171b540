import { afterAll, beforeAll, expect, test } from "vitest";
import type { GatewayError } from "../../contract/errors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { cancelPayment, expirePayments } from "./payments.ts";
import { listPaymentsByTime, type PaymentsByTime } from "./payments-by-time.ts";

const today = drawnDay("payments by time");

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

const minute = (number: number) => new Date(today("10:00").getTime() + number * 60_000);
const textOf = (number: number) => minute(number).toISOString();

type Filter = Omit<PaymentsByTime, "merchant_id" | "per_page" | "cursor">;

/** Reads the whole list part by part, and calls `between` after each part. */
async function walk(
  shop: Shop,
  filter: Filter & { per_page: number },
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const part = await listPaymentsByTime(gateway, {
      merchant_id: shop.merchant_id,
      ...filter,
      cursor,
    });
    walked.push(...part.items.map(({ payment_code }) => payment_code));
    cursor = part.pagination.next_cursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return walked;
}

test("every page of every list by time equals a scan of all payments", async () => {
  const random = randomFrom("payments-by-time");
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const made: { code: string; status: string; created: number; changed: number }[] = [];
  for (let number = 0; number < 50; number += 1) {
    gateway.setClock(minute(2 * number));
    const ending = pick(["PENDING", "EXPIRED", "CANCELLED", "PAID", "PENDING BUT OVERDUE"]);
    const isShort = ending === "EXPIRED" || ending === "PENDING BUT OVERDUE";
    const payment = await pendingPayment(gateway, shop, {
      payment_expired_at: isShort ? textOf(2 * number + 1) : "2099-01-01T00:00:00Z",
    });
    gateway.setClock(minute(2 * number + 1));
    if (ending === "CANCELLED")
      await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...payment });
    if (ending === "EXPIRED") await expirePayments(gateway, 100);
    if (ending === "PAID")
      await reportTransfer(gateway, device, payment.payment_total, {
        posted_at: minute(2 * number),
      });
    made.push({
      code: payment.payment_code,
      status: isShort ? "EXPIRED" : ending,
      created: 2 * number,
      changed: ending === "PENDING" ? 2 * number : 2 * number + 1,
    });
  }
  gateway.setClock(minute(200));
  for (let trial = 0; trial < 60; trial += 1) {
    const status = pick([undefined, "PENDING", "PAID", "EXPIRED", "CANCELLED"] as const);
    const per_page = 1 + Math.floor(random() * 9);
    const [from, to] = [Math.floor(random() * 110) - 5, Math.floor(random() * 110) - 5];
    const ofStatus = made.filter((one) => status === undefined || one.status === status);
    const created = ofStatus.filter((one) => one.created >= from && one.created < to).toReversed();
    const filter = { status, per_page };
    const ofTime = { ...filter, since: textOf(from), until: textOf(to) };
    expect(await walk(shop, ofTime), JSON.stringify(ofTime)).toEqual(
      created.map(({ code }) => code),
    );
    const changed = ofStatus
      .filter((one) => one.changed >= from)
      .toSorted((one, other) => one.changed - other.changed);
    const updated = { ...filter, updated_since: textOf(from) };
    expect(await walk(shop, updated), JSON.stringify(updated)).toEqual(
      changed.map(({ code }) => code),
    );
    const { pagination } = await listPaymentsByTime(gateway, { ...shop, ...updated });
    expect(pagination).toMatchObject({ total: changed.length, current_page: 1, per_page });
  }
});

test("while payments end, the list of changes skips none, and the last entry has the newest state", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const codes: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    gateway.setClock(minute(number));
    codes.push((await pendingPayment(gateway, shop)).payment_code);
  }
  let step = 0;
  const walked = await walk(shop, { updated_since: textOf(0), per_page: 3 }, async () => {
    gateway.setClock(minute(100 + step));
    const payment_code = codes[step * 4];
    step += 1;
    // The first payment was already listed, and the others were not.
    if (payment_code !== undefined) await cancelPayment(gateway, { merchant_id, payment_code });
  });
  expect(new Set(walked)).toEqual(new Set(codes));
  expect(walked.slice(-3)).toEqual([codes[0], codes[4], codes[8]]);
  expect(walked.filter((code) => code === codes[0])).toHaveLength(2);
});

test("while payments are created, the list by creation neither repeats nor skips one", async () => {
  gateway.setClock(null);
  const shop = await shopWithAccount(gateway);
  const codes: string[] = [];
  for (let number = 0; number < 7; number += 1)
    codes.unshift((await pendingPayment(gateway, shop)).payment_code);
  const walked = await walk(shop, { since: "2000-01-01T00:00:00Z", per_page: 2 }, () =>
    pendingPayment(gateway, shop),
  );
  expect(walked).toEqual(codes);
});

test.each([
  ["no number", { since: textOf(0), cursor: "x" }],
  ["a cursor of the list of changes", { since: textOf(0), cursor: "1.1" }],
  ["a cursor of the list by creation", { updated_since: textOf(0), cursor: "1" }],
  ["a time that no row can have", { updated_since: textOf(0), cursor: `${"9".repeat(15)}.1` }],
])("%s is refused as a cursor", async (_case, filter) => {
  const shop = await shopWithAccount(gateway);
  const refusal = listPaymentsByTime(gateway, { ...shop, ...filter, per_page: 1 });
  await expect(refusal).rejects.toSatisfy(
    ({ code, errors }: GatewayError) =>
      code === "validation_error" && errors?.["cursor"] !== undefined,
  );
});
