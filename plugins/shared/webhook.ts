import { unwrapWebhook, WebhookVerificationError, type WebhookHeaders } from "@tepat/sdk";
import type { Settings } from "./settings.ts";

export type ReadWebhook =
  /** The gateway did not send this webhook. Respond with 400. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Fetch the invoice with this code from the gateway. Do not use the webhook's content. */
  | { readonly kind: "payment"; readonly code: string }
  /** The webhook has another subject. Respond with 2xx. */
  | { readonly kind: "other" };

/** Verifies a webhook and returns its subject. `body` must be the original bytes. */
export async function readWebhook(
  { webhookSecrets }: Settings,
  body: string | Uint8Array | undefined,
  headers: WebhookHeaders,
): Promise<ReadWebhook> {
  try {
    const event = await unwrapWebhook(body ?? "", headers, { secret: webhookSecrets });
    return "payment_code" in event.data
      ? { kind: "payment", code: event.data.payment_code }
      : { kind: "other" };
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { kind: "refused", reason: error.reason };
    throw error;
  }
}
