import { unwrapWebhook, WebhookVerificationError, type WebhookHeaders } from "@tepat/sdk";
import type { Settings } from "./settings.ts";

export type ReadWebhook =
  /** Answer 400: the gateway did not send it. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Read the invoice with this code. The webhook's content is not used: the gateway is asked. */
  | { readonly kind: "payment"; readonly code: string }
  /** Answer 2xx: it is about something else. */
  | { readonly kind: "other" };

/** `body` must be the bytes as they came. */
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
