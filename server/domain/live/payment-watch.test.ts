import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openNotificationHub, type NotificationHub } from "../../db/notification-hub.ts";
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
import { tieTransfer } from "../mutations/ledgers.ts";
import { changedPayments } from "../payments/payment-announcements.ts";
import type * as statements from "./payment-watch.sql.ts";
import { selectPaymentStates } from "./payment-watch.sql.ts";
import { createPaymentWatch, type PaymentState, type PaymentWatch } from "./payment-watch.ts";
import { cancelPayment, expirePayments } from "../payments/payments.ts";

const today = drawnDay("watched payments");

// Test files share the modules of their worker, so the modules are reset: the mocks apply to this file alone.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock("./payment-watch.sql.ts", { spy: true });

let database: TestDatabase;
let gateway: TestGateway;
let hub: NotificationHub;
let watch: PaymentWatch;
let shop: Shop;
const warn = vi.fn<(details: object, message: string) => void>();

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  // Another process pays than the one that watches.
  const paying = openNotificationHub(database.url, { warn });
  gateway.announcePayments = (payments) => paying.publish(changedPayments, payments);
  return () => paying.close();
});
beforeEach(async () => {
  hub = openNotificationHub(database.url, { warn });
  // The rounds are switched off, because they would eventually report changes without an announcement.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const creating = createPaymentWatch(gateway, hub, { warn });
  vi.useRealTimers();
  watch = await creating;
  vi.mocked(selectPaymentStates).mockClear();
});
afterEach(async () => {
  watch.stop();
  await hub.close();
});
afterAll(() => database.drop());

/** Collects a customer's notifications. */
function follow(payment_id: string) {
  const told: PaymentState["status"][] = [];
  return { told, stop: watch.follow(payment_id, ({ status }) => void told.push(status)) };
}

const reads = () => vi.mocked(selectPaymentStates).mock.calls.length;

