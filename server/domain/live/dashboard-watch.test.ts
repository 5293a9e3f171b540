import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuditAction } from "../../contract/dashboard/audit.ts";
import type { DashboardEventKind } from "../../contract/dashboard/events.ts";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { openNotificationHub, type NotificationHub } from "../../db/notification-hub.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  transferNotification,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { audited, type AuditEvent } from "../access/audit.ts";
import { createDashboardWatch, type DashboardWatch, type Follower } from "./dashboard-watch.ts";
import { selectMerchantMarks } from "./dashboard-watch.sql.ts";
import type * as statements from "./dashboard-watch.sql.ts";
import { registerDevice } from "../sources/devices.ts";
import { changeOwnAccount } from "../accounts/own-accounts.ts";
import { renameOwnDevice } from "../sources/own-devices.ts";
import { changeOwnSettings } from "../access/own-settings.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { changedPayments } from "../payments/payment-announcements.ts";
import { cancelPayment } from "../payments/payments.ts";
import { endSession, nameOf } from "../access/sessions.ts";
import { rotateWebhookSecret } from "../merchants/webhook-secrets.ts";

// Test files share the modules of their worker, so the modules are reset: the mocks apply to this file alone.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock("./dashboard-watch.sql.ts", { spy: true });

let database: TestDatabase;
let gateway: TestGateway;
let hub: NotificationHub;
let watch: DashboardWatch;
let shop: Shop;
let person: Visitor;
const pace = { dashboardLookMilliseconds: 50, dashboardTellMilliseconds: 300 };
const warn = vi.fn<(details: object, message: string) => void>();

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  // Another process pays than the one that shows the dashboard.
  const paying = openNotificationHub(database.url, { warn });
  gateway.announcePayments = (payments) => paying.publish(changedPayments, payments);
  return () => paying.close();
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  await pendingPayment(gateway, shop); // this payment uses the account's day
  person = await visitor(gateway, shop);
  hub = openNotificationHub(database.url, { warn });
  watch = await createDashboardWatch(gateway, hub, { warn }, pace);
});
afterEach(async () => {
  watch.stop();
  await hub.close();
  warn.mockReset();
  vi.mocked(selectMerchantMarks).mockReset();
});
afterAll(() => database.drop());

async function follow({ session } = person) {
  const told: [DashboardEventKind, string | null][] = [];
  const end = vi.fn<() => void>();
  const followWhatChanges = await watch.look(session);
  const stop = followWhatChanges({ tell: (kind, id) => void told.push([kind, id]), end });
  return { told, end, stop };
}

const auditEvent = (action: AuditAction): AuditEvent => ({ merchant_id: shop.merchant_id, action });

const soon = { interval: 10 };

