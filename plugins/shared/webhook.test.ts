import { expect, test } from "vitest";
import { Tepat } from "@tepat/sdk";
import { gatewayInMemory } from "./gateway-in-memory.ts";
import { openInvoice } from "./invoices.ts";
import { readWebhook } from "./webhook.ts";

const { fake, settings } = gatewayInMemory();
const otherSecret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

async function paidWebhook(code: string) {
  const customer = { email: "siti@example.com" };
  await openInvoice(settings, { code, rupiah: 150_000, customer });
  return (await fake.simulateTransfer(code)).webhook;
}

test("a webhook of the gateway names the invoice to fetch", async () => {
  const { body, headers } = await paidWebhook("paid");
  const read = { kind: "payment", code: "paid" };
  expect(await readWebhook(settings, Buffer.from(body), headers)).toEqual(read);
  const whileReplaced = { ...settings, webhookSecrets: [otherSecret, ...settings.webhookSecrets] };
  expect(await readWebhook(whileReplaced, body, headers)).toEqual(read);
});

test("other requests are refused with the reason", async () => {
  const { body, headers } = await paidWebhook("forged");
  const strange = { ...settings, webhookSecrets: [otherSecret] };
  expect(await readWebhook(strange, body, headers)).toEqual({
    kind: "refused",
    reason: "no_match",
  });
  const changed = body.replace("PAID", "paid");
  expect(await readWebhook(settings, changed, headers)).toMatchObject({ reason: "no_match" });
  expect(await readWebhook(settings, undefined, headers)).toMatchObject({ kind: "refused" });
  expect(await readWebhook(settings, body, {})).toMatchObject({ reason: "missing_header" });
});

test("an event without an invoice is acknowledged and ignored", async () => {
  const { webhooks } = new Tepat({
    apiKey: fake.apiKey,
    baseUrl: fake.baseUrl,
    webhookSecret: fake.webhookSecret,
  });
  const payload = JSON.stringify({ type: "device.offline", timestamp: "", data: {} });
  const { body, headers } = await webhooks.signTest({ payload });
  expect(await readWebhook(settings, body, headers)).toEqual({ kind: "other" });
});
