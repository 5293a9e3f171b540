import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  tryCreate,
  watchingMailbox,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { matchPayment } from "../mutations/matching.ts";
import { watchDevices } from "../sources/device-watch.ts";
import { noteHeartbeat } from "../sources/devices.sql.ts";
import { cancelPayment, expirePayments, readPayment } from "../payments/payments.ts";
import { leaseMailboxes, selectWaitingMails } from "../mail/mailboxes.sql.ts";
import { pullForward } from "./pull-forward.ts";
import { enableTotp } from "../access/totp.ts";
import { attemptDelivery, leaseDueDeliveries } from "../webhooks/webhooks.ts";

/** Tests clocks that are wrong or jump (faults C11 and C12). */

const today = drawnDay("jumping clocks");

const hour = 3_600_000;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const statusOf = async (payment_code: string) =>
  (await readPayment(gateway, { merchant_id: shop.merchant_id, payment_code })).payment_status;

describe.each([
  ["an hour ahead", hour],
  ["an hour behind", -hour],
])("a process with its clock %s of the database's", (_name, offset) => {
  let now: number;
  beforeEach(() => {
    now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + offset });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

  test("checks deadlines by the database's clock", async () => {
    const soon = await pendingPayment(gateway, shop, { payment_expired_at: inMinutes(30) });
    expect(await tryCreate(gateway, shop, { payment_expired_at: inMinutes(-30) })).toBe(
      "invalid_expired_at",
    );
    await expirePayments(gateway, 1000);
    expect(await statusOf(soon.payment_code)).toBe("PENDING");
  });

  test("accepts the code that is valid by the database's clock", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const { payment_code } = await pendingPayment(gateway, shop);
    const match = (totp_code: string) =>
      matchPayment(gateway, {
        merchant_id: shop.merchant_id,
        payment_code,
        mutation_id: null,
        totp_code,
      });
    await expect(match(currentTotpCode(secret, now + offset))).rejects.toMatchObject({
      code: "invalid totp code",
    });
    await match(currentTotpCode(secret, now));
    expect(await statusOf(payment_code)).toBe("PAID");
  });
});

