import { afterAll, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
} from "../../testing/fixtures.ts";
import { watchDevices } from "../sources/device-watch.ts";
import { readOperatingFigures } from "./operating-figures.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { expirePayments } from "../payments/payments.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

const gateway = testGateway(database.sql);

test("an empty gateway has no due and no late work", async () => {
  const figures = await readOperatingFigures(gateway);
  expect(figures).toMatchObject({
    pending_payments: 0,
    unmatched_credits: 0,
    pending_deliveries: 0,
    retrying_deliveries: 0,
    oldest_delivery_seconds: 0,
    job_lag_seconds: {
      "expire-payments": 0,
      "deliver-webhooks": 0,
      "count-ended-payments": 0,
      "find-silent-devices": 0,
    },
    lock_waits: 0,
  });
  expect(figures.applied_migrations).toBe(figures.known_migrations);
  expect(figures.round_trip_seconds).toBeGreaterThan(0);
});

test("connections are counted by application and state", async () => {
  const sql = connect(database.url, { applicationName: "tepat of this test", connections: 1 });
  const { connections, connections_max } = await readOperatingFigures({ ...gateway, sql });
  await sql.end();
  expect(connections).toContainEqual({
    application: "tepat of this test",
    state: "active",
    count: 1,
  });
  expect(connections_max).toBeGreaterThan(10);
});

test("waiting and overdue work is counted", async () => {
  const at = new Date();
  const shop = await shopWithAccount(gateway, { account_quota: 30 });
  const device = await approvedDevice(gateway, shop);
  const webhook = { payment_webhook_url: "https://shop.example/webhook" };
  const paid = await pendingPayment(gateway, shop, webhook);
  await pendingPayment(gateway, shop, {
    payment_expired_at: new Date(at.getTime() + 60_000).toISOString(),
  });
  await reportTransfer(gateway, device, paid.payment_total);
  await reportTransfer(gateway, device, 77);
  await watchDevices(gateway);

  gateway.setClock(new Date(at.getTime() + 100_000));
  const figures = await readOperatingFigures(gateway);
  expect(figures).toMatchObject({
    pending_payments: 1,
    unmatched_credits: 1,
    pending_deliveries: 1,
    retrying_deliveries: 0,
  });
  const lag = figures.job_lag_seconds;
  expect(lag["expire-payments"]).toBeCloseTo(40, -1);
  expect(figures.oldest_delivery_seconds).toBeCloseTo(100, -1);
  for (const job of ["deliver-webhooks", "count-ended-payments", "find-silent-devices"]) {
    expect(lag[job], job).toBeCloseTo(100, -1);
  }

  await expirePayments(gateway, 10);
  const later = await readOperatingFigures(gateway);
  expect(later.pending_payments).toBe(0);
  expect(later.job_lag_seconds["expire-payments"]).toBe(0);
});

test("credits of the day before are not counted", async () => {
  gateway.setClock(new Date(Date.now() + 25 * 60 * 60 * 1000));
  expect((await readOperatingFigures(gateway)).unmatched_credits).toBe(0);
});

test("unreadable notifications with a pending total are counted by bank and app", async () => {
  gateway.setClock(null);
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const { payment_total } = await pendingPayment(gateway, shop);
  const amount = `Rp${payment_total.toLocaleString("id-ID")}`;
  const text = (package_name: string, body: string) => ({
    ...transferNotification(1),
    key: body,
    package_name,
    title: "",
    body,
  });
  await reportNotifications(gateway, device, [
    text("com.bca", `Saldo kamu nambah ${amount} nih`),
    text("com.bca", "Saldo kamu nambah Rp17 nih"),
    text("com.nobody.knows", `Saldo kamu nambah ${amount} nih`),
  ]);
  const { unread_payments } = await readOperatingFigures(gateway);
  expect(unread_payments).toContainEqual({ bank: "BCA", app: "BCA mobile", count: 1 });
  expect(unread_payments.every(({ app }) => app === "BCA mobile" || app === "other")).toBe(true);
});

test("the clocks of the process and the database agree, and an empty gateway has no archive or replica figures", async () => {
  const figures = await readOperatingFigures(gateway);
  expect(figures.clock_difference_seconds).toBeLessThan(limits.clockDifferenceSeconds);
  expect(figures.archive).toBeNull();
  expect(figures.replication).toMatchObject({ is_leader: true, replicas: [], idle_slots: [] });
});
