import { randomUUID } from "node:crypto";
import {
  Tepat,
  type CreatePayment,
  type Payment,
  type PaymentStatus,
} from "../../sdk/src/index.ts";
import { paymentStatuses } from "../../sdk/src/generated/payment-statuses.gen.ts";
import type { Context } from "./context.ts";
import { CliError, UsageError } from "./errors.ts";
import { askForKey } from "./ask-for-key.ts";
import { forwardToListener, listen } from "./listen.ts";
import { tail } from "./tail.ts";
import { keep, type Profile } from "./profile.ts";
import { anyOf } from "./word-lists.ts";

export interface Option {
  /** Missing for an option without a value. */
  readonly placeholder?: string;
  readonly help: string;
  readonly isRequired?: boolean;
}

type Values = Readonly<Record<string, string | true | undefined>>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /**
   * Runs the command and returns its result, or null if the command has already printed everything.
   */
  run(values: Values, context: Context): Promise<object | null>;
}

const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
};

const required = (values: Values, name: string): string => text(values, name) ?? "";

function wholeNumber(values: Values, name: string): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(value)}.`);
}

export function clientOf({ api_key, url, whyNoKey }: Profile): Tepat {
  if (api_key === null) throw new CliError(whyNoKey);
  return new Tepat({ apiKey: api_key, baseUrl: url });
}

const code = { placeholder: "CODE", help: "the invoice's payment_code", isRequired: true };
const page = { placeholder: "N", help: "the number of records, at most 100" };

const login: Command = {
  name: "login",
  summary:
    "Saves the gateway's address and an API key on this machine, for the current user only. Asks for the key, or reads it from standard input.",
  options: { url: { placeholder: "URL", help: "such as https://pay.example.com" } },
  async run(values, { profile }) {
    const url = text(values, "url") ?? profile.url;
    // The SDK checks the address here, before the person types the key.
    void new Tepat({ apiKey: null, baseUrl: url });
    const { protocol, hostname } = new URL(url);
    if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
      console.error("This address is not https. Anyone on the network path can read the key.");
    }
    const api_key = await askForKey(url);
    const accounts = await new Tepat({ apiKey: api_key, baseUrl: url }).accounts.list();
    await keep(profile, { url: url.replace(/\/+$/, ""), api_key });
    return { url, accounts: accounts.length, kept_in: profile.file };
  },
};

const listPayments: Command = {
  name: "payments list",
  summary: "Lists invoices, newest first.",
  options: {
    status: {
      placeholder: "STATUS",
      get help() {
        return anyOf(paymentStatuses);
      },
    },
    limit: page,
  },
  async run(values, { profile, isJson }) {
    const status = text(values, "status") as PaymentStatus | undefined;
    const limit = wholeNumber(values, "limit") ?? 20;
    const list = clientOf(profile).payments.list({
      per_page: Math.min(Math.max(limit, 1), 100),
      ...(status !== undefined && { status }),
    });
    const payments = await list.toArray({ limit: Math.min(limit, 100) });
    return isJson ? payments : payments.map(inShort);
  },
};

const inShort = ({
  payment_code,
  payment_status,
  payment_total,
  customer_name,
  payment_expired_at,
}: Payment) => ({
  payment_code,
  payment_status,
  payment_total,
  customer_name,
  payment_expired_at,
});

const getPayment: Command = {
  name: "payments get",
  summary: "Shows an invoice.",
  options: { code },
  run: (values, { profile }) => clientOf(profile).payments.get(required(values, "code")),
};

const createPayment: Command = {
  name: "payments create",
  summary: "Creates an invoice, on the first available account unless you name another.",
  options: {
    amount: { placeholder: "RUPIAH", help: "before the unique amount", isRequired: true },
    code: { placeholder: "CODE", help: "your own code for the invoice (default: a new one)" },
    account: { placeholder: "ID", help: "the receiving account" },
    name: { placeholder: "NAME", help: "the customer's name" },
    email: { placeholder: "ADDRESS", help: "the customer's email address" },
    phone: { placeholder: "NUMBER", help: "the customer's phone" },
    minutes: { placeholder: "N", help: "minutes until the deadline (default 60)" },
    "webhook-url": { placeholder: "URL", help: "the invoice's webhook URL" },
    "return-url": {
      placeholder: "URL",
      help: "the address to which the customer returns after paying",
    },
  },
  async run(values, { profile }) {
    const tepat = clientOf(profile);
    const minutes = wholeNumber(values, "minutes") ?? 60;
    const account_id = text(values, "account") ?? (await openAccount(tepat));
    const payment_webhook_url = text(values, "webhook-url");
    const payment_return_url = text(values, "return-url");
    const customer_phone = text(values, "phone");
    const input: CreatePayment = {
      account_id,
      payment_code: text(values, "code") ?? `CLI-${randomUUID()}`,
      payment_amount: wholeNumber(values, "amount") ?? 0,
      payment_expired_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      customer_name: text(values, "name") ?? "Budi Contoh",
      customer_email:
        text(values, "email") ?? (customer_phone === undefined ? "budi@example.com" : ""),
      ...(customer_phone !== undefined && { customer_phone }),
      ...(payment_webhook_url !== undefined && { payment_webhook_url }),
      ...(payment_return_url !== undefined && { payment_return_url }),
    };
    return tepat.payments.create(input);
  },
};

async function openAccount(tepat: Tepat): Promise<string> {
  const active = (await tepat.accounts.list()).filter(({ account_active }) => account_active);
  const account = active.find(({ account_quota }) => account_quota > 0) ?? active[0];
  if (account) return account.account_id;
  throw new CliError(
    "No account is switched on. Add an account in the dashboard, or switch one on there.",
  );
}

const cancelPayment: Command = {
  name: "payments cancel",
  summary: "Cancels a PENDING invoice.",
  options: { code },
  async run(values, { profile }) {
    const tepat = clientOf(profile);
    await tepat.payments.cancel(required(values, "code"));
    return tepat.payments.get(required(values, "code"));
  },
};

const createRefund: Command = {
  name: "refunds create",
  summary: "Records a refund that you owe for an invoice. A team member sends the money.",
  options: {
    code,
    amount: { placeholder: "RUPIAH", help: "the amount to refund", isRequired: true },
    reason: { placeholder: "TEXT", help: "the reason for the refund", isRequired: true },
    reference: {
      placeholder: "REFERENCE",
      help: "your own reference; a repeated reference returns the same refund",
      isRequired: true,
    },
  },
  run: async (values, { profile }) =>
    clientOf(profile).refunds.create(required(values, "code"), {
      reference: required(values, "reference"),
      amount: wholeNumber(values, "amount") ?? 0,
      reason: required(values, "reason"),
    }),
};

const listRefunds: Command = {
  name: "refunds list",
  summary: "Lists refunds of one invoice or of all, newest first.",
  options: {
    code: { placeholder: "CODE", help: "the invoice's payment_code" },
    limit: page,
  },
  async run(values, { profile, isJson }) {
    const payment_code = text(values, "code");
    const limit = wholeNumber(values, "limit") ?? 20;
    const per_page = Math.min(Math.max(limit, 1), 100);
    const list = clientOf(profile).refunds.list({
      per_page,
      ...(payment_code !== undefined && { payment_code }),
    });
    const refunds = await list.toArray({ limit: Math.min(limit, 100) });
    if (isJson) return refunds;
    return refunds.map((refund) => ({
      payment_code: refund.payment_code,
      reference: refund.reference,
      amount: refund.amount,
      refund_status: refund.refund_status,
      sent_at: refund.sent_at,
    }));
  },
};

interface Delivery {
  delivery_id: string;
  event_type: string;
  payment_code: string | null;
  delivery_status: string;
  attempt_count: number;
  url: string;
  created_at: string;
}

const listEvents: Command = {
  name: "events list",
  summary: "Lists webhook deliveries, newest first.",
  options: {
    status: { placeholder: "STATUS", help: "PENDING, RETRYING, SUCCESS or FAILED" },
    limit: page,
  },
  async run(values, { profile, isJson }) {
    const query = {
      per_page: wholeNumber(values, "limit") ?? 20,
      delivery_status: text(values, "status"),
    };
    const { data } = await clientOf(profile).rawRequest<{ items: Delivery[] }>(
      "GET",
      "/merchant/deliveries",
      { query },
    );
    if (isJson) return data.items;
    return data.items.map(
      ({ created_at, event_type, payment_code, delivery_status, attempt_count, delivery_id }) => ({
        created_at,
        event_type,
        payment_code,
        delivery_status,
        attempt_count,
        delivery_id,
      }),
    );
  },
};

const resendEvent: Command = {
  name: "events resend",
  summary: "Resends a webhook once, to its webhook URL or to the server that listen forwards to.",
  options: {
    delivery: {
      placeholder: "ID",
      help: "the delivery_id that events list shows",
      isRequired: true,
    },
    "to-listener": { help: "resend to the server that listen --forward-to names on this machine" },
  },
  async run(values, context) {
    const { events } = clientOf(context.profile);
    const id = required(values, "delivery");
    if (values["to-listener"] !== true) return events.resend(id);
    const [delivery] = await events.deliveries(id);
    if (!delivery || delivery.body === null)
      throw new CliError(
        "This webhook has not been sent yet, so it has no body. Wait a moment, then run the command again.",
      );
    const { delivery_id: webhook_id, event_type, payment_code, body } = delivery;
    return forwardToListener({ webhook_id, event_type, payment_code, body }, context);
  },
};

const trigger: Command = {
  name: "trigger",
  summary:
    "Triggers an event. A test key uses a test invoice. Other keys use a real invoice, which the gateway's operator must allow (ALLOW_TRIGGER).",
  options: {
    event: {
      placeholder: "TYPE",
      help: "payment.paid, .expired, .cancelled, .part_received, .underpaid, .overpaid or .refunded",
      isRequired: true,
    },
    account: { placeholder: "ID", help: "the receiving account" },
  },
  async run(values, { profile }) {
    const account_id = text(values, "account");
    const body = {
      event_type: required(values, "event"),
      ...(account_id !== undefined && { account_id }),
    };
    const { data } = await clientOf(profile).rawRequest<Payment>("POST", "/merchant/triggers", {
      body,
    });
    const { payment_code, payment_status, payment_total, payment_expired_at } = data;
    return { payment_code, payment_status, payment_total, payment_expired_at };
  },
};

const tailLogs: Command = {
  name: "logs tail",
  summary: "Shows your servers' latest requests and the responses, then new ones as they arrive.",
  options: {
    path: { placeholder: "TEXT", help: "only paths that contain this text" },
    errors: { help: "only responses with an error code" },
    limit: { placeholder: "N", help: "the number of requests to show first (default 10)" },
    once: { help: "stop after these requests" },
  },
  async run(values, { profile, isJson }) {
    await tail(clientOf(profile), {
      path: text(values, "path"),
      isErrors: values["errors"] === true,
      limit: wholeNumber(values, "limit") ?? 10,
      isOnce: values["once"] === true,
      isJson,
    });
    return null;
  },
};

export const commands: readonly Command[] = [
  login,
  {
    name: "listen",
    summary:
      "Shows your events as they happen until Ctrl-C, and forwards them to a server on this machine.",
    options: {
      "forward-to": { placeholder: "URL", help: "such as http://localhost:3000/webhooks" },
      events: {
        placeholder: "TYPES",
        help: "only these events, such as payment.paid,device.offline",
      },
      headers: {
        placeholder: "HEADERS",
        help: 'headers to add, such as "X-Tenant: toko, X-Env: test"',
      },
    },
    async run(values, context) {
      // Throws for an invalid key or address, without printing the key.
      clientOf(context.profile);
      const [url, types, headers] = ["forward-to", "events", "headers"].map((name) =>
        text(values, name),
      );
      await listen({ url, types, headers }, context);
      return null;
    },
  },
  trigger,
  listPayments,
  getPayment,
  createPayment,
  cancelPayment,
  createRefund,
  listRefunds,
  listEvents,
  resendEvent,
  tailLogs,
];
