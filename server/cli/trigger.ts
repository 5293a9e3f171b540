import { setTimeout as wait } from "node:timers/promises";
import { uuid } from "../contract/fields.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import {
  watchEndedPayments,
  webhookIdOf,
  type EndedPayment,
  type EndedPaymentsWatch,
} from "../domain/live/ended-payments.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { createExample } from "../domain/mutations/simulated-events.ts";
import { cancelPayment, expirePayments } from "../domain/payments/payments.ts";
import { command, shown, type Command, type Output } from "./command.ts";
import { withGateway } from "./database.ts";
import { forwardAddress, forwardEvent, isAccepted, outcomeOf } from "./forward-webhook.ts";
import { option } from "./option.ts";
import { simulateTransfer } from "./simulate.ts";

type PaymentName = { merchant_id: string; payment_code: string };

interface Cause {
  event_type: EndedPayment["event_type"];
  /** What the command does to its invoice. */
  summary: string;
  /** How many seconds the invoice waits for it. */
  deadline_seconds: number;
  bringAbout(gateway: Gateway, name: PaymentName): Promise<void>;
}

const anHour = 3600;
const expirySeconds = 1.5;
const expiryBatch = 500;
const looksMax = 20;
const lookMilliseconds = 250;

const causes: Cause[] = [
  {
    event_type: "payment.paid",
    summary: "pays it with the bank's notification of a simulated phone",
    deadline_seconds: anHour,
    async bringAbout(gateway, name) {
      const { problem } = await simulateTransfer(gateway, name);
      if (problem !== undefined) throw new DomainError(problem);
    },
  },
  {
    event_type: "payment.cancelled",
    summary: "cancels it",
    deadline_seconds: anHour,
    bringAbout: cancelPayment,
  },
  {
    event_type: "payment.expired",
    summary: "lets its deadline pass",
    deadline_seconds: expirySeconds,
    async bringAbout(gateway) {
      await wait(expirySeconds * 1000);
      // Does what the server's job does; the job may have been faster.
      while ((await expirePayments(gateway, expiryBatch)) === expiryBatch);
    },
  },
];

const triggerOf = (cause: Cause): Command =>
  command({
    name: `trigger ${cause.event_type}`,
    summary: `Makes a real invoice on the merchant's first account that can take one, and ${cause.summary}: it stays in the lists, and the day costs quota as always. The webhook goes to the merchant's default address, if there is one, and to npx tepat listen; with --forward-to also there, at once.`,
    options: {
      merchant: option(uuid(), "ID", "the merchant"),
      "forward-to": option(
        forwardAddress().optional(),
        "URL",
        "also posts the event there, signed for the merchant",
      ),
    },
    run: ({ merchant: merchant_id, "forward-to": url }) =>
      withGateway((gateway) => trigger(gateway, cause, { merchant_id, url })),
  });

async function trigger(
  gateway: Gateway,
  { event_type, deadline_seconds, bringAbout }: Cause,
  { merchant_id, url }: { merchant_id: string; url: string | undefined },
): Promise<Output> {
  await requireMerchant(gateway.sql, merchant_id);
  const watch = await watchEndedPayments(gateway.sql, { merchant_id });
  const { payment_code } = await createExample(gateway, { merchant_id, deadline_seconds });
  await bringAbout(gateway, { merchant_id, payment_code });
  const event = await endOf(watch, payment_code);
  const note = noteOn(merchant_id, event);
  const happened = { event_type, payment_code, webhook_id: webhookIdOf(event) };
  if (url === undefined) return { ...shown({ ...happened, forwarded_to: null }), ...note };

  const forwarded = await forwardEvent(gateway, event, { url });
  if (!forwarded) throw new Error("nobody broke the forwarding off");
  const output = { ...shown(forwarded), ...note };
  if (isAccepted(forwarded)) return output;
  return { ...output, problem: `Not accepted: ${outcomeOf(forwarded)}.` };
}

/** A server beside us may have been quicker, and not be done yet. */
async function endOf(watch: EndedPaymentsWatch, payment_code: string): Promise<EndedPayment> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const ended = await watch.look();
    const event = ended.find((payment) => payment.payment_code === payment_code);
    if (event) return event;
    await wait(lookMilliseconds);
  }
  throw new DomainError(
    `The invoice ${payment_code} has not ended: is this machine's clock right (npx tepat doctor)?`,
  );
}

function noteOn(merchant_id: string, { event_type, is_wanted }: EndedPayment): { note?: string } {
  if (is_wanted) return {};
  const switchName = event_type.replace("payment.", "--");
  return {
    note: `The merchant sends no ${event_type}: npx tepat merchant update --merchant ${merchant_id} ${switchName}-events true`,
  };
}

export const commands = causes.map(triggerOf);
