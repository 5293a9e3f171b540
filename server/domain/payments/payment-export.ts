import type { ListedPayment } from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import { byteOrderMark, csvLine } from "../base/csv.ts";
import { localTimeIn } from "../base/local-time.ts";
import { DomainError } from "../base/domain-error.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { readPart, type PaymentSearch } from "./payment-search.ts";

/**
 * Writes a list of payments as a table, part by part as the client reads it. The first part is read before the answer
 * begins, so that a wrong request or a failing database can still be refused.
 */
export async function exportPayments(
  gateway: Gateway,
  filter: Omit<PaymentSearch, "cursor" | "per_page">,
): Promise<AsyncIterable<string>> {
  const read = (cursor: string | null) =>
    readingPart(gateway, (inside) =>
      readPart(inside, {
        ...filter,
        per_page: limits.paymentsPerExportedPart,
        ...(cursor !== null && { cursor }),
      }),
    );
  const first = await read(null);
  const inZone = localTimeIn(gateway.settings.quotaTimeZone);
  const { merchant_id } = filter;
  if (underWayOf(merchant_id) >= limits.exportsUnderWay) throw tooManyExports();

  return (async function* () {
    underWay.set(merchant_id, underWayOf(merchant_id) + 1);
    try {
      yield byteOrderMark + csvLine(columns) + linesOf(first.items, inZone);
      let cursor = first.next_cursor;
      while (cursor !== null) {
        const { items, next_cursor } = await read(cursor);
        // A search may have found nothing in this part.
        if (items.length > 0) yield linesOf(items, inZone);
        cursor = next_cursor;
      }
    } finally {
      const left = underWayOf(merchant_id) - 1;
      if (left > 0) underWay.set(merchant_id, left);
      else underWay.delete(merchant_id);
    }
  })();
}

/** How many tables of each merchant this process is reading. Each keeps a part in memory until the client reads it. */
const underWay = new Map<string, number>();
const underWayOf = (merchant_id: string): number => underWay.get(merchant_id) ?? 0;

const tooManyExports = () =>
  new DomainError({ code: "export_limit", params: { tables: limits.exportsUnderWay } });

const columns = [
  "payment_code",
  "payment_status",
  "payment_amount",
  "payment_total",
  "created_at",
  "payment_expired_at",
  "payment_updated_at",
  "paid_at",
  "sender_name",
  "customer_name",
  "customer_email",
  "customer_phone",
  "channel_name",
  "account_number",
  "account_name",
  "is_manual_match",
  "payment_id",
] as const satisfies readonly (keyof ListedPayment)[];

const times: ReadonlySet<string> = new Set([
  "created_at",
  "payment_expired_at",
  "payment_updated_at",
  "paid_at",
]);

type Cell = ListedPayment[(typeof columns)[number]];

/** Whoever reads the table compares it with a bank's statement, which has the local time. */
function linesOf(items: readonly ListedPayment[], inZone: (iso: string) => string): string {
  const cellOf = (column: string, value: Cell): Cell =>
    typeof value === "string" && times.has(column) ? inZone(value) : value;
  return items
    .map((item) => csvLine(columns.map((column) => cellOf(column, item[column]))))
    .join("");
}
