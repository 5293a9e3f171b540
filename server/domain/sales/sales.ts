import { randomUUID } from "node:crypto";
import { GatewayError, notFound } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import { asSql } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { createPayments, readPayment } from "../payments/payments.ts";
import {
  bindPayment,
  holdSale,
  insertSale,
  renumberSale,
  selectNextFreeTotal,
  selectSaleAccount,
  type SaleAccountRow,
  type SaleContents,
  type SaleName,
  type SaleRow,
} from "./sales.sql.ts";

/**
 * Handles sales without a program: manual invoices, payment links, the counter. A sale reserves nothing. When its
 * account is chosen, one payment is created as for any request of the API: with the same bounds, quota, totals and
 * matching.
 */

/**
 * Creates a sale with a code of the merchant's own series, or returns the sale that the same form has already created.
 * Refuses a form that was sent before with other contents, because a customer must not get an invoice with other
 * contents.
 */
export async function makeSale(
  gateway: Gateway,
  sale: SaleContents,
): Promise<SaleRow & { is_new: boolean }> {
  const made = await insertSale(gateway.sql, {
    sale: { ...sale, sale_id: randomUUID() },
    quotaTimeZone: gateway.settings.quotaTimeZone,
    at: gateway.now(),
  }).catch((cause: unknown) => {
    if (violatedConstraint(cause) !== "sales_code_key") throw cause;
    throw new DomainError({ code: "sale_codes_used_up", params: {} }, { cause });
  });
  if (saysTheSame(made, sale)) return made;
  throw new DomainError({
    code: "form_sent_before",
    params: { payment_code: made.payment_code },
  });
}

function saysTheSame(made: SaleRow, wanted: SaleContents): boolean {
  const contents = (sale: SaleContents | SaleRow) =>
    JSON.stringify([
      sale.source,
      sale.link_id,
      sale.payment_amount,
      sale.customer_name,
      sale.customer_email,
      sale.customer_phone,
      sale.customer_orders,
      sale.note,
    ]);
  return contents(made) === contents(wanted);
}

interface AccountChoice {
  account_id: string;
  /** Whether to refuse an account without an online source. Otherwise the merchant confirms the money manually. */
  must_be_watched: boolean;
  /** Whether the customer chooses the account, and can therefore choose again. */
  is_chosen_by_customer?: boolean;
}

/**
 * Creates the only payment of a sale, on this account. The call can be repeated: later calls return the existing
 * payment, whichever account they name. A refusal changes nothing, so another account can be chosen.
 */
export async function settleOnAccount(
  gateway: Gateway,
  { account_id, must_be_watched, is_chosen_by_customer = false, ...name }: SaleName & AccountChoice,
): Promise<Payment> {
  return gateway.sql.begin(async (tx) => {
    const inside: Gateway = { ...gateway, sql: asSql(tx) };
    const sale = await holdSale(inside.sql, { ...name, at: gateway.now() });
    if (!sale) throw notFound("sale");
    if (sale.payment_number !== null) return readPayment(inside, sale);
    if (sale.cancelled_at) throw new DomainError({ code: "sale_cancelled", params: {} });
    if (sale.is_over) throw new DomainError({ code: "sale_ended", params: {} });

    await requireAccount(inside, { ...sale, account_id, must_be_watched });
    const payment = await createPaymentOf(inside, sale, account_id);
    await bindPayment(inside.sql, { ...name, account_id, is_chosen_by_customer });
    return payment;
  });
}

/** Creates both a sale and its payment, or neither. */
export async function sellOnAccount(
  gateway: Gateway,
  sale: SaleContents,
  choice: AccountChoice,
): Promise<{ sale_id: string; payment: Payment; is_new: boolean }> {
  return gateway.sql.begin(async (tx) => {
    const inside: Gateway = { ...gateway, sql: asSql(tx) };
    const { merchant_id, sale_id, is_new } = await makeSale(inside, sale);
    const payment = await settleOnAccount(inside, { merchant_id, sale_id, ...choice });
    return { sale_id, payment, is_new };
  });
}

