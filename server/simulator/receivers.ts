import { createHmac } from "node:crypto";
import type { AttemptResult } from "../domain/webhooks/webhook-schedule.ts";
import type { Chance } from "./chance.ts";
import { expectSame, type ModelDelivery, type ModelShop } from "./model.ts";
import type { SentRequest } from "./sending.ts";

/** Merchants' servers. Each has a character, which is named in its address. */

const answers: Record<string, (chance: Chance) => Partial<AttemptResult>> = {
  good: () => ({ http_status: 200 }),
  /** Fails sometimes, and can send Retry-After. */
  moody: (chance) =>
    chance.happens(0.4)
      ? { http_status: 200 }
      : {
          http_status: chance.pick([429, 500, 503, 302]),
          retry_after_seconds: chance.happens(0.5) ? chance.between(0, 400) : null,
        },
  dead: () => ({ error_code: "connection_refused" }),
  gone: () => ({ http_status: 410 }),
  /**
   * Accepts the event and then breaks the response off, so it receives each event several times.
   */
  lying: (chance) =>
    chance.happens(0.3) ? { http_status: 204 } : { http_status: 200, error_code: "timeout" },
};

export const characters = Object.keys(answers);

export const addressOf = (character: string) => `http://${character}.example/webhooks`;

export function answerOf(url: string, chance: Chance): AttemptResult {
  const character = new URL(url).hostname.split(".")[0] as string;
  const answer = answers[character];
  if (!answer) throw new Error(`there is no receiver at ${url}`);
  const result: Omit<AttemptResult, "outcome"> = {
    http_status: null,
    error_code: null,
    retry_after_seconds: null,
    response_head: "",
    response_headers: {},
    duration_ms: chance.between(1, 15_000),
    ...answer(chance),
  };
  const status = result.http_status ?? 0;
  const isSuccess = result.error_code === null && status >= 200 && status < 300;
  return { outcome: isSuccess ? "success" : "failure", ...result };
}

/**
 * Checks every received webhook: the same bytes under the same id, the right event, and a signature by the
 * valid secrets.
 */
export function receive(
  shop: ModelShop,
  delivery: ModelDelivery,
  { request, at }: { request: SentRequest; at: number },
): void {
  const name = `${delivery.event} of ${delivery.code}`;
  delivery.body ??= request.body;
  expectSame(`bytes of ${name}`, request.body, delivery.body);
  expectSame(`address of ${name}`, request.url, delivery.url);
  expectSame(
    `signatures of ${name}`,
    request.headers["webhook-signature"],
    signatures(shop, request, at),
  );
  const payment = shop.payments.get(delivery.code);
  const { type, timestamp, data } = JSON.parse(request.body) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
  expectSame(
    `body of ${name}`,
    [
      type,
      Date.parse(timestamp),
      data["payment_code"],
      data["payment_total"],
      data["payment_status"],
    ],
    [delivery.event, delivery.created_at, delivery.code, payment?.total, payment?.status],
  );
}

function signatures(shop: ModelShop, { headers, body }: SentRequest, at: number): string {
  const signed = `${headers["webhook-id"]}.${Math.floor(at / 1000)}.${body}`;
  return shop.secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > at)
    .map(({ secret }) => {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    })
    .join(" ");
}
