import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../contract/payments.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import { connect } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { createTestDatabase, statementMilliseconds } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopInTestMode,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { enableTotp } from "../access/totp.ts";
import { changeAccount, createAccount, listAccounts } from "../accounts/accounts.ts";
import { insertOwnBank } from "../accounts/own-banks.sql.ts";
import { registerDevice } from "../sources/devices.ts";
import {
  createApiKey,
  createTestApiKey,
  findMerchantsByApiKeys,
  listApiKeys,
  revokeApiKey,
} from "../merchants/api-keys.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { liveWebhookSecrets } from "../merchants/webhook-secrets.ts";
import { matchPayment } from "./matching.ts";
import { listMutations, reportNotifications } from "./mutations.ts";
import { expectedTransfer, simulatedPhone } from "./simulated-transfers.ts";
import { triggerEvent } from "./simulated-events.ts";
import { cancelPayment, listPayments, readPayment } from "../payments/payments.ts";
import { readCheckout, readCheckoutPage } from "../payments/checkout.ts";
import { invariants } from "../upkeep/invariants.sql.ts";
import { selectMerchantPage } from "../overview/operator.sql.ts";
import { countEndedPayments, readOverview } from "../overview/overview.ts";
import { createTestPayment, payTestPayment } from "./test-payments.ts";

const database = await createTestDatabase();
const { sql } = database;
const otherProcess = connect(database.url, { statementMilliseconds });
const gateway = testGateway(sql);
const gateways = [gateway, testGateway(otherProcess)] as const;

let shop: Shop;
/** The shop as its test key sees it. */
let testShop: Shop;

beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  testShop = await shopInTestMode(gateway, shop);
});
afterAll(async () => {
  await otherProcess.end();
  await database.drop();
});

const nameOf = ({ payment_code }: Payment, of = testShop) => ({
  merchant_id: of.merchant_id,
  payment_code,
});
const statusOf = async (payment: Payment, of = testShop) =>
  (await readPayment(gateway, nameOf(payment, of))).payment_status;
const listOf = (merchant_id: string) =>
  listPayments(gateway, { merchant_id, page: 1, per_page: 20 });
const code = (expected: string) => expect.objectContaining({ code: expected });

describe("the dashboard's test invoice", () => {
  const unique = 999;
  test.each([
    ["an account without bounds", {}, 50_000],
    ["a largest amount below it", { account_max_amount: 20_000 }, 20_000],
    ["a smallest amount above it", { account_min_amount: 75_000 }, 75_000],
  ])("looks like a real sale: %s", async (_, bounds, amount) => {
    await changeAccount(gateway, shop.account_id, bounds);
    const { merchant_id } = shop;
    const person = { merchant_id, merchant_name: "Warung", email: "warung@example.com" };
    const { payment_total } = await createTestPayment(gateway, person);
    expect(payment_total).toBeGreaterThan(amount);
    expect(payment_total).toBeLessThanOrEqual(amount + unique);
  });
});

async function refusalOf(statement: PromiseLike<unknown>): Promise<string | null> {
  return Promise.resolve(statement).then(() => null, violatedConstraint);
}

