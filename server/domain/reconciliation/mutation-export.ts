import type { OwnMutation } from "../../contract/dashboard/transfers.ts";
import { limits } from "../../contract/limits.ts";
import type { Head } from "../base/column-heads.ts";
import type { Kind, Row, Table } from "../base/table.ts";
import { tableInParts } from "../base/table-in-parts.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import type { MutationFilter, SearchBound } from "../mutations/mutation-search.ts";
import { readOwnMutationsPart } from "./own-mutations.ts";

/** Writes a list of transfers as a table, each with the invoice to which it was matched or booked. */
export const exportMutations = (
  gateway: Gateway,
  filter: MutationFilter,
  bound?: SearchBound,
): Promise<Table> =>
  tableInParts(
    { merchant_id: filter.merchant_id, columns, time_zone: gateway.settings.quotaTimeZone },
    (after) =>
      readingPart(gateway, async (inside) => {
        const { items, next_cursor } = await readOwnMutationsPart(
          inside,
          {
            ...filter,
            per_page: limits.mutationsPerExportedPart,
            ...(after !== null && { cursor: after }),
          },
          bound,
        );
        return { rows: items.map(rowOf), next: next_cursor };
      }),
  );

/** The column headings in a workbook for people. */
export const mutationHeads = {
  posted_at: ["Waktu", "Time"],
  type_parsed: ["Arah", "Direction"],
  amount_parsed: ["Jumlah", "Amount"],
  currency_parsed: ["Mata uang", "Currency"],
  sender_parsed: ["Pengirim", "Sender"],
  payment_code: ["Tagihan", "Invoice"],
  match_reason: ["Alasan", "Reason"],
  decision: ["Keputusan", "Decision"],
  bank_name: ["Bank atau dompet", "Bank or wallet"],
  account_number: ["Nomor rekening", "Account number"],
  account_name: ["Nama rekening", "Account name"],
  device_name: ["Sumber", "Source"],
  app_name: ["Aplikasi", "App"],
  created_at: ["Dicatat", "Recorded"],
  mutation_id: ["ID transfer", "Transfer ID"],
} as const satisfies Record<string, Head>;

const kinds = {
  posted_at: "moment",
  type_parsed: "text",
  amount_parsed: "rupiah",
  currency_parsed: "text",
  sender_parsed: "text",
  payment_code: "text",
  match_reason: "text",
  decision: "text",
  bank_name: "text",
  account_number: "text",
  account_name: "text",
  device_name: "text",
  app_name: "text",
  created_at: "moment",
  mutation_id: "text",
} as const satisfies Record<keyof typeof mutationHeads, Kind>;

const names = Object.keys(kinds) as (keyof typeof kinds)[];
const columns = names.map((name) => ({ name, kind: kinds[name] }));

function rowOf({ id, matched_payment_code, tied_payment_code, ...mutation }: OwnMutation): Row {
  const payment_code = matched_payment_code ?? tied_payment_code;
  const cells = { ...mutation, mutation_id: id, payment_code };
  return names.map((name) => cells[name]);
}