describe("a follower of a payment gets", () => {
  test("its status at once, and its payment by a transfer", async () => {
    const payment = await pendingPayment(gateway, shop);
    const device = await approvedDevice(gateway, shop);
    expect(await watch.look(payment.payment_id)).toMatchObject({ status: "PENDING" });
    const { told } = follow(payment.payment_id);
    expect(told).toEqual(["PENDING"]);
    await reportTransfer(gateway, device, payment.payment_total);
    await expect.poll(() => told).toEqual(["PENDING", "PAID"]);
  });

  test("the parts booked for it", async () => {
    const name = { merchant_id: shop.merchant_id };
    const payment = await pendingPayment(gateway, shop);
    const device = await approvedDevice(gateway, shop);
    const { mutation_id } = await reportTransfer(gateway, device, 50_000);
    const told: [string, number][] = [];
    watch.follow(payment.payment_id, ({ status, received }) => void told.push([status, received]));
    await expect.poll(() => told).toEqual([["PENDING", 0]]);
    await tieTransfer(gateway, {
      ...name,
      payment_code: payment.payment_code,
      mutation_id: mutation_id as string,
      outcome: "part",
      refund: null,
    });
    // Announces the payment, as a round does.
    gateway.announcePayments([{ ...name, payment_code: payment.payment_code }]);
    await expect
      .poll(() => told)
      .toEqual([
        ["PENDING", 0],
        ["PENDING", 50_000],
      ]);
  });

  test("its new total, and no private data", async () => {
    const payment = await pendingPayment(gateway, shop);
    const told: PaymentState[] = [];
    watch.follow(payment.payment_id, (state) => void told.push(state));
    await expect.poll(() => told).toMatchObject([{ total: payment.payment_total }]);
    await database.sql`
      update payments set payment_unique = payment_unique % 999 + 1,
        payment_total = payment_amount + payment_unique % 999 + 1
      where payment_id = ${payment.payment_id}`;
    gateway.announcePayments([{ ...shop, payment_code: payment.payment_code }]);
    await expect.poll(() => told).toHaveLength(2);
    expect(told[1]?.total).not.toBe(payment.payment_total);
    for (const state of told)
      expect(Object.keys(state)).toEqual(["status", "received", "total", "server_time"]);
  });

  test("its cancellation", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { told } = follow(payment.payment_id);
    await expect.poll(() => told).toEqual(["PENDING"]);
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await expect.poll(() => told).toEqual(["PENDING", "CANCELLED"]);
  });

  test("its expiry, at the deadline and without the expiry job", async () => {
    const deadline = Date.now() + 3_000;
    const payment = await pendingPayment(gateway, shop, {
      payment_expired_at: new Date(deadline).toISOString(),
    });
    const { told } = follow(payment.payment_id);
    await expect.poll(() => told, { interval: 5 }).toEqual(["PENDING", "EXPIRED"]);
    expect(Date.now()).toBeGreaterThanOrEqual(deadline);
    expect(await expirePayments(gateway, 10)).toBe(1);
    expect(told).toHaveLength(2);
  });

  test("no news of other payments, and none after it stops", async () => {
    const [payment, other] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const stopped = follow(payment.payment_id);
    const following = follow(other.payment_id);
    await expect.poll(() => [stopped.told.length, following.told.length]).toEqual([1, 1]);
    stopped.stop();
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await cancelPayment(gateway, { ...shop, payment_code: other.payment_code });
    await expect.poll(() => following.told).toEqual(["PENDING", "CANCELLED"]);
    expect(stopped.told).toEqual(["PENDING"]);
  });

  test("changes made while the listening connection was lost", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { told } = follow(payment.payment_id);
    await expect.poll(() => told).toEqual(["PENDING"]);
    // No announcement follows this change.
    await database.sql`
      update payments
      set payment_status = 'CANCELLED', released_at = now()
      where payment_id = ${payment.payment_id}
    `;
    await database.sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'tepat notifications'
        and datname = current_database()
    `;
    await expect.poll(() => told).toEqual(["PENDING", "CANCELLED"]);
  });
});

test("a failed read is repeated soon, and logged once for any number of failures", async () => {
  const payments = [await pendingPayment(gateway, shop), await pendingPayment(gateway, shop)];
  const followers = payments.map(({ payment_id }) => follow(payment_id));
  await expect.poll(() => followers.map(({ told }) => told.length)).toEqual([1, 1]);
  warn.mockClear();
  vi.mocked(selectPaymentStates).mockRejectedValue(new Error("the database is away"));
  for (const { payment_code } of payments) await cancelPayment(gateway, { ...shop, payment_code });
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  vi.mocked(selectPaymentStates).mockReset(); // the real function again
  await expect
    .poll(() => followers.map(({ told }) => told.at(-1)))
    .toEqual(["CANCELLED", "CANCELLED"]);
  expect(warn).toHaveBeenCalledOnce();
});

describe("a thousand customers", () => {
  test("of one payment cost one read, and one more per change", async () => {
    const payment = await pendingPayment(gateway, shop);
    const looks = Array.from({ length: 1_000 }, () => watch.look(payment.payment_id));
    await Promise.all(looks);
    const followers = looks.map(() => follow(payment.payment_id));
    expect(reads()).toBe(1);
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await expect.poll(() => followers.every(({ told }) => told.at(-1) === "CANCELLED")).toBe(true);
    expect(reads()).toBe(2);
  });

  test("of a thousand payments share statements", async () => {
    const many = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        pendingPayment(gateway, shop, { payment_amount: 1_000_000 + index * 1_000 }),
      ),
    );
    await Promise.all(many.map(({ payment_id }) => watch.look(payment_id)));
    expect(reads()).toBeLessThanOrEqual(3);
  });
});

describe("a status check", () => {
  test("for an unknown payment finds none, and leaves nothing behind", async () => {
    const unknown = randomUUID();
    await expect(watch.look(unknown)).rejects.toMatchObject({ code: "not_found" });
    await expect(watch.look(unknown)).rejects.toMatchObject({ code: "not_found" });
    expect(reads()).toBe(2);
  });

  test("is repeated if the payment is paid meanwhile", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { promise: isRead, resolve: onRead } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
    vi.mocked(selectPaymentStates).mockImplementationOnce(async (sql, options) => {
      const rows = await (
        await vi.importActual<typeof statements>("./payment-watch.sql.ts")
      ).selectPaymentStates(sql, options);
      onRead();
      await goOn;
      return rows;
    });
    const heard = vi.fn<() => void>();
    await hub.subscribe(changedPayments, { heard, reconnected: () => {} });
    const look = watch.look(payment.payment_id);
    await isRead;
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await expect.poll(() => heard.mock.calls.length).toBe(1);
    letGoOn();
    expect(await look).toMatchObject({ status: "CANCELLED" });
  });

  test("returns the database's time, even without a read", async () => {
    const setTo = today();
    gateway.setClock(setTo);
    const startedAt = performance.now();
    const payment = await pendingPayment(gateway, shop);
    const { server_time } = await watch.look(payment.payment_id);
    gateway.setClock(null);
    const later = await watch.look(payment.payment_id);
    const elapsed = later.server_time.getTime() - server_time.getTime();
    const passed = performance.now() - startedAt + 1;
    expect(server_time.getTime()).toBeGreaterThanOrEqual(setTo.getTime());
    expect(server_time.getTime()).toBeLessThanOrEqual(setTo.getTime() + passed);
    expect(elapsed).toBeGreaterThanOrEqual(0);
    expect(elapsed).toBeLessThanOrEqual(passed);
    expect(reads()).toBe(1);
  });
});
