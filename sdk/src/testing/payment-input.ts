import type { Account, CreatePayment, OrderItem, OrderItemInput } from "../generated/types.gen.ts";
import { Refusal } from "./refusal.ts";

/** The rules of a create that a merchant's code is likely to meet, in the gateway's order. The gateway knows more. */

type Errors = Record<string, string>;

export function requireValid(body: unknown): CreatePayment {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal("invalid request body");
  }
  const input = body as Record<string, unknown>;
  const errors: Errors = {};
  for (const field of ["account_id", "payment_code", "payment_expired_at", "customer_name"]) {
    if (!isText(input[field])) errors[field] = "is required";
  }
  if (!isAmount(input["payment_amount"])) {
    errors["payment_amount"] = "must be a whole number of rupiah above 0";
  }
  if (!isText(input["customer_email"]) && !isText(input["customer_phone"])) {
    errors["customer_email"] = "one of customer_email and customer_phone must be given";
  }
  const returnUrl = input["payment_return_url"];
  if (returnUrl !== undefined && returnUrl !== null && !isHttps(returnUrl)) {
    errors["payment_return_url"] = "must be an https URL";
  }
  refuseIfAny(errors);
  const payment = input as CreatePayment;
  const orders = ordersOf(payment);
  const sum = orders.reduce((total, { subtotal }) => total + subtotal, 0);
  if (orders.length > 0 && sum !== payment.payment_amount) {
    refuseIfAny({ customer_orders: `the subtotals sum to ${sum}, not to payment_amount` });
  }
  return payment;
}

export function requireFuture(deadline: string, now: Date): Date {
  const hasZone = /T.*(Z|[+-]\d{2}:\d{2})$/i.test(deadline);
  const date = new Date(deadline);
  // An invalid date is later than nothing.
  if (hasZone && date > now) return date;
  throw new Refusal("invalid_expired_at");
}

export function requireUsable(accounts: readonly Account[], input: CreatePayment): Account {
  const account = accounts.find(({ account_id }) => account_id === input.account_id);
  if (!account) throw new Refusal("account_not_owned");
  const { account_min_amount: least, account_max_amount: most } = account;
  if (input.payment_amount < least || (most !== null && input.payment_amount > most)) {
    refuseIfAny({ payment_amount: `must be from ${least} to ${most ?? "any amount"}` });
  }
  if (!account.account_active || account.account_quota === 0) throw new Refusal("no_active_quota");
  return account;
}

/** Subtotals are computed, whatever was sent (specification, 4.2). */
export function ordersOf({ customer_orders }: CreatePayment): OrderItem[] {
  return (customer_orders ?? []).map((item: OrderItemInput) => ({
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

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const isHttps = (value: unknown): boolean =>
  typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:";
