import { describe, expect, test } from "vitest";
import { gatewayInMemory, okWith } from "./gateway-in-memory.ts";
import { codeOf, findInvoice, openInvoice, shownInvoice, withdrawInvoice } from "./invoices.ts";

const { fake, settings, answer } = gatewayInMemory();

const customer = { name: "Siti Rahayu", email: "siti@example.com" };

describe("an invoice for a shop's payment", () => {
  test("is created once, despite repeated requests of the shop", async () => {
    const wanted = { code: "once", rupiah: 150_000, customer };
    const first = await openInvoice(settings, wanted);
    const again = await openInvoice(settings, wanted);
    expect(again.payment_id).toBe(first.payment_id);
    expect(first).toMatchObject({ payment_amount: 150_000, customer_name: "Siti Rahayu" });
  });

  test("is not reused for another amount", async () => {
    await openInvoice(settings, { code: "changed", rupiah: 150_000, customer });
    await expect(
      openInvoice(settings, { code: "changed", rupiah: 160_000, customer }),
    ).rejects.toThrow("The amount has changed since the payment began.");
  });

  test("needs an email address or a phone number, from which a missing name is made", async () => {
    const wanted = { code: "guest", rupiah: 150_000 };
    await expect(openInvoice(settings, { ...wanted, customer: { name: "Siti" } })).rejects.toThrow(
      "Please enter an email address or a telephone number first.",
    );
    expect(await findInvoice(settings, "guest")).toBeNull();
    const payment = await openInvoice(settings, { ...wanted, customer: { phone: "0812 345" } });
    expect(payment).toMatchObject({ customer_name: "0812 345", customer_phone: "0812 345" });
  });

  test("has texts shortened to the gateway's limits", async () => {
    const long = { name: "S".repeat(400), email: "siti@example.com", phone: "1".repeat(80) };
    const payment = await openInvoice(settings, { code: "long", rupiah: 1000, customer: long });
    expect(payment.customer_name).toHaveLength(255);
    expect(payment.customer_phone).toHaveLength(50);
  });

  test("gives the customer a sentence without internal details if it is unavailable", async () => {
    fake.failNext("lost_answer", "lost_answer");
    await expect(
      openInvoice(settings, { code: "away", rupiah: 150_000, customer }),
    ).rejects.toThrow(
      "Bank transfer cannot be started at the moment. Nothing was ordered. Please try again in a few minutes.",
    );
  });

  test("is not offered again after the gateway's refusal, and the shop's log has the cause", async () => {
    const strange = { ...settings, apiKey: "pgk_live_revoked" };
    await expect(
      openInvoice(strange, { code: "refused", rupiah: 150_000, customer }),
    ).rejects.toMatchObject({
      message:
        "Bank transfer is not available at the moment. Nothing was ordered. Please choose another way to pay.",
      cause: { code: "tenant_api_key_required" },
    });
  });

  test("can be withdrawn, also twice, and also if it never existed", async () => {
    const code = codeOf(settings, "withdrawn", 1);
    await openInvoice(settings, { code, rupiah: 150_000, customer });
    expect(await withdrawInvoice(settings, code)).toBe(true);
    expect(await withdrawInvoice(settings, code)).toBe(true);
    expect(await withdrawInvoice(settings, codeOf(settings, "never made", 1))).toBe(true);
    expect(await findInvoice(settings, code)).toMatchObject({ payment_status: "CANCELLED" });
  });

  test("is unchanged if a copy of the shop withdraws it, and can be withdrawn by the shop", async () => {
    const copy = { ...settings, shopMark: "0c0ffe" };
    const code = codeOf(settings, "copied", 1);
    await openInvoice(settings, { code, rupiah: 150_000, customer });
    expect(await withdrawInvoice(copy, code)).toBe(false);
    expect(await findInvoice(copy, code)).toMatchObject({ payment_status: "PENDING" });
    expect(await withdrawInvoice(settings, code)).toBe(true);
    // The customer can pay nothing here, or the copy's key cannot see the invoice.
    expect(await withdrawInvoice(copy, code)).toBe(true);
    expect(await withdrawInvoice(copy, codeOf(settings, "never made", 1))).toBe(true);
    // Only the shop's mark counts, not the same digits in another place.
    const lookalike = `INV-${copy.shopMark}-1-${settings.shopMark}-1`;
    await openInvoice(settings, { code: lookalike, rupiah: 150_000, customer });
    expect(await withdrawInvoice(copy, lookalike)).toBe(false);
  });

  test("shows the customer's own payment details, and no other customer's or account's", async () => {
    const payment = await openInvoice(settings, { code: "shown", rupiah: 150_000, customer });
    const shown = await shownInvoice(settings, payment);
    expect(shown).toEqual({
      payment_code: "shown",
      payment_status: "PENDING",
      payment_total: payment.payment_total,
      payment_expired_at: payment.payment_expired_at,
      payment_checkout_url: payment.payment_checkout_url,
      channel_type: "TRANSFER",
      channel_name: "BCA",
      account_number: "1234567890",
      account_name: "TOKO CONTOH",
      qris_payload: null,
    });
  });
});

describe("the account of an invoice", () => {
  const accountWith = (fields: object) => ({ ...fake.accounts[0], ...fields });
  const answerAccounts = (...accounts: object[]) =>
    answer("/gateway/accounts", () => okWith(accounts));

  test("is the first active one with quota that takes the amount", async () => {
    answerAccounts(
      accountWith({ account_id: "1", account_active: false }),
      accountWith({ account_id: "2", account_quota: 0 }),
      accountWith({ account_id: "3", account_min_amount: 200_000 }),
      accountWith({ account_id: "4", account_max_amount: 149_999 }),
      accountWith({ account_max_amount: 150_000 }),
    );
    const payment = await openInvoice(settings, { code: "fifth", rupiah: 150_000, customer });
    expect(payment.account_id).toBe(fake.accounts[0]?.account_id);
  });

  test("is missing if none takes the amount, and the customer reads the reason", async () => {
    answerAccounts(accountWith({ account_max_amount: 149_999 }));
    await expect(
      openInvoice(settings, { code: "large", rupiah: 150_000, customer }),
    ).rejects.toThrow("Bank transfer is not available for Rp150.000 at the moment.");
  });
});

test("a QRIS code's name is shown, and for an unreadable code the customer uses the checkout page", async () => {
  const payment = await openInvoice(settings, { code: "qris", rupiah: 150_000, customer });
  const qris = { ...payment, channel_type: "QRIS" as const };
  answer("/checkout/", () => okWith({ qris_payload: "0002…" }));
  expect(await shownInvoice(settings, qris)).toMatchObject({ qris_payload: "0002…" });
  answer("/checkout/", () => Response.json({}, { status: 404 }));
  expect(await shownInvoice(settings, qris)).toMatchObject({
    qris_payload: null,
    payment_checkout_url: payment.payment_checkout_url,
  });
});
