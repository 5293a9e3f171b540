import type { ListedPayment } from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import type { Head } from "../base/column-heads.ts";
import type { Kind, Row, Table } from "../base/table.ts";
import { tableInParts } from "../base/table-in-parts.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { readPart, type PaymentSearch } from "./payment-search.ts";

/** Writes a list of payments as a table. */
export const exportPayments = (
  gateway: Gateway,
  filter: Omit<PaymentSearch, "cursor" | "per_page">,
): Promise<Table> =>
  tableInParts(
    { merchant_id: filter.merchant_id, columns, time_zone: gateway.settings.quotaTimeZone },
    (after) =>
      readingPart(gateway, async (inside) => {
        const { items, next } = await readPart(inside, {
          ...filter,
          per_page: limits.paymentsPerExportedPart,
          ...(after !== null && { cursor: after }),
        });
        return { rows: rowsOf(items), next: next === null ? null : String(next) };
      }),
  );

/** The heads of the columns in a workbook for people. */
export const paymentHeads = {
  payment_code: ["Tagihan", "Invoice"],
  payment_status: ["Status", "Status"],
  payment_amount: ["Jumlah", "Amount"],
  payment_total: ["Total", "Total"],
  created_at: ["Dibuat", "Created"],
  payment_expired_at: ["Batas waktu", "Deadline"],
  payment_updated_at: ["Diubah", "Changed"],
  paid_at: ["Dibayar", "Paid"],
  sender_name: ["Pengirim", "Sender"],
  customer_name: ["Pelanggan", "Customer"],
  customer_email: ["Email", "Email"],
  customer_phone: ["Telepon", "Phone"],
  channel_name: ["Bank atau dompet", "Bank or wallet"],
  account_number: ["Nomor rekening", "Account number"],
  account_name: ["Nama rekening", "Account name"],
  is_manual_match: ["Dicocokkan manual", "Matched manually"],
  payment_id: ["ID tagihan", "Invoice ID"],
  metadata: ["Data tambahan", "Metadata"],
  refunded: ["Dikembalikan", "Refunded"],
  received_in_parts: ["Diterima sebagian", "Received in parts"],
} as const satisfies Record<string, Head>;

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
  refunded: "rupiah",
  received_in_parts: "rupiah",
} as const satisfies Record<keyof typeof paymentHeads & keyof ListedPayment, Kind>;

const names = Object.keys(kinds) as (keyof typeof kinds)[];
const columns = names.map((name) => ({ name, kind: kinds[name] }));

const rowsOf = (items: readonly ListedPayment[]): Row[] =>
  items.map(({ metadata, ...item }) => {
    const cells = { ...item, metadata: metadata && JSON.stringify(metadata) };
    return names.map((name) => cells[name]);
  });