/** Throws for an unusable account, and names the cause. The create would return one code for several causes. */
export async function requireAccount(
  gateway: Gateway,
  options: { merchant_id: string; payment_amount: number } & AccountChoice,
): Promise<void> {
  const { merchant_id, payment_amount, account_id, must_be_watched } = options;
  const account = await selectSaleAccount(gateway.sql, {
    merchant_id,
    account_id,
    quotaTimeZone: gateway.settings.quotaTimeZone,
    at: gateway.now(),
  });
  if (!account) throw notFound("account");
  const reason = whyNot(account, payment_amount);
  if (reason) throw new DomainError(reason);
  if (must_be_watched && !account.is_watched)
    throw new DomainError({ code: "account_not_watched", params: {} });
}

/**
 * Returns the reason why the account cannot accept this amount now, or null if it can. Whether a source watches the
 * account is not checked here.
 */
function whyNot(account: SaleAccountRow, payment_amount: number) {
  const { account_min_amount: minimum, account_max_amount: maximum } = account;
  if (payment_amount < minimum)
    return { code: "account_amount_too_small", params: { minimum } } as const;
  if (maximum !== null && payment_amount > maximum)
    return { code: "account_amount_too_large", params: { maximum } } as const;
  if (!account.account_active) return { code: "account_inactive", params: {} } as const;
  if (!account.has_quota) return { code: "account_without_quota", params: {} } as const;
  return null;
}

/**
 * Creates the payment. If a payment of the API has taken the sale's code in the meantime, the sale gets the next
 * code. The first create has taken the merchant's turn, so no other create takes the next code too.
 */
async function createPaymentOf(
  gateway: Gateway,
  sale: SaleRow,
  account_id: string,
): Promise<Payment> {
  const first = await tryToCreate(gateway, { sale, account_id, payment_code: sale.payment_code });
  if (!(first instanceof GatewayError)) return first;
  if (first.code !== "payment_code_conflict")
    throw await refusedCreate(gateway, { ...sale, account_id }, first);
  const payment_code = await renumberSale(gateway.sql, {
    ...sale,
    quotaTimeZone: gateway.settings.quotaTimeZone,
    at: gateway.now(),
  });
  const second = await tryToCreate(gateway, { sale, account_id, payment_code });
  if (second instanceof GatewayError)
    throw await refusedCreate(gateway, { ...sale, account_id }, second);
  return second;
}

async function tryToCreate(
  gateway: Gateway,
  options: { sale: SaleRow; account_id: string; payment_code: string },
): Promise<Payment | GatewayError> {
  const { sale, account_id, payment_code } = options;
  const [outcome] = await createPayments(gateway, [
    {
      merchant_id: sale.merchant_id,
      input: {
        account_id,
        payment_code,
        payment_amount: sale.payment_amount,
        payment_expired_at: sale.payment_expired_at.toISOString(),
        customer_name: sale.customer_name,
        customer_email: sale.customer_email,
        customer_phone: sale.customer_phone,
        customer_orders: sale.customer_orders,
      },
    },
  ]);
  if (!outcome) throw new Error("a create got no outcome");
  return outcome;
}

/** Turns a create's code into words for a person, because the account might have changed since it was read. */
export async function refusedCreate(
  gateway: Gateway,
  payment: { merchant_id: string; account_id: string; payment_amount: number },
  cause: GatewayError,
): Promise<Error> {
  switch (cause.code) {
    case "unique_amount_conflict": {
      // A total might have just become free.
      const at = (await selectNextFreeTotal(gateway.sql, payment)) ?? new Date();
      const reason = { code: "totals_used_up", params: { at: at.toISOString() } } as const;
      return new DomainError(reason, { cause });
    }
    case "invalid_expired_at":
      return new DomainError({ code: "sale_ended", params: {} }, { cause });
    case "no_active_quota":
      return new DomainError({ code: "account_not_watched", params: {} }, { cause });
    default:
      return cause;
  }
}
