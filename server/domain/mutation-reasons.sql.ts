import type { MatchReason } from "../contract/mutation-reasons.ts";
import type { PaymentStatus } from "../contract/payments.ts";
import type { Sql } from "../db/client.ts";
import { mutationColumns, mutationTables, type MutationRow } from "./mutations.sql.ts";

export interface ReasonRow extends MutationRow {
  match_reason: MatchReason;
  candidate_payment_id: string | null;
  candidate_payment_code: string | null;
  candidate_payment_status: PaymentStatus | null;
  announced_by_mutation_id: string | null;
  announced_by_app: string | null;
  rule: string;
  window_ends_at: Date;
  judged_at: Date;
}

const explainedMutations = (sql: Sql) => sql`
  select
    ${mutationColumns(sql)},
    mutation.match_reason,
    candidate.payment_id as candidate_payment_id,
    candidate.payment_code as candidate_payment_code,
    candidate.payment_status as candidate_payment_status,
    announcement.mutation_id as announced_by_mutation_id,
    coalesce(announcement.app_name, announcement.package_name) as announced_by_app,
    mutation.rule,
    mutation.window_ends_at,
    mutation.judged_at
  from ${mutationTables(sql)}
  left join payments candidate
    on candidate.merchant_id = mutation.merchant_id
    and candidate.payment_number = mutation.candidate_payment_number
  left join mutations announcement
    on announcement.merchant_id = mutation.merchant_id
    and announcement.mutation_number = mutation.announced_by_number
`;

/** Of these numbers, newest first. */
export function selectReasons(
  sql: Sql,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<ReasonRow[]> {
  return sql<ReasonRow[]>`
    ${explainedMutations(sql)}
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_number = any(${numbers as number[]}::bigint[])
    order by mutation.mutation_number desc
  `;
}

/** Whose mutation it is, and its number there: one probe for each merchant. */
export async function findMutation(
  sql: Sql,
  mutation_id: string,
): Promise<{ merchant_id: string; mutation_number: number } | undefined> {
  const [row] = await sql<{ merchant_id: string; mutation_number: number }[]>`
    select merchant.merchant_id, own.mutation_number
    from merchants merchant
    cross join lateral (
      select mutation_number
      from mutations mutation
      where mutation.merchant_id = merchant.merchant_id
        and mutation.mutation_id = ${mutation_id}
      limit 1
    ) own
  `;
  return row;
}

/** Newest first; `total` counts all pages. */
export interface NumbersPage {
  total: number;
  numbers: number[];
}

interface PageRequest {
  merchant_id: string;
  page: number;
  per_page: number;
}

export async function selectAllNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ mutation_count: number }[]>`
    select mutation_count from mutation_counters where merchant_id = ${options.merchant_id}
  `;
  const total = counter?.mutation_count ?? 0;
  const newest = total - offsetOf(options);
  const count = Math.max(0, Math.min(newest, options.per_page));
  return { total, numbers: Array.from({ length: count }, (_, index) => newest - index) };
}

export async function selectUnmatchedNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ total: number }[]>`
    select count(*) as total
    from mutations
    where merchant_id = ${options.merchant_id}
      and matched_payment_number is null
  `;
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and matched_payment_number is null
    order by mutation_number desc
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

/** For any reason but `matched`, which its index leaves out. */
export async function selectNumbersOfReason(
  sql: Sql,
  options: PageRequest & { match_reason: MatchReason },
): Promise<NumbersPage> {
  const [counter] = await sql<{ total: number }[]>`
    select count(*) as total
    from mutations
    where merchant_id = ${options.merchant_id}
      and match_reason = ${options.match_reason}
      and match_reason <> 'matched'
  `;
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and match_reason = ${options.match_reason}
      and match_reason <> 'matched'
    order by mutation_number desc
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

/** Nearly all mutations: they are what the index of the other reasons leaves out. */
export async function selectMatchedNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ total: number }[]>`
    select mutation_count - (
      select count(*)
      from mutations
      where merchant_id = ${options.merchant_id}
        and match_reason <> 'matched'
    ) as total
    from mutation_counters
    where merchant_id = ${options.merchant_id}
  `;
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and match_reason = 'matched'
    order by mutation_number desc
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

const offsetOf = ({ page, per_page }: PageRequest): number => (page - 1) * per_page;

const numbersPage = (
  counter: { total: number } | undefined,
  rows: readonly { mutation_number: number }[],
): NumbersPage => ({
  total: counter?.total ?? 0,
  numbers: rows.map(({ mutation_number }) => mutation_number),
});