describe("a test key", () => {
  test("is recognisable, and is listed and revoked beside the live ones", async () => {
    const key = await createTestApiKey(gateway, shop.merchant_id, "Staging");
    expect(key.api_key).toMatch(/^pgk_test_/);
    expect(key).toMatchObject({ is_test: true, key_prefix: key.api_key.slice(0, 12) });
    expect(await listApiKeys(sql, shop.merchant_id)).toMatchObject([
      { is_test: false },
      { is_test: true },
      { key_id: key.key_id, label: "Staging", is_test: true },
    ]);
    const stranger = await shopWithAccount(gateway);
    expect(await revokeApiKey(sql, key.key_id, stranger.merchant_id)).toBeNull();
    expect(await revokeApiKey(sql, key.key_id, shop.merchant_id)).toBe(shop.merchant_id);
    expect(await findMerchantsByApiKeys(sql, [key.api_key])).toEqual([null]);
    expect(await findMerchantsByApiKeys(sql, [shop.api_key])).toEqual([shop.merchant_id]);
  });

  test("shares one test mode with the others, also if created simultaneously", async () => {
    const fresh = await shopWithAccount(gateway);
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        createTestApiKey(gateways[index % 2] ?? gateway, fresh.merchant_id),
      ),
    );
    const keys = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(keys).toHaveLength(5);
    const merchants = await findMerchantsByApiKeys(
      sql,
      keys.map(({ api_key }) => api_key),
    );
    expect(new Set(merchants).size).toBe(1);
    expect(merchants[0]).not.toBe(fresh.merchant_id);
    expect(new Set(keys.map(({ webhook_secret }) => webhook_secret)).size).toBe(1);
    // The live keys have their own five places.
    await createApiKey(sql, fresh.merchant_id);
  });

  test("and a live one never mix: the database refuses a key of the wrong kind", async () => {
    await expect(createApiKey(sql, testShop.merchant_id)).rejects.toThrow("is a test mode");
    await expect(createTestApiKey(gateway, testShop.merchant_id)).rejects.toThrow("is a test mode");
    const insert = (merchant_id: string, key_prefix: string) => sql`
      insert into api_keys (merchant_id, key_id, key_hash, key_prefix, created_at)
      values (${merchant_id}, ${randomUUID()}, ${Buffer.from(randomUUID())}, ${key_prefix}, now())
    `;
    expect(await refusalOf(insert(shop.merchant_id, "pgk_test_abc"))).toBe(
      "api_keys_say_their_mode",
    );
    expect(await refusalOf(insert(testShop.merchant_id, "pgk_live_abc"))).toBe(
      "api_keys_say_their_mode",
    );
  });

  test("signs with its own secret, so that a live shop refuses test webhooks", async () => {
    expect(testShop.webhook_secret).not.toBe(shop.webhook_secret);
    const live = { merchant_id: shop.merchant_id, at: null };
    expect(await liveWebhookSecrets(sql, gateway.secrets, live)).toEqual([shop.webhook_secret]);
    const again = await createTestApiKey(gateway, shop.merchant_id);
    expect(again.webhook_secret).toBe(testShop.webhook_secret);
  });
});