describe("an open page is notified", () => {
  test("of a new payment, by its code", async () => {
    const { told } = await follow();
    const { payment_code } = await pendingPayment(gateway, shop);
    await expect.poll(() => told, soon).toEqual([["payment", payment_code]]);
  });

  test("of an ended payment, before the next round", async () => {
    const { payment_code } = await pendingPayment(gateway, shop);
    const { told } = await follow();
    vi.mocked(selectMerchantMarks).mockReturnValue(new Promise(() => {}) as never);
    await cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code });
    await expect.poll(() => told, soon).toEqual([["payment", payment_code]]);
  });

  test("of a transfer that pays", async () => {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    const device = await approvedDevice(gateway, shop);
    const { told } = await follow();
    const { mutation_id } = await reportTransfer(gateway, device, payment_total);
    await expect
      .poll(() => told, soon)
      .toEqual(
        expect.arrayContaining([
          ["payment", payment_code],
          ["mutation", mutation_id],
        ]),
      );
  });

  test("of an unreadable notification that might pay", async () => {
    const device = await approvedDevice(gateway, shop);
    const payment = await pendingPayment(gateway, shop);
    const { told } = await follow();
    const body = `Notifikasi saldo mobile: ada kenaikan Rp${payment.payment_total}`;
    await reportNotifications(gateway, device, [{ ...transferNotification(1), body }]);
    await expect.poll(() => told).toContainEqual(["mutation", null]);
  });

  test("of a registering phone, and of its new name", async () => {
    const device = await approvedDevice(gateway, shop);
    const { told } = await follow();
    const { device_id } = device;
    const { merchant_id } = shop;
    await registerDevice(gateway.sql, {
      merchant_id,
      device_name: "Second phone",
      installation_id: "second",
      model: null,
      app_version: null,
    });
    await expect.poll(() => told, soon).toEqual([["device", null]]);
    await renameOwnDevice(gateway, person.actor, { merchant_id, device_id, device_name: "Till" });
    await expect.poll(() => told.length, soon).toBe(2);
    expect(told[1]?.[0]).toBe("device");
  });

  test("of a switched-off account, of settings and of a new session", async () => {
    const { told } = await follow();
    const { account_id } = shop;
    const kinds = () => new Set(told.map(([kind]) => kind));
    await changeOwnAccount(gateway, person.actor, {
      session: person.session,
      account_id,
      change: { account_active: false },
    });
    await expect.poll(kinds, soon).toEqual(new Set(["account"]));
    await changeOwnSettings(gateway, person.actor, {
      session: person.session,
      change: { sends_expired_events: true },
    });
    await expect.poll(kinds, soon).toEqual(new Set(["account", "session"]));
    const before = told.length;
    const { session } = await visitor(gateway, shop);
    await expect.poll(() => told.length, soon).toBeGreaterThan(before);
    expect(told.at(-1)).toEqual(["session", null]);
    expect(session.session_id).not.toBe(person.session.session_id);
  });

  test("of a due webhook, and of its delivery", async () => {
    const { payment_code } = await pendingPayment(gateway, shop, {
      payment_webhook_url: "https://shop.example/hook",
    });
    const device = await approvedDevice(gateway, shop);
    const { told } = await follow();
    const webhooks = () => told.filter(([kind]) => kind === "webhook").length;
    const [row] = await database.sql<{ payment_total: number }[]>`
      select payment_total from payments where payment_code = ${payment_code}`;
    await reportTransfer(gateway, device, row?.payment_total ?? 0);
    await expect.poll(webhooks, soon).toBe(1);
    await database.sql`
      update webhook_deliveries
      set delivery_status = 'RETRYING', next_attempt_at = now() + interval '5 seconds', attempt_count = 1
      where merchant_id = ${shop.merchant_id}`;
    await expect.poll(webhooks, soon).toBe(2);
  });

  test("of events since the last check, even if its response was late", async () => {
    const followWhatChanges = await watch.look(person.session);
    await wait(4 * pace.dashboardLookMilliseconds);
    const { payment_code } = await pendingPayment(gateway, shop);
    const tell = vi.fn<Follower["tell"]>();
    followWhatChanges({ tell, end() {} });
    await expect.poll(() => tell.mock.calls, soon).toEqual([["payment", payment_code]]);
  });

  test("of an audit event behind many later ones", async () => {
    const { told } = await follow();
    await database.sql.begin(async (tx) => {
      const together = { ...gateway, sql: asSql(tx) };
      const rotate = () =>
        rotateWebhookSecret(together.sql, gateway.secrets, { ...shop, at: null });
      await audited(together, person.actor, rotate, () => auditEvent("webhook_secret.rotated"));
      for (let count = 0; count < limits.auditEventsWatched; count++) {
        await audited(
          together,
          person.actor,
          async () => {},
          () => auditEvent("pairing.offered"),
        );
      }
    });
    await expect.poll(() => told, soon).toContainEqual(["webhook", null]);
  });

  test("but not of other merchants' changes", async () => {
    const otherMerchant = await shopWithAccount(gateway);
    const other = await follow(await visitor(gateway, otherMerchant));
    const own = await follow();
    const { payment_code } = await pendingPayment(gateway, otherMerchant);
    await cancelPayment(gateway, { merchant_id: otherMerchant.merchant_id, payment_code });
    await expect.poll(() => other.told.length, soon).toBeGreaterThan(0);
    expect(own.told).toEqual([]);
  });

  test("of many payments at a limited rate, and of the last one too", async () => {
    const { told } = await follow();
    const begunAt = performance.now();
    let ended = 0;
    while (performance.now() < begunAt + 1_000 || ended <= 20) {
      const { payment_code } = await pendingPayment(gateway, shop);
      await cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code });
      ended += 1;
    }
    await expect.poll(() => told.at(-1), soon).toEqual(["payment", null]);
    const pauses = (performance.now() - begunAt) / pace.dashboardTellMilliseconds;
    expect(told.length).toBeLessThanOrEqual(Math.ceil(pauses));
  });
});

describe("a page is no longer notified", () => {
  test("after its session ends, of which the merchant's other pages are notified", async () => {
    const here = await follow();
    const elsewhere = await visitor(gateway, shop);
    const there = await follow(elsewhere);
    await endSession(gateway, person.actor, { ...elsewhere.session, ...nameOf(elsewhere.session) });
    await expect.poll(() => there.end.mock.calls.length, soon).toBe(1);
    await expect.poll(() => here.told.map(([kind]) => kind), soon).toContain("session");
    expect(here.end).not.toHaveBeenCalled();
    there.told.length = 0;
    await pendingPayment(gateway, shop);
    await expect.poll(() => here.told.map(([kind]) => kind), soon).toContain("payment");
    expect(there.told).toEqual([]);
  });

  test("after it is closed, and the merchant is no longer watched", async () => {
    const { told, stop } = await follow();
    stop();
    const looks = () => vi.mocked(selectMerchantMarks).mock.calls.length;
    await wait(4 * pace.dashboardLookMilliseconds);
    const before = looks();
    await pendingPayment(gateway, shop);
    await wait(4 * pace.dashboardLookMilliseconds);
    expect([looks() - before, told]).toEqual([0, []]);
  });
});

test("two hundred pages of one merchant cost one statement per round", async () => {
  const pages = await Promise.all(Array.from({ length: 200 }, () => follow()));
  const { payment_code } = await pendingPayment(gateway, shop);
  await expect
    .poll(() => pages.every(({ told }) => told.at(-1)?.[1] === payment_code), soon)
    .toBe(true);
  const rounds = vi.mocked(selectMerchantMarks).mock.calls;
  expect(rounds.filter(([, { merchant_ids }]) => merchant_ids.length > 1)).toEqual([]);
});

test("changes during an outage of the database are announced afterwards, and one line is logged", async () => {
  const { told, end } = await follow();
  vi.mocked(selectMerchantMarks).mockRejectedValue(new Error("away"));
  await expect.poll(() => warn.mock.calls.length, soon).toBe(1);
  const { payment_code } = await pendingPayment(gateway, shop);
  await wait(5 * pace.dashboardLookMilliseconds);
  expect([told, warn.mock.calls.length]).toEqual([[], 1]);
  const actual = await vi.importActual<typeof statements>("./dashboard-watch.sql.ts");
  vi.mocked(selectMerchantMarks).mockImplementation(actual.selectMerchantMarks);
  await expect.poll(() => told, soon).toEqual([["payment", payment_code]]);
  expect(end).not.toHaveBeenCalled();
});
