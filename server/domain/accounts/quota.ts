import { randomUUIDv7 } from "node:crypto";
import type { Quota, QuotaOrder } from "../../contract/dashboard/accounts.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { GatewayError, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { CreatePaymentInput, Payment } from "../../contract/payments.ts";
import { audited, type Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { readOwnAccount } from "./own-accounts.ts";
import { isQuotaRenewable } from "./quota-plan.ts";
import { rowsOfPage } from "../base/page-rows.ts";
import {
  countOrders,
  deleteOrder,
  grantDays,
  insertOrder,
  renewDays,
  selectGrants,
  selectOrders,
  selectSeller,
  selectSellingAccount,
  selectUsedDays,
  type OrderRow,
} from "./quota.sql.ts";
import type { Session } from "../access/sessions.sql.ts";

/** Day quota: the days left, their use, and the ways to add days, by an operator or by payment. */

export async function readQuota(
  gateway: Gateway,
  account: { merchant_id: string; account_id: string },
): Promise<Quota> {
  const { account_quota, is_day_paid } = await readOwnAccount(gateway, account);
  const day_price = (await selectSeller(gateway.sql))?.quota_price ?? null;
  const days = await selectUsedDays(gateway.sql, { ...account, limit: limits.quotaDaysShown });
  const grants = await selectGrants(gateway.sql, { ...account, limit: limits.quotaGrantsShown });
  return {
    account_quota,
    is_day_paid,
    day_price,
    can_renew: isQuotaRenewable(gateway, day_price),
    used_days: days.map(({ day }) => day),
    grants: grants.map((grant) => ({ ...grant, granted_at: grant.granted_at.toISOString() })),
  };
}

/** Adds days that an operator gives to any merchant's account. */
export async function grantQuota(
  gateway: Gateway,
  actor: Actor,
  { account_id, days }: { account_id: string; days: number },
): Promise<void> {
  const grant_id = randomUUIDv7();
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      const merchant_id = await grantDays(sql, { grant_id, account_id, days, at: now() });
      if (merchant_id) return merchant_id;
      throw notFound("account");
    },
    (merchant_id) => ({
      merchant_id,
      action: "quota.granted",
      object_id: account_id,
      details: { days },
    }),
  );
}

/** Sets an account's days to those of a new account on a merchant's own gateway. */
export async function renewQuota(
  gateway: Gateway,
  actor: Actor,
  account: { merchant_id: string; account_id: string },
): Promise<Quota> {
  await readOwnAccount(gateway, account);
  const day_price = (await selectSeller(gateway.sql))?.quota_price ?? null;
  if (!isQuotaRenewable(gateway, day_price)) {
    throw new DomainError({ code: "quota_not_renewable", params: {} });
  }
  const days = limits.ownGatewayQuotaDays;
  await audited(
    gateway,
    actor,
    ({ sql, now }) => renewDays(sql, { ...account, grant_id: randomUUIDv7(), days, at: now() }),
    (isRenewed) =>
      isRenewed
        ? {
            merchant_id: account.merchant_id,
            action: "quota.renewed",
            object_id: account.account_id,
            details: { days },
          }
        : null,
  );
  return readQuota(gateway, account);
}

type CreatePayment = (request: {
  merchant_id: string;
  input: CreatePaymentInput;
}) => Promise<Payment>;

/**
 * Orders days, with an invoice from the merchant who sells them. The database credits the days in the statement that
 * makes the invoice PAID (credit_quota_orders), so the order must exist before the invoice can be paid.
 */
export async function orderQuota(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; account_id: string; days: number; createPayment: CreatePayment },
): Promise<QuotaOrder> {
  const { session, account_id, days, createPayment } = options;
  const { merchant_id } = session;
  await readOwnAccount(gateway, { merchant_id, account_id });
  const seller = await selectSeller(gateway.sql);
  if (!seller) throw new DomainError({ code: "quota_not_sold", params: {} });
  const { seller_id } = seller;
  const amount = days * seller.quota_price;
  const selling = await selectSellingAccount(gateway.sql, { seller_id, amount });
  if (!selling) throw new DomainError({ code: "no_selling_account", params: {} });

  const order_id = randomUUIDv7();
  const payment_code = `QUOTA-${order_id}`;
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      await holdMerchant(sql, merchant_id);
      const ordered = { merchant_id, order_id, account_id, days, seller_id, payment_code };
      if (!(await insertOrder(sql, ordered, now()))) throw tooManyOrders();
    },
    () => ({ merchant_id, action: "quota.ordered", object_id: account_id, details: { days } }),
  );
  const now = gateway.now() ?? new Date();
  const input = {
    account_id: selling,
    payment_code,
    payment_amount: amount,
    payment_expired_at: new Date(now.getTime() + limits.quotaOrderHours * 3_600_000).toISOString(),
    customer_name: session.merchant_name,
    customer_email: session.email,
  };
  await createPayment({ merchant_id: seller_id, input }).catch(async (cause: unknown) => {
    // After any other failure the invoice might still exist and be paid.
    if (!(cause instanceof GatewayError)) throw cause;
    await deleteOrder(gateway.sql, { merchant_id, order_id });
    throw new DomainError(
      { code: "quota_invoice_failed", params: { message: cause.message } },
      { cause },
    );
  });
  const [row] = await selectOrders(gateway.sql, {
    merchant_id,
    order_id,
    limit: 1,
    offset: 0,
    at: gateway.now(),
  });
  if (!row) throw new Error("an order that was just made is gone");
  return presentOrder(gateway, row);
}

const tooManyOrders = () =>
  new DomainError({ code: "quota_order_limit", params: { orders: limits.unpaidQuotaOrders } });

export async function listQuotaOrders(
  gateway: Gateway,
  { merchant_id, page, per_page }: { merchant_id: string; page: number; per_page: number },
): Promise<Page<QuotaOrder>> {
  const { limit, offset } = rowsOfPage({ page, per_page });
  const total = await countOrders(gateway.sql, merchant_id);
  const rows = await selectOrders(gateway.sql, {
    merchant_id,
    order_id: null,
    limit,
    offset,
    at: gateway.now(),
  });
  return {
    items: rows.map((row) => presentOrder(gateway, row)),
    pagination: paginate(total, rows.length, page, limit),
  };
}

const presentOrder = ({ settings }: Gateway, row: OrderRow): QuotaOrder => ({
  order_id: row.order_id,
  account_id: row.account_id,
  days: row.days,
  ordered_at: row.ordered_at.toISOString(),
  credited_at: row.credited_at?.toISOString() ?? null,
  payment_status: row.payment_status,
  payment_total: row.payment_total,
  payment_checkout_url: `${settings.publicUrl}/pay/${row.payment_id}`,
  payment_expired_at: row.payment_expired_at.toISOString(),
});
