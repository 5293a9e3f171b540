import { inject, expect, test } from "vitest";
import { approvedDevice, transfer } from "../../contract-tests/support/device.ts";
import { newCode, openShop, paymentInput, type Shop } from "../../contract-tests/support/shop.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { startReceiver } from "../../contract-tests/support/webhook-receiver.ts";
import { Tepat } from "../src/index.ts";

/** Tests the SDK with the real service. */

const { base_url } = inject("service");
const tepatOf = ({ api_key, webhook_secret }: Shop) =>
  new Tepat({ apiKey: api_key, baseUrl: base_url, webhookSecret: webhook_secret });

test("a payment is created, paid, and reported by a webhook that the SDK accepts", async () => {
  const shop = await openShop();
  const tepat = tepatOf(shop);
  await using receiver = await startReceiver();
  const [account] = await tepat.accounts.list();
  const payment_code = `INV/2026/${newCode()} é`;
  const payment = await tepat.payments.create({
    ...paymentInput(shop, { payment_code, payment_webhook_url: receiver.urlOf("paid") }),
    account_id: account?.account_id as string,
  });
  expect(payment).toMatchObject({ payment_code, payment_status: "PENDING", recovered: false });

  const phone = await approvedDevice(shop);
  await phone.report(transfer(payment.payment_total));
  const [webhook] = await receiver.waitFor("paid");
  const event = await tepat.webhooks.unwrap(webhook?.body ?? "", webhook?.headers ?? {});
  expect(event).toMatchObject({ type: "payment.paid", data: { payment_code } });
  expect(await tepat.payments.get(payment_code)).toEqual(event.data);
  expect(await tepat.mutations.list().toArray({ limit: 2 })).toEqual([
    expect.objectContaining({ matched_payment_code: payment_code }),
  ]);
  expect(await tepat.checkout.get(payment.payment_id)).toMatchObject({ status: "PAID" });
  expect(await tepat.channels.instructions(account?.channel_id as string)).toMatchObject({
    channel_id: account?.channel_id,
  });
});

test("a payment is matched manually, and another one cancelled", async () => {
  const shop = await openShop();
  const tepat = tepatOf(shop);
  const [byHand, withdrawn] = [
    await tepat.payments.create(paymentInput(shop)),
    await tepat.payments.create(paymentInput(shop)),
  ];
  const early = tepat.payments.match(byHand.payment_code, { totpCode: "123456" });
  await expect(early).rejects.toMatchObject({ code: "totp_not_enabled", name: "PermissionError" });
  const authenticator = await enrolAuthenticator(shop);
  await tepat.payments.match(byHand.payment_code, { totpCode: authenticator.code() });
  await tepat.payments.cancel(withdrawn.payment_code);
  const statuses = await Promise.all(
    [byHand, withdrawn].map(async ({ payment_code }) => {
      const { payment_status } = await tepat.payments.get(payment_code);
      return payment_status;
    }),
  );
  expect(statuses).toEqual(["PAID", "CANCELLED"]);
});

test("refusals arrive with the code, the status and the fields of the contract", async () => {
  const shop = await openShop();
  const { payments } = tepatOf(shop);
  const wrong = payments.create(paymentInput(shop, { customer_email: undefined }));
  await expect(wrong).rejects.toMatchObject({
    code: "validation_error",
    status: 400,
    requestId: expect.stringMatching(/./),
    errors: expect.objectContaining({ customer_email: expect.any(String) }),
  });
  const stranger = new Tepat({ apiKey: "pgk_live_nobody", baseUrl: base_url });
  await expect(stranger.accounts.list()).rejects.toMatchObject({
    name: "AuthenticationError",
    status: 401,
  });
});

test("an iteration over the payments yields each once while new ones arrive", async () => {
  const shop = await openShop();
  const { payments } = tepatOf(shop);
  const codes = Array.from({ length: 25 }, newCode);
  for (const payment_code of codes) await payments.create(paymentInput(shop, { payment_code }));
  const walked: string[] = [];
  for await (const { payment_code } of payments.list({ per_page: 4 })) {
    if (walked.length % 5 === 0) await payments.create(paymentInput(shop));
    walked.push(payment_code);
  }
  expect(walked).toEqual(codes.toReversed());
});
