import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { uuid } from "../contract/fields.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { selectClock } from "../domain/base/clock.sql.ts";
import {
  watchEndedPayments,
  type EndedPayment,
  type EndedPaymentsWatch,
} from "../domain/live/ended-payments.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { command } from "./command.ts";
import { withGateway } from "./database.ts";
import {
  forwardAddress,
  forwardEvent,
  isAccepted,
  outcomeOf,
  type Forwarded,
} from "./forward-webhook.ts";
import { option } from "./option.ts";
import { columns } from "./print.ts";
import { reasonOf } from "../domain/base/reason.ts";

const lookMilliseconds = 250;
const troubleMilliseconds = 1_000;
const replyCharacters = 120;

const listen = command({
  name: "listen",
  summary:
    "Forwards a merchant's payment events to a server on this machine until Ctrl-C, with the bytes, id and signature of its webhooks, also of payments without a webhook address. Each is sent once. Events that the merchant has not switched on are left out, as by the sender (npx tepat merchant update).",
  options: {
    merchant: option(uuid(), "ID", "the merchant"),
    "forward-to": option(
      forwardAddress(),
      "URL",
      "where the events go, such as http://localhost:3000/webhooks",
    ),
    since: option(
      duration().optional(),
      "TIME",
      "first what happened in the last 30s, 10m, 12h or 7d (default: from now on)",
    ),
  },
  async run({ merchant: merchant_id, "forward-to": url, since = null, json }) {
    const stopping = new AbortController();
    // A second Ctrl-C ends the process at once, as usual.
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => stopping.abort());
    }
    await withGateway(async (gateway) => {
      const { merchant_name } = await requireMerchant(gateway.sql, merchant_id);
      const now = (await selectClock(gateway.sql)).getTime();
      const from = since === null ? null : new Date(now - since * 1000);
      const watch = await watchEndedPayments(gateway.sql, { merchant_id, since: from });
      console.error(`Forwarding the events of ${merchant_name} to ${url}. Ctrl-C ends it.`);
      await forwardAll(gateway, watch, {
        url,
        signal: stopping.signal,
        report: (forwarded) => console.log(json ? JSON.stringify(forwarded) : lineOf(forwarded)),
      });
    });
    return null;
  },
});

/** Forwards until the signal. If the database fails at an event, it is forwarded when the database answers again. */
async function forwardAll(
  gateway: Gateway,
  watch: EndedPaymentsWatch,
  options: { url: string; signal: AbortSignal; report: (forwarded: Forwarded) => void },
): Promise<void> {
  const { signal } = options;
  const queue: EndedPayment[] = [];
  let trouble: string | null = null;
  while (!signal.aborted) {
    try {
      queue.push(...(await watch.look()).filter(({ is_wanted }) => is_wanted));
      for (; queue[0] && !signal.aborted; queue.shift()) {
        const forwarded = await forwardEvent(gateway, queue[0], options);
        if (forwarded) options.report(forwarded);
      }
      trouble = null;
    } catch (cause) {
      // A receiver's failure is an outcome, not an error. This error is ours or the database's.
      const reason = reasonOf(cause);
      if (trouble !== reason) console.error(`Waiting for the database: ${reason}`);
      trouble = reason;
    }
    const pause = trouble === null ? lookMilliseconds : troubleMilliseconds;
    await wait(pause, undefined, { signal }).catch(ignoreAbort);
  }
}

/** The loop's condition notices the abort. */
const ignoreAbort = (): void => {};

function lineOf(forwarded: Forwarded): string {
  const { event_type, payment_code, webhook_id, duration_ms } = forwarded;
  const time = new Date().toTimeString().slice(0, 8);
  const outcome = `${outcomeOf(forwarded)} after ${duration_ms} ms`;
  const reply = isAccepted(forwarded) ? "" : forwarded.response_head.slice(0, replyCharacters);
  return columns([[time, event_type, payment_code, webhook_id, outcome, reply]]);
}

function duration() {
  const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
  return z
    .string()
    .regex(/^\d{1,4}[smhd]$/, "must be a time such as 30s, 10m, 12h or 7d")
    .transform((text) => Number(text.slice(0, -1)) * (seconds[text.slice(-1)] ?? 0));
}

export const commands = [listen];
