import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeAccount } from "../domain/accounts/accounts.ts";
import { changeMerchant } from "../domain/merchants/merchants.ts";
import { cancelPayment } from "../domain/payments/payments.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { drawnDay } from "../testing/drawn-day.ts";
import { pendingPayment, shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { ask, openInProcessService, type InProcessService } from "../testing/in-process-service.ts";

const today = drawnDay("a merchant's own webhooks");

let database: TestDatabase;
let service: InProcessService;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  service = openInProcessService(database.sql);
});
afterAll(() => database.drop());
beforeEach(async () => {
  service.gateway.setClock(null);
  shop = await shopWithAccount(service.gateway);
  await changeMerchant(service.gateway, shop.merchant_id, {
    webhook_url: "https://shop.example/webhooks",
    sends_cancelled_events: true,
  });
});

async function call(method: string, path: string, json?: unknown, api_key = shop.api_key) {
  const headers = { "x-api-key": api_key };
  const { status, text } = await ask(service.dispatch, { method, path, headers, json });
  const body = JSON.parse(text) as { code?: string; message: string; data: never };
  return { status, ...body };
}

/** Webhooks of one millisecond have no order, so a test about their order sets the clock. */
async function cancelled(of: Shop = shop): Promise<string> {
  const { payment_code } = await pendingPayment(service.gateway, of);
  await cancelPayment(service.gateway, { ...of, payment_code });
  return payment_code;
}

describe("a merchant's own webhooks", () => {
  test("are listed newest first, without others'", async () => {
    const stranger = await shopWithAccount(service.gateway);
    await changeMerchant(service.gateway, stranger.merchant_id, {
      webhook_url: "https://other.example/",
      sends_cancelled_events: true,
    });
    await cancelled(stranger);
    const codes: string[] = [];
    for (const time of ["08:00", "08:01"]) {
      service.gateway.setClock(today(time));
      codes.push(await cancelled());
    }
    const { status, data } = await call("GET", "/merchant/deliveries?per_page=5");
    expect(status).toBe(200);
    expect(data).toMatchObject({
      items: codes.toReversed().map((payment_code) => ({ payment_code })),
      next_cursor: null,
    });
  });

  test("are resent, and another merchant's are not found", async () => {
    await cancelled();
    const { data: page } = await call("GET", "/merchant/deliveries");
    const [{ delivery_id }] = (page as { items: [{ delivery_id: string }] }).items;
    const path = `/merchant/deliveries/${delivery_id}/attempts`;
    const stranger = await shopWithAccount(service.gateway);
    expect(await call("POST", path, undefined, stranger.api_key)).toMatchObject({
      code: "not_found",
    });
    expect(await call("POST", path)).toMatchObject({
      status: 200,
      data: { delivery_id, delivery_status: "SUCCESS", attempt_count: 1 },
    });
    const unknown = await call("POST", "/merchant/deliveries/msg_x/attempts");
    expect(unknown).toMatchObject({ code: "not_found" });
  });

  test.each([
    ["GET", "/merchant/deliveries"],
    ["POST", `/merchant/deliveries/msg_${"0".repeat(32)}/attempts`],
    ["POST", "/merchant/triggers"],
  ])("%s %s requires the key", async (method, path) => {
    const refused = await call(method, path, undefined, "pgk_live_forged");
    expect(refused).toMatchObject({ status: 403, code: "tenant_api_key_required" });
  });
});

describe("triggered events", () => {
  const withLeave = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    Object.assign(service.gateway.settings, { allowTrigger: true });
    return run().finally(() => Object.assign(service.gateway.settings, { allowTrigger: false }));
  };

  test("are refused without the operator's permission, and nothing is left behind", async () => {
    const refused = await call("POST", "/merchant/triggers", { event_type: "payment.paid" });
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
    expect(refused.message).toContain("ALLOW_TRIGGER=true");
    const { data } = await call("GET", "/gateway/payments");
    expect(data).toEqual([]);
  });

  test.each([
    ["payment.paid", "PAID"],
    ["payment.cancelled", "CANCELLED"],
    ["payment.expired", "PENDING"],
  ])("%s creates a real invoice that is %s", async (event_type, payment_status) => {
    const made = await withLeave(() => call("POST", "/merchant/triggers", { event_type }));
    expect(made).toMatchObject({ status: 201, data: { payment_status } });
    const { payment_code, payment_expired_at } = made.data as {
      payment_code: string;
      payment_expired_at: string;
    };
    expect(await call("GET", `/gateway/payments/${payment_code}`)).toMatchObject({ status: 200 });
    const left = new Date(payment_expired_at).getTime() - Date.now();
    expect(left < 5_000).toBe(event_type === "payment.expired");
  });

  test("are refused without a payable account, or of an unknown type", async () => {
    const other = { event_type: "payment.made" };
    const unknown = await withLeave(() => call("POST", "/merchant/triggers", other));
    expect(unknown).toMatchObject({ code: "validation_error" });
    await changeAccount(service.gateway, shop.account_id, { account_active: false });
    const event = { event_type: "payment.paid" };
    const closed = await withLeave(() => call("POST", "/merchant/triggers", event));
    expect(closed).toMatchObject({ status: 409, code: "conflict" });
    await changeAccount(service.gateway, shop.account_id, {
      account_active: true,
      account_quota: 0,
    });
    const used = await withLeave(() => call("POST", "/merchant/triggers", event));
    expect(used).toMatchObject({ status: 409, code: "conflict" });
    const stranger = await shopWithAccount(service.gateway);
    const { account_id } = stranger;
    const foreign = await withLeave(() =>
      call("POST", "/merchant/triggers", { ...event, account_id }),
    );
    const message =
      "No active account of the merchant has this id. To list the accounts, send GET /gateway/accounts";
    expect(foreign).toMatchObject({ status: 409, code: "conflict", message });
  });
});
