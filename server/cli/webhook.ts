import { z } from "zod";
import { uuid } from "../contract/fields.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { rotateWebhookSecret } from "../domain/merchants/webhook-secrets.ts";
import { selectAttempts, selectDeliveries } from "../domain/webhooks/webhooks.sql.ts";
import { sendAgain } from "../domain/webhooks/webhooks.ts";
import { webhookTargetRules } from "../domain/base/webhook-targets.ts";
import { createWebhookClient } from "../outside/webhook-client.ts";
import { command, shown, type Output } from "./command.ts";
import { changing, withGateway } from "./database.ts";
import { option } from "./option.ts";
import { table } from "./print.ts";
import { wholeNumber } from "./values.ts";

const merchant = option(uuid(), "ID", "the merchant");

const list = command({
  name: "webhook list",
  summary: "Lists a merchant's webhook deliveries, newest first.",
  options: {
    merchant,
    limit: option(
      wholeNumber({ min: 1, max: 1000 }).default(20),
      "N",
      "the number of deliveries (default 20)",
    ),
  },
  run: ({ merchant: merchant_id, limit }) =>
    withGateway(async ({ sql }) => {
      await requireMerchant(sql, merchant_id);
      const deliveries = await selectDeliveries(sql, { merchant_id, limit });
      return { data: deliveries, text: table(deliveries) };
    }),
});

const delivery = option(
  z.string().regex(/^msg_(?:test_)?[0-9a-f]{32}$/, "must be a delivery_id such as msg_0123…"),
  "ID",
  "delivery_id, as webhook list prints it (the header webhook-id)",
);

const attempts = command({
  name: "webhook attempts",
  summary: "Lists a delivery's attempts, with the server's responses. Tepat deletes old attempts.",
  options: { delivery },
  run: ({ delivery: delivery_id }) =>
    withGateway(async ({ sql }) => {
      const made = await selectAttempts(sql, delivery_id);
      return { data: made, text: table(made) };
    }),
});

const resend = command({
  name: "webhook resend",
  summary: "Resends a delivery now, in any status. Fails if the merchant's server refuses it.",
  options: { delivery },
  run: ({ delivery }) => withGateway((gateway) => sendOnceMore(gateway, delivery)),
});

async function sendOnceMore(gateway: Gateway, delivery_id: string): Promise<Output> {
  const client = createWebhookClient(webhookTargetRules(gateway.settings));
  const delivery_status = await sendAgain(gateway, client, delivery_id);
  // null if the attempt took longer than its lease and was not recorded.
  const attempt = delivery_status && (await selectAttempts(gateway.sql, delivery_id)).at(-1);
  const { http_status = null, error_code = null, response_head = null } = attempt || {};
  const output = shown({ delivery_id, delivery_status, http_status, error_code, response_head });
  if (error_code === null && http_status !== null && isSuccess(http_status)) return output;
  const reason = error_code ?? (http_status === null ? "timeout" : `HTTP status ${http_status}`);
  return {
    ...output,
    problem: `The webhook was not delivered (${reason}). To see every attempt, run npx tepat webhook attempts --delivery ${delivery_id}`,
  };
}

/** Returns whether a status is a success: only 2xx counts (specification 3.3). */
const isSuccess = (http_status: number) => http_status >= 200 && http_status < 300;

const rotateSecret = command({
  name: "webhook rotate-secret",
  summary: "Creates a new secret and shows it only once. The old secret also signs for 24 hours.",
  options: { merchant },
  run: async ({ merchant: merchant_id }) => {
    const webhook_secret = await changing(
      async ({ sql, secrets, now }) => {
        await requireMerchant(sql, merchant_id);
        return rotateWebhookSecret(sql, secrets, { merchant_id, at: now() });
      },
      () => ({ merchant_id, action: "webhook_secret.rotated" }),
    );
    return shown({ merchant_id, webhook_secret });
  },
});

export const commands = [list, attempts, resend, rotateSecret];
