import { setTimeout as wait } from "node:timers/promises";
import type { SimulatedEventType } from "../contract/developers.ts";
import { uuid } from "../contract/fields.ts";
import type { DifferenceEventType } from "../contract/webhook-event.ts";
import { selectClock } from "../domain/base/clock.sql.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import {
  bodyOfEnd,
  watchEndedPayments,
  webhookIdOf,
  type EndedPayment,
  type EndedPaymentsWatch,
} from "../domain/live/ended-payments.ts";
import { selectRepeatedDeliveries } from "../domain/live/ended-payments.sql.ts";
import type { StreamedEvent } from "../domain/live/merchant-events.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { PaymentName } from "../domain/gateway/payment-row.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { createExample, makeDifference } from "../domain/mutations/simulated-events.ts";
import { cancelPayment, expirePayments } from "../domain/payments/payments.ts";
import { command, shown, type Command, type Output } from "./command.ts";
import { withGateway } from "./database.ts";
import { forwardAddress, forwardEvent, isAccepted, outcomeOf } from "./forward-webhook.ts";
import { option } from "./option.ts";
import { simulateTransfer } from "./simulate.ts";

interface Cause {
  event_type: SimulatedEventType;
  /** The effect of the command on its invoice. */
  summary: string;
  /** The seconds until the invoice's deadline. */
  deadline_seconds: number;
  bringAbout(gateway: Gateway, name: PaymentName): Promise<void>;
}

const anHour = 3600;
const expirySeconds = 1.5;
const expiryBatch = 500;
const looksMax = 20;
const lookMilliseconds = 250;

const differenceOf = (event_type: DifferenceEventType, summary: string): Cause => ({
  event_type,
  summary,
  deadline_seconds: anHour,
  bringAbout: (gateway, name) => makeDifference(gateway, name, event_type),
});

const causes: Cause[] = [
  {
    event_type: "payment.paid",
    summary: "pays it with a simulated phone's notification",
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
      // Does the work of the server's job, which might have been faster.
      while ((await expirePayments(gateway, expiryBatch)) === expiryBatch);
    },
  },
  differenceOf("payment.part_received", "books a transfer of half its total as a part"),
  differenceOf("payment.underpaid", "accepts a transfer of half its total"),
  differenceOf("payment.overpaid", "keeps a second transfer after the one that pays it"),
  differenceOf("payment.refunded", "records a refund of half its total after its payment"),
];

const triggerOf = (cause: Cause): Command =>
  command({
    name: `trigger ${cause.event_type}`,
    summary: `Creates a real invoice on the merchant's first available account, and ${cause.summary}. The invoice stays in the lists, and takes a day of use like any other invoice. If the merchant receives this event, Tepat sends the webhook to the default webhook URL and to npx tepat listen. With --forward-to, the command also posts the event to that URL at once.`,
    options: {
      merchant: option(uuid(), "ID", "the merchant"),
      "forward-to": option(
        forwardAddress().optional(),
        "URL",
        "the URL to which the command also posts the signed event",
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
  const begun = await selectClock(gateway.sql);
  const { payment_code } = await createExample(gateway, { merchant_id, deadline_seconds });
  await bringAbout(gateway, { merchant_id, payment_code });
  const { event, note } = isEnd(event_type)
    ? await tellEnd(gateway, await endOf(watch, payment_code))
    : await tellDifference(gateway, { merchant_id, event_type, payment_code, since: begun });
  const noted = note === null ? {} : { note };
  if (url === undefined) {
    const webhook_id = event?.webhook_id ?? null;
    return { ...shown({ event_type, payment_code, webhook_id, forwarded_to: null }), ...noted };
  }
  if (event === null) {
    const nothing = { event_type, payment_code, webhook_id: null, forwarded_to: null };
    return {
      ...shown(nothing),
      problem:
        note ??
        "The command forwarded nothing, because the merchant does not receive this event. Switch the event on for the merchant, then run the command again.",
    };
  }
  const forwarded = await forwardEvent(gateway, event, { merchant_id, url });
  const output = { ...shown(forwarded), ...noted };
  if (isAccepted(forwarded)) return output;
  return { ...output, problem: `${url} did not accept the event (${outcomeOf(forwarded)}).` };
}

interface Telling {
  /** null if the merchant's settings create no event. */
  event: StreamedEvent | null;
  note: string | null;
}

const isEnd = (type: SimulatedEventType): type is EndedPayment["event_type"] =>
  ["payment.paid", "payment.expired", "payment.cancelled"].includes(type);

async function tellEnd(gateway: Gateway, end: EndedPayment): Promise<Telling> {
  const { event_type, payment_code, is_wanted, merchant_id } = end;
  const body = await bodyOfEnd(gateway, end);
  if (body === null) throw new Error(`payment ${payment_code} is gone`);
  const switchName = event_type.replace("payment.", "--");
  return {
    event: { webhook_id: webhookIdOf(end), event_type, payment_code, body },
    note: is_wanted
      ? null
      : `The merchant does not receive ${event_type}. To switch it on, run npx tepat merchant update --merchant ${merchant_id} ${switchName}-events true`,
  };
}

/** Causes an event about a difference. The event's body is written with the webhook. */
async function tellDifference(
  gateway: Gateway,
  named: { merchant_id: string; event_type: string; payment_code: string; since: Date },
): Promise<Telling> {
  const { merchant_id, event_type, payment_code } = named;
  const deliveries = await selectRepeatedDeliveries(gateway.sql, named);
  const made = deliveries.find(
    (delivery) => delivery.event_type === event_type && delivery.payment_code === payment_code,
  );
  if (made === undefined) {
    return {
      event: null,
      note: `The merchant does not receive ${event_type}. Run npx tepat merchant update --merchant ${merchant_id} --difference-events true, with a --webhook-url`,
    };
  }
  const { delivery_id: webhook_id, body } = made;
  return { event: { webhook_id, event_type, payment_code, body }, note: null };
}

/** Waits for the end of a payment. Another server might be processing it. */
async function endOf(watch: EndedPaymentsWatch, payment_code: string): Promise<EndedPayment> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const ended = await watch.look();
    const event = ended.find((payment) => payment.payment_code === payment_code);
    if (event) return event;
    await wait(lookMilliseconds);
  }
  throw new DomainError(
    `Invoice ${payment_code} did not end in time. To check this machine's clock, run npx tepat doctor`,
  );
}

export const commands = causes.map(triggerOf);
