import type { ListedPayment } from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import { tableOf, type Kind, type Row, type Table } from "../base/table.ts";
import { DomainError } from "../base/domain-error.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { readPart, type PaymentSearch } from "./payment-search.ts";

/**
 * Returns a list of payments as a table, part by part as the client reads it. The first part is read before the
 * response begins, so that a wrong request or a failing database can still be refused.
 */
export async function exportPayments(
  gateway: Gateway,
  filter: Omit<PaymentSearch, "cursor" | "per_page">,
): Promise<Table> {
  const read = (after: number | null) =>
    readingPart(gateway, (inside) =>
      readPart(inside, {
        ...filter,
        per_page: limits.paymentsPerExportedPart,
        ...(after !== null && { cursor: String(after) }),
      }),
    );
  const first = await read(null);
  const { merchant_id } = filter;
  if (underWayOf(merchant_id) >= limits.exportsUnderWay) throw tooManyExports();

  const parts = (async function* () {
    underWay.set(merchant_id, underWayOf(merchant_id) + 1);
    try {
      yield rowsOf(first.items);
      let after = first.next;
      while (after !== null) {
        const { items, next } = await read(after);
        // A search can find nothing in this part.
        if (items.length > 0) yield rowsOf(items);
        after = next;
      }
    } finally {
      const left = underWayOf(merchant_id) - 1;
      if (left > 0) underWay.set(merchant_id, left);
      else underWay.delete(merchant_id);
    }
  })();
  return tableOf({ columns, time_zone: gateway.settings.quotaTimeZone }, parts);
}

/**
 * The number of tables that this process is reading, by merchant. Each table keeps a part in memory until the client
 * reads it.
 */
const underWay = new Map<string, number>();
const underWayOf = (merchant_id: string): number => underWay.get(merchant_id) ?? 0;

const tooManyExports = () =>
  new DomainError({ code: "export_limit", params: { tables: limits.exportsUnderWay } });

const kinds = {
  payment_code: "text",
  payment_status: "text",
  payment_amount: "rupiah",
  payment_total: "rupiah",
  created_at: "moment",
  payment_expired_at: "moment",
  payment_updated_at: "moment",
  paid_at: "moment",
  sender_name: "text",
  customer_name: "text",
  customer_email: "text",
  customer_phone: "text",
  channel_name: "text",
  account_number: "text",
  account_name: "text",
  is_manual_match: "flag",
  payment_id: "text",
  metadata: "text",
} as const satisfies Partial<Record<keyof ListedPayment, Kind>>;

const names = Object.keys(kinds) as (keyof typeof kinds)[];
const columns = names.map((name) => ({ name, kind: kinds[name] }));

const rowsOf = (items: readonly ListedPayment[]): Row[] =>
  items.map(({ metadata, ...item }) => {
    const cells = { ...item, metadata: metadata && JSON.stringify(metadata) };
    return names.map((name) => cells[name]);
  });
