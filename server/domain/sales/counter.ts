import { unnamedCustomer } from "../../../web-shared/src/unnamed-customer.ts";
import type {
  Counter,
  CounterItem,
  CounterSale,
  ListedCounterSale,
} from "../../contract/dashboard/counter.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readCheckoutPage } from "../payments/checkout.ts";
import { sellOnAccount } from "./sales.ts";
import {
  replaceCounterItems,
  selectCounterAccounts,
  selectCounterDay,
  selectCounterItems,
  selectCounterSale,
  selectCounterSales,
  type CounterSaleRow,
  type ShownCounterSaleRow,
} from "./counter.sql.ts";
import { selectSaleAccount } from "./sales.sql.ts";
import { cancelOwnPayment } from "../mutations/own-payments.ts";

/** Records sales at the counter. Each sale has one amount and one code, and shows whether it is paid. */

interface SaleName {
  merchant_id: string;
  sale_id: string;
}

export async function readCounter(gateway: Gateway, merchant_id: string): Promise<Counter> {
  const { quotaTimeZone } = gateway.settings;
  const day = { merchant_id, quotaTimeZone, at: gateway.now() };
  const figures = await selectCounterDay(gateway.sql, day);
  const sales = await selectCounterSales(gateway.sql, { ...day, limit: limits.counterSalesShown });
  const limit = limits.accountsPerMerchant;
  return {
    ...figures,
    time_zone: quotaTimeZone,
    sales: sales.map(presentListed),
    items: await selectCounterItems(gateway.sql, merchant_id),
    accounts: await selectCounterAccounts(gateway.sql, { ...day, limit }),
  };
}

export interface CounterRequest {
  merchant_id: string;
  form_key: string;
  account_id: string;
  payment_amount: number;
  /** The items sold, whose sum is the amount. The list is empty if only the amount was typed. */
  items: readonly { name: string; price: number; quantity: number }[];
  note?: string | null | undefined;
  /** The person at the till. */
  made_by: string;
}

/**
 * Creates a sale. If no source watches the account, a person confirms the money manually, or by a statement in the
 * evening. Such a sale therefore has a day to be paid.
 */
export async function makeCounterSale(
  gateway: Gateway,
  { account_id, items, note = null, ...request }: CounterRequest,
): Promise<CounterSale> {
  const { merchant_id } = request;
  const account = await selectSaleAccount(gateway.sql, {
    merchant_id,
    account_id,
    quotaTimeZone: gateway.settings.quotaTimeZone,
    at: gateway.now(),
  });
  const { sale_id } = await sellOnAccount(
    gateway,
    {
      ...request,
      source: "counter",
      link_id: null,
      customer_name: unnamedCustomer,
      customer_email: null,
      customer_phone: null,
      customer_orders: items.length > 0 ? items.map(withSubtotal) : null,
      note,
      deadline_seconds: account?.is_watched
        ? limits.counterSaleSeconds
        : limits.counterSaleUnwatchedSeconds,
      deadline_at: null,
    },
    { account_id, must_be_watched: false },
  );
  return readCounterSale(gateway, { merchant_id, sale_id });
}

const withSubtotal = <Item extends { price: number; quantity: number }>(item: Item) => ({
  ...item,
  subtotal: item.price * item.quantity,
});

export function changeCounterItems(
  gateway: Gateway,
  actor: Actor,
  { merchant_id, items }: { merchant_id: string; items: readonly CounterItem[] },
): Promise<CounterItem[]> {
  return audited(
    gateway,
    actor,
    ({ sql }) => replaceCounterItems(sql, merchant_id, items),
    () => ({
      merchant_id,
      action: "counter_items.changed",
      details: { item_count: items.length },
    }),
  );
}

export async function readCounterSale(gateway: Gateway, name: SaleName): Promise<CounterSale> {
  const row = await requireSale(gateway, name);
  const { view, rest, server_time } = await readCheckoutPage(gateway, row.payment_id);
  const isQris = view.bank_type === "QRIS";
  const receipt_address =
    view.status === "PAID" ? `${gateway.settings.publicUrl}/pay/${row.payment_id}` : null;
  const hasNumber = view.status === "PENDING" && !isQris && (rest?.is_payable ?? true);
  return {
    ...presentListed(row),
    is_watched: row.is_watched,
    // Both values come from one read, so that a code is never shown beside a state that forbids it.
    payment_status: view.status,
    payment_unique: view.amount_unique,
    rest,
    payment_expired_at: view.expires_at,
    server_time,
    channel_type: isQris ? "QRIS" : "TRANSFER",
    account_number: hasNumber ? view.account_number : null,
    account_name: hasNumber ? view.account_name : null,
    qris_name: view.qris_name ?? null,
    receipt_address,
    receipt_qr: receipt_address && drawQrSvg(receipt_address),
    qris_svg: view.qris_payload ? drawQrSvg(view.qris_payload) : null,
  };
}

export async function cancelCounterSale(
  gateway: Gateway,
  actor: Actor,
  name: SaleName,
): Promise<void> {
  const { payment_code } = await requireSale(gateway, name);
  await cancelOwnPayment(gateway, actor, { merchant_id: name.merchant_id, payment_code });
}

async function requireSale(
  gateway: Gateway,
  { merchant_id, sale_id }: SaleName,
): Promise<ShownCounterSaleRow> {
  const at = gateway.now();
  const row = await selectCounterSale(gateway.sql, { merchant_id, sale_id, at });
  if (!row) throw notFound("sale");
  return row;
}

function presentListed(row: CounterSaleRow): ListedCounterSale {
  return {
    sale_id: row.sale_id,
    payment_code: row.payment_code,
    payment_amount: row.payment_amount,
    payment_total: row.payment_total,
    payment_status: row.payment_status,
    channel_name: row.channel_name,
    created_at: row.created_at.toISOString(),
    payment_updated_at: row.payment_updated_at.toISOString(),
  };
}
