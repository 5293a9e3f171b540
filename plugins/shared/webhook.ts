import { unwrapWebhook, WebhookVerificationError, type WebhookHeaders } from "@tepat/sdk";
import type { Settings } from "./settings.ts";

export type ReadWebhook =
  /** Answer 400: it is not the gateway's. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Look at the invoice of this code. What the webhook says of it is not needed: the gateway is asked. */
  | { readonly kind: "payment"; readonly code: string }
  /** Answer 2xx: it is about something else. */
  | { readonly kind: "other" };

/** `body` must be the bytes that came. */
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
