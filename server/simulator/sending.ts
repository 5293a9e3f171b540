import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { AttemptResult } from "../domain/webhooks/webhook-schedule.ts";
import { attemptDelivery, sendAgain, type WebhookClient } from "../domain/webhooks/webhooks.ts";
import type { DeliveryStatus, LeasedDelivery } from "../domain/gateway/delivery.ts";

/** The webhook sender's client: requests stay open until the simulation lets a receiver respond. */

export type SentRequest = Omit<Parameters<WebhookClient["post"]>[0], "signal">;

export interface OpenAttempt {
  /** The process that attempts. If it crashes, the attempt never gets a response. */
  owner: Gateway;
  merchant_id: string;
  code: string;
  event: string;
  lease_token: string;
  request: SentRequest;
  answer(result: AttemptResult): Promise<DeliveryStatus | null>;
}

export async function openAttempt(
  gateway: Gateway,
  delivery: LeasedDelivery,
  code: string,
): Promise<OpenAttempt> {
  const requested = Promise.withResolvers<SentRequest>();
  const answered = Promise.withResolvers<AttemptResult>();
  const client: WebhookClient = {
    post(request) {
      requested.resolve(request);
      return answered.promise;
    },
  };
  const finished = attemptDelivery(gateway, client, { delivery, is_manual: false });
  const request = await Promise.race([
    requested.promise,
    finished.then(() => {
      throw new Error("an attempt finished before it began");
    }),
  ]);
  return {
    owner: gateway,
    merchant_id: delivery.merchant_id,
    code,
    event: delivery.event_type,
    lease_token: delivery.lease_token,
    request,
    answer(result) {
      answered.resolve(result);
      return finished;
    },
  };
}

/** Sends manually and gets a response at once. Returns "busy" if another attempt is running. */
export async function sendByHand(
  gateway: Gateway,
  delivery_id: string,
  result: AttemptResult,
): Promise<{ request: SentRequest; status: DeliveryStatus | null } | "busy"> {
  const sent: SentRequest[] = [];
  const client: WebhookClient = {
    post(request) {
      sent.push(request);
      return Promise.resolve(result);
    },
  };
  try {
    const status = await sendAgain(gateway, client, delivery_id);
    const [request] = sent;
    if (!request) throw new Error("a delivery was sent again without a request");
    return { request, status };
  } catch (cause) {
    if (cause instanceof DomainError) return "busy";
    throw cause;
  }
}
