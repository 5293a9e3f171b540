import { reachOf } from "../../../web-shared/src/reach.ts";
import type { Checklist, DayFigures, Overview } from "../../contract/dashboard/overview.ts";
import type { ListedPayment } from "../../contract/dashboard/payments.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Head } from "../base/column-heads.ts";
import { tableOf, type Column, type Row, type Table } from "../base/table.ts";
import { addWaitHistograms, waitQuantile } from "../base/wait-histogram.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { findNewestPaid, readListed } from "../payments/payment-search.ts";
import {
  countEnded,
  hasAccount,
  selectAccountTotals,
  selectCalendar,
  selectChecklist,
  selectDays,
  selectLastPaid,
  selectRefundedToday,
  type DayRow,
} from "./overview.sql.ts";

export interface AskedPeriod {
  merchant_id: string;
  account_id?: string | undefined;
  days: number;
  /** A month such as `2026-11`, in place of the last days. */
  month?: string | undefined;
}

/**
 * Returns the figures of a merchant's business, from counts that a job keeps. A million payments cost no more than a
 * hundred.
 */
export async function readOverview(gateway: Gateway, asked: AskedPeriod): Promise<Overview> {
  const { sql, settings } = gateway;
  const { merchant_id, days, account_id = null, month = null } = asked;
  if (account_id !== null && !(await hasAccount(sql, { merchant_id, account_id }))) {
    throw notFound("account");
  }
  const { quotaTimeZone } = settings;
  const period = { merchant_id, account_id, days, month, quotaTimeZone, at: gateway.now() };
  const [rows, account_totals, calendar, last_paid, refunded_today] = await Promise.all([
    selectDays(sql, period),
    account_id === null ? selectAccountTotals(sql, period) : [],
    selectCalendar(sql, period),
    readLastPaid(gateway, { merchant_id, account_id }),
    selectRefundedToday(sql, period),
  ]);
  const present = rows.filter((row) => !row.is_previous);
  const begun = present.filter((row) => row.has_begun);
  return {
    time_zone: quotaTimeZone,
    from: present[0]?.day ?? "",
    until: present.at(-1)?.day ?? "",
    ...calendar,
    refunded_today,
    days: begun.map((row) => ({ ...dayOf(row), ...figuresOf(row) })),
    ...figuresOf(begun.reduce(sumOf, account_id === null ? nothing : nothingOfAccount)),
    previous_days: rows
      .filter((row) => row.is_previous && row.has_begun)
      .map((row) => ({ ...dayOf(row), paid_count: row.paid_count, paid_total: row.paid_total })),
    account_totals,
    last_paid,
  };
}

async function readLastPaid(
  gateway: Gateway,
  of: { merchant_id: string; account_id: string | null },
): Promise<ListedPayment[]> {
  const { overviewLastPaid: limit, overviewLastPaidLooked: looked } = limits;
  const newest = await findNewestPaid(gateway, { ...of, limit: looked });
  const numbers = await selectLastPaid(gateway.sql, { ...of, newest, looked, limit });
  return readListed(gateway, { merchant_id: of.merchant_id, numbers });
}

type Counted = Omit<DayRow, "day" | "begins" | "offset_seconds" | "is_previous" | "has_begun">;

const nothing: Counted = {
  created_count: 0,
  paid_count: 0,
  paid_total: 0,
  manual_count: 0,
  expired_count: 0,
  cancelled_count: 0,
  simulated_count: 0,
  simulated_total: 0,
  wait_histogram: {},
};

const nothingOfAccount: Counted = { ...nothing, created_count: null };

const sumOf = (sum: Counted, row: Counted): Counted => ({
  created_count: sum.created_count === null ? null : sum.created_count + (row.created_count ?? 0),
  paid_count: sum.paid_count + row.paid_count,
  paid_total: sum.paid_total + row.paid_total,
  manual_count: sum.manual_count + row.manual_count,
  expired_count: sum.expired_count + row.expired_count,
  cancelled_count: sum.cancelled_count + row.cancelled_count,
  simulated_count: sum.simulated_count + row.simulated_count,
  simulated_total: sum.simulated_total + row.simulated_total,
  wait_histogram: addWaitHistograms(sum.wait_histogram, row.wait_histogram),
});

const dayOf = ({ day, begins, offset_seconds }: DayRow) => ({
  day,
  begins_at: begins + offsetText(offset_seconds),
});

