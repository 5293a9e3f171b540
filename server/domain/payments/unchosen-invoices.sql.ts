import type { ListedUnchosen } from "../../contract/dashboard/payments.ts";
import type { InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { listDirection } from "../base/list-order.sql.ts";
import { containingEachWord } from "../base/search-words.ts";

export type UnchosenRow = Omit<ListedUnchosen, "place" | "created_at"> & {
  sale_number: number;
  created_at: Date;
};

export interface UnchosenFilter {
  merchant_id: string;
  invoice_status: InvoiceStatus | null;
  search: string | null;
  created: { from: Date | null; before: Date | null };
  /** The times between which the invoice ended. null: the time does not matter. */
  ended: { from: Date | null; before: Date | null } | null;
  /** Only the invoices after this one, in the direction of the list. null: from the list's beginning. */
  after: number | null;
  isOldestFirst: boolean;
  at: Date | null;
}

/**
 * Selects the merchant's manual invoices whose customer has not chosen a way to pay, so that they have no payment. Uses
 * the index sales_unchosen.
 */
const unchosen = (sql: Sql, filter: UnchosenFilter) => sql`
  select
    sale_number, sale_id, payment_code, payment_amount, customer_name, customer_email, customer_phone, created_at,
    case
      when cancelled_at is not null then 'CANCELLED'
      when deadline_at <= ${transactionTime(sql, filter.at)} then 'EXPIRED'
      else 'OPEN'
    end as invoice_status,
    case
      when cancelled_at is not null then cancelled_at
      when deadline_at <= ${transactionTime(sql, filter.at)} then deadline_at
    end as ended_at
  from sales
  where merchant_id = ${filter.merchant_id}
    and source = 'invoice'
    and payment_number is null
    and (
      ${filter.after}::bigint is null
      or sale_number ${filter.isOldestFirst ? sql`>` : sql`<`} ${filter.after}
    )
  order by sale_number ${listDirection(sql, filter)}
`;

const isWanted = (sql: Sql, filter: UnchosenFilter) => {
  const { invoice_status, search, created, ended } = filter;
  return sql`(
    (${invoice_status}::text is null or invoice_status = ${invoice_status})
    and created_at >= coalesce(${created.from}::timestamptz, '-infinity')
    and created_at < coalesce(${created.before}::timestamptz, 'infinity')
    ${
      ended === null
        ? sql``
        : sql`
          and ended_at >= coalesce(${ended.from}::timestamptz, '-infinity')
          and ended_at < coalesce(${ended.before}::timestamptz, 'infinity')
        `
    }
    ${
      search === null
        ? sql``
        : sql`and ${containingEachWord(sql, search, {
            texts: sql`payment_code collate "default", customer_name, customer_email, customer_phone`,
            amounts: sql`payment_amount`,
          })}`
    }
  )`;
};

/** Whether the invoice has exactly this code. A payment with the same code takes precedence. */
const isOfCode = (sql: Sql, { merchant_id, search }: UnchosenFilter) => sql`(
  payment_code = ${search}
  and not exists (select from payments where merchant_id = ${merchant_id} and payment_code = ${search})
)`;

/** Returns the invoice whose code is exactly the search text, if the invoice matches the filter. */
export async function selectUnchosenOfCode(
  sql: Sql,
  filter: UnchosenFilter,
): Promise<UnchosenRow | undefined> {
  const [row] = await sql<UnchosenRow[]>`
    select sale_number, sale_id, payment_code, payment_amount, customer_name, created_at, invoice_status
    from (${unchosen(sql, filter)}) each_one
    where ${isOfCode(sql, filter)}
      and ${isWanted(sql, filter)}
  `;
  return row;
}

/**
 * Returns the first matching rows of a bounded range. `reached` is the number of the last invoice read, or null if the
 * list ends within the range. The rows exclude the invoice with exactly the searched code.
 */
export async function selectUnchosen(
  sql: Sql,
  filter: UnchosenFilter & { looked: number; limit: number },
): Promise<{ rows: UnchosenRow[]; reached: number | null }> {
  const rows = await sql<UnchosenRow[]>`
    select sale_number, sale_id, payment_code, payment_amount, customer_name, created_at, invoice_status
    from (${unchosen(sql, filter)} limit ${filter.looked}) looked
    where ${isWanted(sql, filter)}
      ${filter.search === null ? sql`` : sql`and not ${isOfCode(sql, filter)}`}
    order by sale_number ${listDirection(sql, filter)}
    limit ${filter.limit}
  `;
  const last = rows.at(-1);
  if (last !== undefined && rows.length === filter.limit) {
    return { rows, reached: last.sale_number };
  }
  const [end] = await sql<{ sale_number: number }[]>`
    select sale_number
    from (${unchosen(sql, filter)} offset ${filter.looked - 1} limit 1) looked
  `;
  return { rows, reached: end?.sale_number ?? null };
}

/**
 * Counts, up to `most`, the matching invoices of a bounded range, plus the invoice with exactly the searched code. A part
 * of another statement.
 */
export const countOfUnchosen = (
  sql: Sql,
  filter: UnchosenFilter & { looked: number; most: number },
) => sql`(
  select count(*)
  from (
    select sale_number
    from (${unchosen(sql, filter)} limit ${filter.looked}) looked
    where ${isWanted(sql, filter)}
    ${
      filter.search === null
        ? sql``
        : sql`
          and not ${isOfCode(sql, filter)}
          union all
          select sale_number
          from (${unchosen(sql, filter)}) each_one
          where ${isOfCode(sql, filter)}
            and ${isWanted(sql, filter)}
        `
    }
    limit ${filter.most}
  ) found
)`;

/** Whether there are invoices beyond the bounded range. A part of another statement. */
export const isUnchosenCut = (sql: Sql, filter: UnchosenFilter & { looked: number }) => sql`
  exists (select from (${unchosen(sql, filter)} offset ${filter.looked} limit 1) behind)
`;

interface UnchosenTotals {
  unchosen_count: number;
  unchosen_sum: number;
  /** The sum of the invoices that can still be paid. */
  open_sum: number;
  /** Whether the range is full, so that there might be more invoices. */
  is_cut: boolean;
}

/** Returns the totals of the matching invoices in a bounded range. Each sum is capped at the largest exact number. */
export async function selectUnchosenTotals(
  sql: Sql,
  filter: UnchosenFilter & { looked: number },
): Promise<UnchosenTotals> {
  const sumOf = (condition: ReturnType<Sql>) => sql`
    least(
      coalesce(sum(payment_amount) filter (where ${condition} and ${isWanted(sql, filter)}), 0),
      ${Number.MAX_SAFE_INTEGER}::numeric
    )::bigint
  `;
  const [row] = await sql<[UnchosenTotals]>`
    select
      count(*) filter (where ${isWanted(sql, filter)}) as unchosen_count,
      ${sumOf(sql`true`)} as unchosen_sum,
      ${sumOf(sql`invoice_status = 'OPEN'`)} as open_sum,
      count(*) = ${filter.looked} as is_cut
    from (${unchosen(sql, filter)} limit ${filter.looked}) looked
  `;
  return row;
}
