import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { signedIn, type Person } from "./support/dashboard.ts";
import { approvedDevice, transfer, type Device } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal } from "./support/http.ts";
import { inSeconds, openShop, paymentPath, type Shop } from "./support/shop.ts";

/**
 * Tests days of quota that an operator grants, or that a merchant orders and pays for with an invoice of the operator.
 */

const api = "/dashboard/api";

interface Quota {
  account_quota: number;
  day_price: number | null;
  grants: { days: number; order_id: string | null }[];
}

interface Order {
  order_id: string;
  days: number;
  credited_at: string | null;
  payment_status: string;
  payment_total: number;
  payment_checkout_url: string;
}

let operator: Shop;
let operatorsPerson: Person;
let operatorsPhone: Device;
let shop: Shop;
let person: Person;

beforeAll(async () => {
  operator = await openShop({ quota: 100 });
  await change("--operator", "true");
  operatorsPerson = await signedIn(operator);
  operatorsPhone = await approvedDevice(operator);
  shop = await openShop({ quota: 3 });
  person = await signedIn(shop);
});
// Only one merchant of a service can sell days.
afterAll(() => change("--quota-price", "none"));

const change = (...options: string[]) =>
  tepat("merchant update", "--merchant", operator.merchant_id, ...options);

const quota = async (): Promise<Quota> =>
  dataOf(await person.get(`${api}/accounts/${shop.account.account_id}/quota`));

const order = async (days: number): Promise<Order> =>
  dataOf(await person.post(`${api}/accounts/${shop.account.account_id}/quota-orders`, { days }));

const orderNow = async ({ order_id }: Order): Promise<Order | undefined> =>
  dataOf<Order[]>(await person.get(`${api}/quota-orders`)).find((one) => one.order_id === order_id);

const codeOf = ({ order_id }: Order): string => `QUOTA-${order_id}`;

test("only an operator grants days to any merchant's account", async () => {
  const path = `${api}/operator/accounts/${shop.account.account_id}/quota-grants`;
  const before = await quota();
  dataOf(await operatorsPerson.post(path, { days: 7 }));
  expectRefusal(await person.post(path, { days: 7 }), 404, "not_found");
  const after = await quota();
  expect(after.account_quota).toBe(before.account_quota + 7);
  expect(after.grants[0]).toMatchObject({ days: 7, order_id: null });
});

test("a gateway sells no days unless an operator names a price", async () => {
  const answer = await person.post(`${api}/accounts/${shop.account.account_id}/quota-orders`, {
    days: 1,
  });
  expectRefusal(answer, 409, "conflict", expect.stringContaining("does not sell days"));
});

describe("an order", () => {
  beforeAll(() => change("--quota-price", "1000"));

  test("is the operator's invoice, credited once when paid, despite repeated and parallel reports", async () => {
    const before = await quota();
    const ordered = await order(30);
    expect(ordered).toMatchObject({ days: 30, credited_at: null, payment_status: "PENDING" });
    expect(ordered.payment_total - 30_000).toBeGreaterThanOrEqual(1);
    expect(ordered.payment_total - 30_000).toBeLessThanOrEqual(999);
    const notification = transfer(ordered.payment_total);
    const otherApp = transfer(ordered.payment_total, { posted_at: inSeconds(1) });
    await Promise.all([
      ...Array.from({ length: 8 }, () => operatorsPhone.report(notification)),
      operatorsPhone.report(otherApp),
      operator.delete(paymentPath(codeOf(ordered))),
    ]);
    const settled = await orderNow(ordered);
    const isPaid = settled?.payment_status === "PAID"; // the cancel might have come first
    expect(["PAID", "CANCELLED"]).toContain(settled?.payment_status);
    expect((await quota()).account_quota).toBe(before.account_quota + (isPaid ? 30 : 0));

    const again = await order(2);
    const paying = transfer(again.payment_total);
    await Promise.all(Array.from({ length: 8 }, () => operatorsPhone.report(paying)));
    await operatorsPhone.report(paying);
    expect(await orderNow(again)).toMatchObject({
      payment_status: "PAID",
      credited_at: expect.any(String),
    });
    const after = await quota();
    expect(after.account_quota).toBe(before.account_quota + (isPaid ? 30 : 0) + 2);
    expect(after.grants.filter(({ order_id }) => order_id === again.order_id)).toEqual([
      expect.objectContaining({ days: 2 }),
    ]);
  });

  test("is not credited if cancelled, even if a customer pays later", async () => {
    const before = await quota();
    const ordered = await order(5);
    dataOf(await operator.delete(paymentPath(codeOf(ordered))));
    await operatorsPhone.report(transfer(ordered.payment_total));
    expect(await orderNow(ordered)).toMatchObject({
      payment_status: "CANCELLED",
      credited_at: null,
    });
    expect(await quota()).toEqual(before);
  });

  test("can be paid only on the operator's checkout page, and belongs to no other merchant", async () => {
    const ordered = await order(1);
    expect(ordered.payment_checkout_url).toMatch(/\/pay\/[0-9a-f-]{36}$/);
    const stranger = await signedIn(await openShop());
    expect(dataOf(await stranger.get(`${api}/quota-orders`))).toEqual([]);
    expectRefusal(
      await stranger.post(`${api}/accounts/${shop.account.account_id}/quota-orders`, { days: 1 }),
      404,
      "not_found",
    );
    // The invoice belongs to the operator, so the buyer can neither cancel it nor match it manually.
    expectRefusal(
      await person.delete(`${api}/payments/${codeOf(ordered)}`),
      404,
      "payment_not_cancellable",
    );
  });

  test.each([0, -1, 1.5, "30", null, 3651])("of %j days is refused", async (days) => {
    const path = `${api}/accounts/${shop.account.account_id}/quota-orders`;
    expectInvalid(await person.post(path, { days }), "days");
  });
});
