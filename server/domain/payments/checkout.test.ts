import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import { readCheckout, redirectUrl } from "./checkout.ts";
import { cancelPayment } from "./payments.ts";
import { dynamicQris } from "../accounts/qris.ts";

const staticCode = (vectors.vectors[0] as { static: string }).static;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

async function qrisShop(): Promise<Shop> {
  const account = await addAccount(gateway, shop, {
    channel: "QRIS",
    account_number: undefined,
    account_name: undefined,
    qris: staticCode,
  });
  return { ...shop, account_id: account.account_id };
}

describe("the checkout view", () => {
  test("of a bank transfer has no QRIS fields", async () => {
    const payment = await pendingPayment(gateway, shop, {
      payment_return_url: "https://shop.example/thanks?from=checkout#top",
      payment_code: "INV/2026 &1",
    });
    const view = await readCheckout(gateway, payment.payment_id);
    expect(view).toMatchObject({
      amount_total: payment.payment_total,
      status: "PENDING",
      bank_type: "TRANSFER",
      app_name: "BCA mobile",
      order_items: "[]",
      redirect_url: "https://shop.example/thanks?from=checkout&payment_code=INV%2F2026%20%261#top",
    });
    expect(JSON.parse(view.instructions)[0]).toMatchObject({ step: 1 });
    expect(Object.keys(view).some((key) => key.startsWith("qris"))).toBe(false);
  });

  test("of a QRIS payment has the dynamic code of exactly the total, and never the static one", async () => {
    const payment = await pendingPayment(gateway, await qrisShop());
    const view = await readCheckout(gateway, payment.payment_id);
    expect(view).toMatchObject({
      bank_type: "QRIS",
      qris_payload: dynamicQris(staticCode, payment.payment_total),
      qris_id: "ID1099000000002",
      qris_name: "kedai  uji",
      qris_city: "Tangerang (Kab)",
      account_number: "ID1099000000002",
    });
    expect(JSON.stringify(view)).not.toContain(staticCode);
  });

  test("has no code after the payment ends", async () => {
    const qris = await qrisShop();
    const cancelled = await pendingPayment(gateway, qris);
    await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
    const paid = await pendingPayment(gateway, qris);
    const device = await approvedDevice(gateway, shop);
    await reportTransfer(gateway, device, paid.payment_total, {
      package_name: "id.bmri.livinmerchant",
    });
    for (const [payment, status] of [
      [cancelled, "CANCELLED"],
      [paid, "PAID"],
    ] as const) {
      expect(await readCheckout(gateway, payment.payment_id)).toMatchObject({
        status,
        qris_payload: null,
      });
    }
  });

  test.each(["EXPIRED", "CANCELLED"])(
    "has no account and no steps once the payment is %s",
    async (status) => {
      for (const merchant of [shop, await qrisShop()]) {
        const payment = await pendingPayment(gateway, merchant);
        if (status === "CANCELLED") {
          await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
        } else gateway.setClock(payment.payment_expired_at);
        const view = await readCheckout(gateway, payment.payment_id);
        gateway.setClock(null);
        expect(view).toMatchObject({
          status,
          amount_total: payment.payment_total,
          account_number: "",
          account_name: "",
          instructions: "[]",
        });
        expect(view.qris_payload ?? null).toBeNull();
      }
    },
  );

  test("is not found for an unknown payment", async () => {
    await expect(
      readCheckout(gateway, "018f0000-0000-7000-8000-000000000000"),
    ).rejects.toMatchObject({ code: "not_found", message: "payment not found" });
  });
});

test.each([
  ["https://shop.example", "https://shop.example?payment_code=A%2FB"],
  ["https://shop.example/?x=1", "https://shop.example/?x=1&payment_code=A%2FB"],
  ["https://shop.example/#pay", "https://shop.example/?payment_code=A%2FB#pay"],
  ["https://shop.example/?payment_code=1", "https://shop.example/?payment_code=A%2FB"],
  [
    "https://shop.example/?a=%2f+x&payment%5Fcode=1&b&payment_code#payment_code=2",
    "https://shop.example/?a=%2f+x&b&payment_code=A%2FB#payment_code=2",
  ],
  [
    "https://shop.example/?Payment_Code=1&my_payment_code=2&%E0%A4=3",
    "https://shop.example/?Payment_Code=1&my_payment_code=2&%E0%A4=3&payment_code=A%2FB",
  ],
  [null, null],
])("the return address for %s keeps the merchant's text", (returnUrl, expected) => {
  expect(redirectUrl(returnUrl, "A/B")).toBe(expected);
});