describe("accounts of test mode", () => {
  test("copy the merchant's accounts with invented numbers", async () => {
    const { account_id } = await addAccount(gateway, shop, { channel: "BRI" });
    const [first, second] = await listAccounts(gateway, testShop.merchant_id);
    expect(first).toMatchObject({ channel_name: "BCA", account_number: "0000000000" });
    expect(second).toMatchObject({ channel_name: "BRI", account_name: "UJI / TEST" });
    expect([first?.account_id, second?.account_id]).not.toContain(account_id);

    await changeAccount(gateway, account_id, { account_min_amount: 5000, account_active: false });
    await changeAccount(gateway, account_id, { account_quota: 0 });
    const changed = await listAccounts(gateway, testShop.merchant_id);
    expect(changed[1]).toEqual({ ...second, account_min_amount: 5000, account_active: false });
  });

  test("have no QRIS code, so that customers cannot scan one", async () => {
    await addAccount(gateway, shop, {
      channel: "QRIS",
      account_number: undefined,
      account_name: undefined,
      qris: (vectors.vectors[0] as { static: string }).static,
    });
    const accounts = await listAccounts(gateway, testShop.merchant_id);
    const { account_id = "" } = accounts.find(({ channel_type }) => channel_type === "QRIS") ?? {};
    const payment = await pendingPayment(gateway, { ...testShop, account_id });
    expect(await readCheckout(gateway, payment.payment_id)).toMatchObject({
      bank_type: "QRIS",
      qris_payload: null,
      qris_id: null,
    });
    await payTestPayment(gateway, nameOf(payment));
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("take no day of quota", async () => {
    await pendingPayment(gateway, testShop);
    const [live] = await listAccounts(gateway, shop.merchant_id);
    expect(live?.account_quota).toBe(30);
  });
});

describe("a test payment", () => {
  test("has its own codes, numbers and totals, and is hidden from a live key", async () => {
    const payment_code = `INV-${randomUUID()}`;
    const tested = await pendingPayment(gateway, testShop, { payment_code });
    const live = await pendingPayment(gateway, shop, { payment_code });
    expect(tested.payment_id).not.toBe(live.payment_id);
    expect((await listOf(shop.merchant_id)).items.map((one) => one.payment_id)).toEqual([
      live.payment_id,
    ]);
    expect((await listOf(testShop.merchant_id)).items.map((one) => one.payment_id)).toEqual([
      tested.payment_id,
    ]);
    await cancelPayment(gateway, nameOf(tested));
    expect(await statusOf(live, shop)).toBe("PENDING");
    const only = await pendingPayment(gateway, testShop);
    await expect(readPayment(gateway, nameOf(only, shop))).rejects.toEqual(code("not_found"));
    await expect(cancelPayment(gateway, nameOf(only, shop))).rejects.toEqual(
      code("payment_not_cancellable"),
    );
  });

  test("names only accounts of its mode", async () => {
    const crossed = { ...testShop, account_id: shop.account_id };
    await expect(pendingPayment(gateway, crossed)).rejects.toThrow("account_not_owned");
    const back = { ...shop, account_id: testShop.account_id };
    await expect(pendingPayment(gateway, back)).rejects.toThrow("account_not_owned");
  });

  test("is paid by one click, also by many simultaneous ones, and a repeat changes nothing", async () => {
    const payment = await pendingPayment(gateway, testShop, {
      payment_webhook_url: "https://shop.example/hook",
    });
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        payTestPayment(gateways[index % 2] ?? gateway, nameOf(payment)),
      ),
    );
    await payTestPayment(gateway, nameOf(payment));
    expect(await statusOf(payment)).toBe("PAID");
    const owed = await sql<{ delivery_id: string }[]>`
      select delivery_id from webhook_deliveries where merchant_id = ${testShop.merchant_id}
    `;
    // The id is signed, so a receiver can trust the mode in it.
    expect(owed.map(({ delivery_id }) => delivery_id)).toEqual([
      expect.stringMatching(/^msg_test_[0-9a-f]{32}$/),
    ]);
  });

  test("to a merchant's own bank is paid too, also by an event", async () => {
    const { merchant_id } = shop;
    const channel_id = randomUUID();
    await insertOwnBank(gateway.sql, {
      merchant_id,
      channel_id,
      channel_name: "Bank Desa Contoh",
      own_package: "id.desa",
      number_min: 10,
      number_max: 12,
    });
    await createAccount(gateway, {
      merchant_id,
      channel: `OWN${channel_id.replaceAll("-", "").slice(-12).toUpperCase()}`,
      account_number: "1234567890",
      account_name: "TOKO CONTOH",
      account_quota: 30,
      account_min_amount: 1,
      account_max_amount: null,
    });
    const accounts = await listAccounts(gateway, testShop.merchant_id);
    const account = accounts.find((each) => each.channel_id === channel_id);
    const account_id = account?.account_id ?? "";
    const payment = await pendingPayment(gateway, testShop, { account_id });
    await Promise.all(Array.from({ length: 3 }, () => payTestPayment(gateway, nameOf(payment))));
    expect(await statusOf(payment)).toBe("PAID");
    const event = { merchant_id: testShop.merchant_id, account_id } as const;
    for (const [event_type, status] of [
      ["payment.paid", "PAID"],
      ["payment.part_received", "PENDING"],
      ["payment.overpaid", "PAID"],
    ] as const) {
      const made = await triggerEvent(gateway, { ...event, event_type });
      expect([event_type, made.payment_status]).toEqual([event_type, status]);
    }
    // Outside test mode, a text counts only if a person has confirmed or taught its wording.
    const live = (await listAccounts(gateway, merchant_id)).find(
      (each) => each.channel_id === channel_id,
    );
    const real = await pendingPayment(gateway, shop, { account_id: live?.account_id ?? "" });
    await expect(expectedTransfer(gateway, nameOf(real, shop))).rejects.toThrow("does not know");
  });

  test("is not paid if it has ended or does not exist", async () => {
    const payment = await pendingPayment(gateway, testShop);
    await cancelPayment(gateway, nameOf(payment));
    await expect(payTestPayment(gateway, nameOf(payment))).rejects.toThrow("CANCELLED");
    const missing = { merchant_id: testShop.merchant_id, payment_code: "none" };
    await expect(payTestPayment(gateway, missing)).rejects.toEqual(code("not_found"));
  });

  test("can be matched manually with a code of the merchant's people", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const payment = await pendingPayment(gateway, testShop);
    const match = { ...nameOf(payment), mutation_id: null };
    await expect(matchPayment(gateway, { ...match, totp_code: "000000" })).rejects.toEqual(
      code("invalid totp code"),
    );
    await matchPayment(gateway, { ...match, totp_code: currentTotpCode(secret) });
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("can be triggered without the operator's permission, unlike a live one", async () => {
    const event_type = "payment.paid";
    const { merchant_id } = testShop;
    expect(await triggerEvent(gateway, { merchant_id, event_type })).toMatchObject({
      payment_status: "PAID",
    });
    await expect(
      triggerEvent(gateway, { merchant_id: shop.merchant_id, event_type }),
    ).rejects.toThrow("Use a test key");
  });
});

describe("live money and tests stay separate", () => {
  test("a real phone pays no test payment, with any pending payments and parallel reports", async () => {
    const phone = await approvedDevice(gateway, shop);
    const simulated = await simulatedPhone(gateway, testShop.merchant_id);
    const live = await pendingPayment(gateway, shop);
    const tested = await pendingPayment(gateway, testShop);
    // No live payment has this total, and no payment of test mode has the other.
    await sql`
      update payments
      set payment_unique = (payment_unique + 500) % 999 + 1, payment_total = payment_amount + (payment_unique + 500) % 999 + 1
      where payment_id = ${tested.payment_id} and payment_total = ${live.payment_total}
    `;
    const { payment_total } = await readPayment(gateway, nameOf(tested));
    const [real, fake] = await Promise.all([
      reportTransfer(gateways[1], phone, payment_total),
      reportTransfer(gateway, simulated.device, live.payment_total),
    ]);
    expect(real.matched_payment_code).toBeNull();
    expect(fake.matched_payment_code).toBeNull();
    expect(await statusOf(tested)).toBe("PENDING");
    expect(await statusOf(live, shop)).toBe("PENDING");

    await Promise.all([
      reportTransfer(gateways[1], phone, live.payment_total, { sender: "ANI" }),
      payTestPayment(gateway, nameOf(tested)),
    ]);
    expect(await statusOf(tested)).toBe("PAID");
    expect(await statusOf(live, shop)).toBe("PAID");
    const seen = await listMutations(gateway, {
      merchant_id: shop.merchant_id,
      page: 1,
      per_page: 20,
      only_unmatched: false,
    });
    expect(seen.items.every(({ device_id }) => device_id === phone.device_id)).toBe(true);
  });

  test("a total that is pending in both is paid in each by its own phone", async () => {
    const phone = await approvedDevice(gateway, shop);
    const live = await pendingPayment(gateway, shop);
    const tested = await pendingPayment(gateway, testShop);
    await sql`
      update payments
      set payment_unique = ${live.payment_unique}, payment_total = ${live.payment_total}
      where payment_id = ${tested.payment_id}
    `;
    await reportNotifications(gateway, phone, [transferNotification(live.payment_total)]);
    expect(await statusOf(live, shop)).toBe("PAID");
    expect(await statusOf(tested)).toBe("PENDING");
    await payTestPayment(gateway, nameOf(tested));
    expect(await statusOf(tested)).toBe("PAID");
  });

  test("only a simulated phone is in test mode: another's key and row are refused", async () => {
    const registration = {
      merchant_id: testShop.merchant_id,
      device_name: "Phone",
      installation_id: randomUUID(),
      model: null,
      app_version: null,
    };
    await expect(registerDevice(sql, registration)).rejects.toEqual(code("conflict"));
    await expect(
      registerDevice(sql, { ...registration, installation_id: "simulated" }),
    ).rejects.toEqual(code("conflict"));
    const { device } = await simulatedPhone(gateway, testShop.merchant_id);
    await expect(
      registerDevice(sql, { ...registration, installation_id: "simulated" }),
    ).rejects.toEqual(code("conflict"));
    expect(
      await refusalOf(sql`
        update devices set is_simulated = false
        where merchant_id = ${testShop.merchant_id} and device_id = ${device.device_id}
      `),
    ).toBe("devices_of_test_mode_are_simulated");
  });

  test("a test mode is no operator, sells nothing, signs no person in and has no test mode", async () => {
    const { merchant_id } = testShop;
    const plain = "merchants_test_mode_is_plain";
    expect(
      await refusalOf(
        sql`update merchants set is_operator = true where merchant_id = ${merchant_id}`,
      ),
    ).toBe(plain);
    expect(
      await refusalOf(
        sql`update merchants set password_hash = 'x' where merchant_id = ${merchant_id}`,
      ),
    ).toBe(plain);
    expect(
      await refusalOf(
        sql`update merchants set test_of = merchant_id where merchant_id = ${merchant_id}`,
      ),
    ).toBe(plain);
    expect(await sql`select from people where merchant_id = ${merchant_id}`).toHaveLength(0);
    expect(await sql`select from notice_targets where merchant_id = ${merchant_id}`).toHaveLength(
      0,
    );
  });
});

describe("test payments are excluded", () => {
  test("from the merchant's figures and the operator's lists", async () => {
    const before = await readOverview(gateway, { merchant_id: shop.merchant_id, days: 30 });
    await payTestPayment(gateway, nameOf(await pendingPayment(gateway, testShop)));
    await pendingPayment(gateway, testShop);
    await countEndedPayments(gateway);
    expect(await readOverview(gateway, { merchant_id: shop.merchant_id, days: 30 })).toEqual(
      before,
    );
    const listed = await selectMerchantPage(sql, { before: null, search: null, limit: 1000 });
    expect(listed.map(({ merchant_id }) => merchant_id)).not.toContain(testShop.merchant_id);
    expect(listed.map(({ merchant_id }) => merchant_id)).toContain(shop.merchant_id);
  });

  test("while every rule of the database holds", async () => {
    await payTestPayment(gateway, nameOf(await pendingPayment(gateway, testShop)));
    await countEndedPayments(gateway);
    for (const [rule, check] of Object.entries(invariants))
      expect(await check(sql, gateway.settings), rule).toEqual([]);
  });
});

test("the page of a test looks like the merchant's, without payable details", async () => {
  await changeMerchant(gateway, shop.merchant_id, {
    merchant_name: "Toko Baru",
    accent_color: "#123456",
  });
  const { payment_id } = await pendingPayment(gateway, testShop);
  expect(await readCheckoutPage(gateway, payment_id)).toMatchObject({
    is_test: true,
    merchant: { name: "Toko Baru", accent_color: "#123456" },
  });
  expect((await readCheckout(gateway, payment_id)).account_number).toBe("0000000000");
  const live = await pendingPayment(gateway, shop);
  expect(await readCheckoutPage(gateway, live.payment_id)).toMatchObject({ is_test: false });
});