describe("when the database's clock jumps back by ten minutes", () => {
  const start = today("05:00").getTime();
  const jumpBack = () => gateway.setClock(new Date(start + hour - 10 * 60_000));
  beforeEach(() => gateway.setClock(new Date(start)));

  test("expired payments stay expired, and a paid payment is paid once", async () => {
    const device = await approvedDevice(gateway, shop);
    const deadline = new Date(start + hour - 60_000).toISOString();
    const expired = await pendingPayment(gateway, shop, { payment_expired_at: deadline });
    const paid = await pendingPayment(gateway, shop);
    gateway.setClock(new Date(start + hour));
    await expirePayments(gateway, 1000);
    await reportTransfer(gateway, device, paid.payment_total, {
      posted_at: new Date(start + hour),
    });

    jumpBack();
    expect(await statusOf(expired.payment_code)).toBe("EXPIRED");
    expect(await statusOf(paid.payment_code)).toBe("PAID");
    const { merchant_id } = shop;
    for (const { payment_code } of [expired, paid]) {
      await expect(cancelPayment(gateway, { merchant_id, payment_code })).rejects.toMatchObject({
        code: "payment_not_cancellable",
      });
    }
    const late = await reportTransfer(gateway, device, expired.payment_total, {
      posted_at: new Date(start + hour - 5 * 60_000),
    });
    expect(late.matched_payment_code).toBeNull();
    expect(await statusOf(expired.payment_code)).toBe("EXPIRED");
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("a code from before the jump is refused, and so is a used step's code", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const [first, second] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const match = (payment_code: string, totp_code: string) =>
      matchPayment(gateway, {
        merchant_id: shop.merchant_id,
        payment_code,
        mutation_id: null,
        totp_code,
      });
    gateway.setClock(new Date(start + hour));
    await match(first.payment_code, currentTotpCode(secret, start + hour));

    jumpBack();
    for (const at of [start + hour, start + hour - 10 * 60_000]) {
      await expect(match(second.payment_code, currentTotpCode(secret, at))).rejects.toMatchObject({
        code: "invalid totp code",
      });
    }
    expect(await statusOf(second.payment_code)).toBe("PENDING");
  });
});

describe("after the database's clock was an hour ahead", () => {
  const right = today("05:00").getTime();
  const lease = () =>
    leaseDueDeliveries(gateway, { limit: 100, per_merchant: 100, under_way: {} }).then(
      ({ deliveries }) => deliveries.filter(({ merchant_id }) => merchant_id === shop.merchant_id),
    );
  const payOne = async () => {
    const device = await approvedDevice(gateway, shop);
    const { payment_total } = await pendingPayment(gateway, shop, {
      payment_webhook_url: "https://shop.example/hook",
    });
    await reportTransfer(gateway, device, payment_total, {
      posted_at: gateway.now() ?? new Date(),
    });
  };
  const backAgain = async () => {
    gateway.setClock(new Date(right));
    await pullForward(gateway);
  };
  beforeEach(() => gateway.setClock(new Date(right + hour)));

  test("a webhook's retry is due at once, not after an hour", async () => {
    await payOne();
    const [delivery] = await lease();
    const busy = { post: async () => answeredWith(503) };
    await attemptDelivery(gateway, busy, { delivery: delivery!, is_manual: false });
    gateway.setClock(new Date(right));
    expect(await lease()).toEqual([]);
    gateway.wakes = 0;
    await backAgain();
    expect(gateway.wakes).toBe(1);
    expect(await lease()).toHaveLength(1);
  });

  test("a webhook of a killed process is free after the lease, not after an hour", async () => {
    await payOne();
    expect(await lease()).toHaveLength(1);
    await backAgain();
    expect(await lease()).toEqual([]);
    gateway.setClock(new Date(right + 21_000));
    expect(await lease()).toHaveLength(1);
  });

  test.each([
    ["schedule has", answeredWith(500), [5, 86_400]],
    ["receiver asked for", { ...answeredWith(503), retry_after_seconds: 3600 }, [5, 5]],
  ])("the wait of the %s is unchanged", async (_, answer, webhookRetrySeconds) => {
    gateway = testGateway(database.sql, { webhookRetrySeconds });
    gateway.setClock(new Date(right));
    shop = await shopWithAccount(gateway);
    await payOne();
    for (const seconds of [0, 3600]) {
      gateway.setClock(new Date(right + seconds * 1000));
      const [delivery] = await lease();
      const failing = { post: async () => answer };
      await attemptDelivery(gateway, failing, { delivery: delivery!, is_manual: false });
    }
    const waiting = () => database.sql`
      select next_attempt_at from webhook_deliveries where merchant_id = ${shop.merchant_id}
    `;
    const before = await waiting();
    await pullForward(gateway);
    expect(await waiting()).toEqual(before);
  });

  test("a silent phone is noticed in time, not after an hour", async () => {
    const device = await approvedDevice(gateway, shop);
    const heartbeat = {
      battery: null,
      queue_length: null,
      app_version: null,
      last_notification_at: null,
      listener_error: null,
    };
    await noteHeartbeat(database.sql, device, heartbeat, gateway.now());
    await watchDevices(gateway);
    await backAgain();
    const offlineSince = async () => {
      const [row] = await database.sql<{ offline_since: Date | null }[]>`
        select offline_since from devices where device_id = ${device.device_id}
      `;
      return row?.offline_since;
    };
    for (let seconds = 0; seconds <= 119; seconds += 17) {
      gateway.setClock(new Date(right + seconds * 1000));
      await watchDevices(gateway);
    }
    expect(await offlineSince()).toBeNull();
    gateway.setClock(new Date(right + 121_000));
    await watchDevices(gateway);
    expect(await offlineSince()).toEqual(new Date(right + 121_000));
  });

  test("a mailbox is read in time, not after an hour", async () => {
    const { device_id } = await watchingMailbox(gateway, shop, [shop]);
    const ahead = new Date(right + hour);
    await database.sql`
      insert into mailboxes (
        merchant_id, device_id, address, login, host, port, sealed_password, sealed_mail_key, uid_validity, last_uid,
        connected_at, read_at, next_try_at, lease_token, lease_until
      )
      values (
        ${shop.merchant_id}, ${device_id}, 'a@toko.example', 'a', 'mail.example.com', 993, 'x', 'x', 1, 0,
        ${ahead}, ${ahead}, ${ahead}, gen_random_uuid(), ${ahead}
      )
    `;
    await database.sql`
      insert into bank_mails (
        merchant_id, mail_id, device_id, mail_hash, outcome, arrived_at, created_at, check_at, encrypted_mail
      )
      values (
        ${shop.merchant_id}, ${device_id}, ${device_id}, ${Buffer.alloc(32)}, 'waiting', ${ahead}, ${ahead}, ${ahead}, 'x'
      )
    `;
    await backAgain();
    const after = new Date(right + limits.mailboxLeaseSeconds * 1000);
    const leased = await leaseMailboxes(database.sql, { limit: 10, at: after });
    const own = leased.filter((mailbox) => mailbox.device_id === device_id);
    expect(own).toMatchObject([{ read_at: new Date(right), connected_at: new Date(right) }]);
    const waiting = { merchant_id: shop.merchant_id, device_id, at: after };
    expect(await selectWaitingMails(database.sql, waiting)).toHaveLength(1);
  });
});
