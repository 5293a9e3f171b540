import { z } from "zod";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { problemInEnglish } from "../contract/field-problems.ts";
import { checkWebhookUrl } from "../domain/base/webhook-targets.ts";
import { liveWebhookSecrets } from "../domain/merchants/webhook-secrets.ts";
import { signedHeaders } from "../domain/webhooks/webhooks.ts";
import { createWebhookClient } from "../outside/webhook-client.ts";
import type { StreamedEvent } from "../domain/live/merchant-events.ts";
import { selectClock } from "../domain/base/clock.sql.ts";

/**
 * Posts events to a developer's machine, in the same way as the sender posts them to the merchant's
 * server.
 */

export interface Forwarded extends Omit<StreamedEvent, "body"> {
  forwarded_to: string;
  http_status: number | null;
  error_code: string | null;
  /** The beginning of the server's response. The SDK's examples put the reason for a refusal there. */
  response_head: string;
  duration_ms: number;
}

/** All hosts are allowed, because the target is the developer's own machine. */
const anyHost = { allowPrivate: true };

export const forwardAddress = () =>
  z.string().superRefine((url, context) => {
    const target = checkWebhookUrl(url, anyHost);
    if ("problem" in target)
      context.addIssue({ code: "custom", message: problemInEnglish(target.problem) });
  });

/** Posts an event with the signature of the merchant's webhook. */
export async function forwardEvent(
  gateway: Gateway,
  { body, ...event }: StreamedEvent,
  { merchant_id, url }: { merchant_id: string; url: string },
): Promise<Forwarded> {
  const at = gateway.now() ?? (await selectClock(gateway.sql));
  const secrets = await liveWebhookSecrets(gateway.sql, gateway.secrets, { merchant_id, at });
  const client = createWebhookClient(anyHost);
  const { http_status, error_code, response_head, duration_ms } = await client.post({
    url,
    headers: signedHeaders({ delivery_id: event.webhook_id }, { body, secrets, at }),
    body,
  });
  return {
    ...event,
    forwarded_to: url,
    http_status,
    error_code,
    response_head,
    duration_ms,
  };
}

/** Returns whether the server accepted the event: only 2xx counts (specification 3.3). */
export const isAccepted = ({ http_status, error_code }: Forwarded): boolean =>
  error_code === null && http_status !== null && http_status >= 200 && http_status < 300;

export const outcomeOf = ({ http_status, error_code }: Forwarded): string =>
  error_code ?? `HTTP status ${http_status}`;
