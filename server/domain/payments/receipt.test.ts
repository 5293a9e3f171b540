import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
} from "../../testing/fixtures.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { sellOnAccount } from "../sales/sales.ts";
import { cancelPayment } from "./payments.ts";
import { readCheckout, readCheckoutPage } from "./checkout.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

test("a manual invoice shows its note while payable and on its receipt, and not after another end", async () => {
  const gateway = testGateway(database.sql);
  const shop = await shopWithAccount(gateway);
  const sell = async () => {
    const contents = {
      merchant_id: shop.merchant_id,
      source: "invoice",
      form_key: randomUUID(),
      link_id: null,
      payment_amount: 25_000,
      customer_name: "Siti",
      customer_email: null,
      customer_phone: null,
      customer_orders: null,
      note: "Ukuran M",
      deadline_seconds: 3600,
      deadline_at: null,
      made_by: null,
    } as const;
    const choice = { account_id: shop.account_id, must_be_watched: false };
    return (await sellOnAccount(gateway, contents, choice)).payment;
  };
  const [paid, cancelled] = [await sell(), await sell()];
  expect(await readCheckoutPage(gateway, paid.payment_id)).toMatchObject({ note: "Ukuran M" });
  const phone = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, phone, paid.payment_total);
  expect(await readCheckoutPage(gateway, paid.payment_id)).toMatchObject({ note: "Ukuran M" });
  await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
  expect(await readCheckoutPage(gateway, cancelled.payment_id)).toMatchObject({ note: null });
  expect(JSON.stringify(await readCheckout(gateway, paid.payment_id))).not.toContain("Ukuran");
});

test("the page has the payment time and the seller's contact, and the public response has neither", async () => {
  const gateway = testGateway(database.sql);
  const shop = await shopWithAccount(gateway);
  const seller = {
    contact_address: "Jl. Melati 7, Bandung",
    contact_phone: "0811-2233 4455",
    contact_email: "halo@shop.example",
    shop_url: "https://shop.example/",
  };
  await changeMerchant(gateway, shop.merchant_id, seller);
  const { payment_id, payment_total } = await pendingPayment(gateway, shop);
  expect(await readCheckoutPage(gateway, payment_id)).toMatchObject({
    paid_at: null,
    seller: { phone: seller.contact_phone, shop_url: seller.shop_url },
  });
  const before = await readCheckout(gateway, payment_id);
  const phone = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, phone, payment_total);
  const [row] = await database.sql<{ payment_updated_at: Date }[]>`
    select payment_updated_at from payments where payment_id = ${payment_id}`;
  expect(await readCheckoutPage(gateway, payment_id)).toMatchObject({
    paid_at: row?.payment_updated_at.toISOString(),
    seller: { address: seller.contact_address, email: seller.contact_email },
  });
  const view = await readCheckout(gateway, payment_id);
  expect(Object.keys(view)).toEqual(Object.keys(before));
  expect(JSON.stringify(view)).not.toContain("Melati");
});
