import type { Account, CreatePayment, OrderItem, OrderItemInput } from "../generated/types.gen.ts";
import { Refusal } from "./refusal.ts";

/** The rules of a create that a merchant's code is likely to meet, in the gateway's order. The gateway knows more. */

type Errors = Record<string, string>;

export function requireValid(body: unknown, accounts: readonly Account[]): CreatePayment {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal("invalid request body");
  }
  const input = body as CreatePayment;
  refuseIfAny({ ...fieldErrors(input), ...orderErrors(input) });
  refuseIfAny(amountErrors(input, accounts));
  return input;
}

function fieldErrors(input: CreatePayment): Errors {
  const errors: Errors = {};
  const note = (field: keyof CreatePayment, problem: string, isFine: boolean) => {
    if (!isFine) errors[field] = problem;
  };
  note("account_id", "must be a UUID", isUuid(input.account_id));
  note("payment_code", "must be a code of 1 to 128 characters", isPaymentCode(input.payment_code));
  note("payment_amount", "must be a whole number of rupiah from 1", isAmount(input.payment_amount));
  note("payment_expired_at", "is required", (input.payment_expired_at ?? null) !== null);
  note("customer_name", "must not be empty", isText(input.customer_name));
  const hasContact = isText(input.customer_email) || isText(input.customer_phone);
  note("customer_email", "give customer_email or customer_phone", hasContact);
  note("customer_phone", "give customer_email or customer_phone", hasContact);
  const { payment_return_url } = input;
  note("payment_return_url", "must be an https URL", isHttps(payment_return_url ?? "https://a.b"));
  return errors;
}

function orderErrors(input: CreatePayment): Errors {
  const orders = ordersOf(input);
  const sum = orders?.reduce((total, { subtotal }) => total + subtotal, 0);
  if (sum === undefined || sum === input.payment_amount) return {};
  return { customer_orders: `the subtotals sum to ${sum}, not to payment_amount` };
}

/** The bounds of an account that is not the merchant's are nobody's business. */
function amountErrors({ account_id, payment_amount }: CreatePayment, accounts: readonly Account[]) {
  const account = accounts.find((candidate) => candidate.account_id === account_id.toLowerCase());
  const { account_min_amount: least = 1, account_max_amount: most = null } = account ?? {};
  const isWithin = payment_amount >= least && (most === null || payment_amount <= most);
  return isWithin ? {} : { payment_amount: `must be from ${least} to ${most ?? "any amount"}` };
}

export function requireFuture(deadline: string, now: Date): Date {
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/i.test(deadline);
  const date = new Date(deadline);
  // An invalid date is later than nothing.
  if (hasZone && date > now) return date;
  throw new Refusal("invalid_expired_at");
}

export function requireOwned(accounts: readonly Account[], account_id: string): Account {
  const account = accounts.find((candidate) => candidate.account_id === account_id.toLowerCase());
  if (!account) throw new Refusal("account_not_owned");
  return account;
}

/** Subtotals are computed, whatever was sent (specification, 4.2); an empty order is none. */
export function ordersOf({ customer_orders }: CreatePayment): OrderItem[] | null {
  if (!customer_orders || customer_orders.length === 0) return null;
  return customer_orders.map((item: OrderItemInput) => ({
    sku: item.sku ?? null,
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

export const isUuid = (value: unknown): boolean =>
  typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

export const isPaymentCode = (value: unknown): boolean =>
  isText(value) && /^\P{Cc}{1,128}$/u.test(value as string) && (value as string).trim() === value;

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** With its unique amount it must stay exact. */
const isAmount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number.isSafeInteger(Number(value) + 999);

const isHttps = (value: string): boolean =>
  typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:";
