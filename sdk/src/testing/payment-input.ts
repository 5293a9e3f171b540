import { createPaymentSchema } from "../generated/create-payment.gen.ts";
import type { Account, CreatePayment, OrderItem, OrderItemInput } from "../generated/types.gen.ts";
import { Refusal } from "./refusal.ts";
import { isObject, problemsOf, type Schema } from "./schema.ts";

/**
 * Checks a new payment in the gateway's order: first each field by the contract, then the rules about several fields.
 */

type Errors = Record<string, string>;

export function requireValid(body: unknown, accounts: readonly Account[]): CreatePayment {
  if (!isObject(body)) throw new Refusal("invalid request body");
  const given = withoutBlankTexts(body, createPaymentSchema);
  const errors = { ...wordedErrors(given), ...problemsOf(given, schema) };
  const input = given as CreatePayment;
  refuseIfAny({ ...contactErrors(input), ...errors });
  refuseIfAny(orderErrors(input));
  refuseIfAny(amountErrors(input, accounts));
  return input;
}

/**
 * Removes optional fields with a blank text, also in the items of a list, because they count as
 * missing.
 */
function withoutBlankTexts(
  body: Record<string, unknown>,
  { properties = {}, required = [] }: Schema,
): Record<string, unknown> {
  // A blank text instead of a list is an error, not a missing list.
  const isOptionalText = (name: string) =>
    name in properties && !properties[name]?.items && !required.includes(name);
  const isBlank = (value: unknown, maxLength = 0) =>
    typeof value === "string" && value.length <= maxLength && !/\S/.test(value);
  const isGiven = (name: string, value: unknown) =>
    !isOptionalText(name) || !isBlank(value, properties[name]?.maxLength);
  const fields = Object.entries(body).filter(([name, value]) => isGiven(name, value));
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const items = properties[name]?.items;
      if (!items || !Array.isArray(value)) return [name, value];
      const shown = value.map((item: unknown) =>
        isObject(item) ? withoutBlankTexts(item, items) : item,
      );
      return [name, shown];
    }),
  );
}

/**
 * The schema here requires only a value for the deadline. An invalid deadline has its own code and
 * is checked later.
 */
const { payment_expired_at: _, ...properties } = createPaymentSchema.properties;
const schema: Schema = { ...createPaymentSchema, properties };

/** Checks the rules that the contract states only in words. */
function wordedErrors(body: Record<string, unknown>): Errors {
  const errors: Errors = {};
  for (const [field, { isFine, problem }] of Object.entries(wordedRules)) {
    const value = body[field];
    if (typeof value === "string" && !isFine(value)) errors[field] = problem;
  }
  if ((body["payment_expired_at"] ?? null) === null) errors["payment_expired_at"] = "is required";
  return errors;
}

interface WordedRule {
  readonly isFine: (text: string) => boolean;
  readonly problem: string;
}

const hasNoControls = (text: string): boolean => !/\p{Cc}/u.test(text);

const wordedRules = {
  payment_code: {
    isFine: (code) => hasNoControls(code) && code.trim() === code && !/^\.{1,2}$/.test(code),
    problem: "must not contain control characters, nor begin or end with a space, nor be . or ..",
  },
  customer_email: {
    isFine: (email) => hasNoControls(email) && /^[^\s@:/]+@[^\s@:/]+$/.test(email),
    problem: "must be an email address such as name@example.com",
  },
  customer_phone: { isFine: hasNoControls, problem: "must not contain control characters" },
  payment_webhook_url: {
    isFine: isAddress,
    problem: "must be an absolute URL such as https://shop.example/webhook",
  },
  payment_return_url: {
    isFine: isAddress,
    problem: "must be an absolute https:// URL without user name or password",
  },
} satisfies Partial<Record<keyof CreatePayment, WordedRule>>;

function isAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\?#]/i.test(text) || /[\s\\\p{Cc}]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

function contactErrors({ customer_email, customer_phone }: CreatePayment): Errors {
  const problem = "give customer_email or customer_phone";
  const isGiven = (customer_email ?? customer_phone ?? null) !== null;
  return isGiven ? {} : { customer_email: problem, customer_phone: problem };
}

function orderErrors(input: CreatePayment): Errors {
  const orders = ordersOf(input);
  const sum = orders?.reduce((total, { subtotal }) => total + subtotal, 0);
  if (sum === undefined || sum === input.payment_amount) return {};
  return { customer_orders: `the subtotals sum to ${sum}, not to payment_amount` };
}

/**
 * Checks the account's bounds. They are checked only for the merchant's own accounts, because the bounds of other
 * accounts must not be revealed.
 */
function amountErrors(
  { account_id, payment_amount }: CreatePayment,
  accounts: readonly Account[],
): Errors {
  const account = accounts.find((candidate) => candidate.account_id === account_id.toLowerCase());
  const { account_min_amount: least = 1, account_max_amount: most = null } = account ?? {};
  const isWithin = payment_amount >= least && (most === null || payment_amount <= most);
  return isWithin ? {} : { payment_amount: `must be from ${least} to ${most ?? "any amount"}` };
}

/** Accepts a future time in ISO 8601 with a zone, with or without seconds, on a day that exists. */
export function requireFuture(deadline: unknown, now: Date): Date {
  const form =
    /^((\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)([Zz]|([+-]\d\d)(?::?(\d\d))?)$/;
  const [text, local, day, , , , zone, hours, minutes] = form.exec(String(deadline)) ?? [];
  const isDay =
    day !== undefined && new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8));
  const date = new Date(
    text ? `${local}${hours ? `${hours}:${minutes ?? "00"}` : zone}` : Number.NaN,
  );
  // A comparison with an invalid date is false.
  if (isDay && date > now) return date;
  throw new Refusal("invalid_expired_at");
}

export function requireOwned(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((candidate) => candidate.account_id === account_id.toLowerCase());
  if (!account) throw new Refusal("account_not_owned");
  return account;
}

/**
 * Computes the subtotals and ignores those in the request (specification, 4.2). An empty order becomes
 * null.
 */
export function ordersOf({ customer_orders }: CreatePayment): OrderItem[] | null {
  if (!customer_orders || customer_orders.length === 0) return null;
  return customer_orders.map((item: OrderItemInput) => ({
    ...(item.sku != null && { sku: item.sku }),
    name: item.name,
    price: item.price,
    quantity: item.quantity,
    subtotal: item.price * item.quantity,
    product_url: item.product_url ?? null,
    image_url: item.image_url ?? null,
  }));
}

function refuseIfAny(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw new Refusal("validation_error", { errors });
}