/** Formats an offset as in ISO 8601: `+07:00`. */
function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${seconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function figuresOf(row: Counted): Omit<DayFigures, "day" | "begins_at"> {
  const { paid_count, paid_total, expired_count, cancelled_count, created_count } = row;
  const ended_count = paid_count + expired_count + cancelled_count;
  return {
    created_count,
    paid_count,
    paid_total,
    expired_count,
    cancelled_count,
    simulated_count: row.simulated_count,
    simulated_total: row.simulated_total,
    conversion: shareOf(paid_count, ended_count),
    match_rate: shareOf(paid_count - row.manual_count, paid_count),
    median_seconds_to_pay: waitQuantile(row.wait_histogram, 0.5),
    p90_seconds_to_pay: waitQuantile(row.wait_histogram, 0.9),
  };
}

/** Returns the chart's data as a table: each day beside its compared day of the previous period. */
export async function exportOverview(gateway: Gateway, asked: AskedPeriod): Promise<Table> {
  const { days, previous_days, time_zone, today } = await readingPart(gateway, (inside) =>
    readOverview(inside, asked),
  );
  const length = Math.max(days.length, previous_days.length);
  const rows = Array.from({ length }, (_, at): Row => {
    const [day, previous] = [days[at], previous_days[at]];
    return [
      day?.day ?? null,
      day?.begins_at ?? null,
      time_zone,
      day?.paid_count ?? null,
      day?.paid_total ?? null,
      day ? day.day < today : null,
      previous?.day ?? null,
      previous?.begins_at ?? null,
      previous?.paid_count ?? null,
      previous?.paid_total ?? null,
    ];
  });
  const parts = (async function* () {
    yield await Promise.resolve(rows);
  })();
  return tableOf({ columns: exportedColumns, time_zone }, parts);
}

/** The heads of the columns in a workbook for people. */
export const overviewHeads = {
  day: ["Hari", "Day"],
  begins_at: ["Mulai", "Beginning"],
  time_zone: ["Zona waktu", "Time zone"],
  paid_count: ["Tagihan lunas", "Paid invoices"],
  paid_total: ["Nilai tagihan lunas", "Value of paid invoices"],
  is_over: ["Sudah selesai", "Day is over"],
  previous_day: ["Hari pembanding", "Compared day"],
  previous_begins_at: ["Mulai hari pembanding", "Beginning of the compared day"],
  previous_paid_count: ["Tagihan lunas pembanding", "Paid invoices of the compared day"],
  previous_paid_total: ["Nilai pembanding", "Value of the compared day"],
} as const satisfies Record<string, Head>;

const exportedColumns: readonly (Column & { name: keyof typeof overviewHeads })[] = [
  { name: "day", kind: "day" },
  { name: "begins_at", kind: "moment" },
  { name: "time_zone", kind: "text" },
  { name: "paid_count", kind: "count" },
  { name: "paid_total", kind: "rupiah" },
  { name: "is_over", kind: "flag" },
  { name: "previous_day", kind: "day" },
  { name: "previous_begins_at", kind: "moment" },
  { name: "previous_paid_count", kind: "count" },
  { name: "previous_paid_total", kind: "rupiah" },
];

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Adds ended payments to their days. A job calls this function, and two calls can run at once. */
export async function countEndedPayments({ sql, settings }: Gateway): Promise<void> {
  const { quotaTimeZone } = settings;
  const limit = limits.endedPaymentsPerCount;
  while ((await countEnded(sql, { quotaTimeZone, limit })) === limit);
}

/**
 * The steps in the recommended order. Only the server's owner can give the server an address. A phone can report only to
 * an address that it can open.
 */
const steps = [
  "shop",
  "account",
  "payment",
  "public_address",
  "source",
  "two_factor",
] as const satisfies readonly Checklist["steps"][number]["step"][];

export async function readChecklist(
  { sql, settings: { publicUrl } }: Gateway,
  { merchant_id, ownsServer }: { merchant_id: string; ownsServer: boolean },
): Promise<Checklist> {
  const { is_ended, ...found } = await selectChecklist(sql, merchant_id);
  // An address of the local network is the owner's choice, though customers elsewhere cannot open it.
  const done = { ...found, public_address: reachOf(publicUrl) !== "computer" };
  return {
    steps: steps
      .filter((step) => ownsServer || step !== "public_address")
      .map((step) => ({ step, is_done: done[step] })),
    is_ended,
    public_url: publicUrl,
  };
}
