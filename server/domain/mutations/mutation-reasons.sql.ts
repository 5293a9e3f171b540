import type { MatchReason, MutationWithReason } from "../../contract/mutation-reasons.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { mutationColumns, mutationTables, type MutationRow } from "./mutations.sql.ts";

type SourceKind = "phone" | "mailbox" | "statement";

export interface ReasonRow extends MutationRow {
  match_reason: MatchReason;
  candidate_payment_id: string | null;
  candidate_payment_code: string | null;
  candidate_payment_status: PaymentStatus | null;
  came_in_time: boolean;
  late_because: MutationWithReason["late_because"];
  announced_by_mutation_id: string | null;
  announced_by_app: string | null;
  source_kind: SourceKind;
  /** The name and the kind of the other source, if another source has reported the transfer. */
  announced_by_source: string | null;
  announced_by_kind: SourceKind | null;
  /** Which of the two a person recorded from the bank's statement, if any. */
  announced_by_statement: "this" | "other" | null;
  rule: string;
  window_ends_at: Date;
  judged_at: Date;
}

/** Whether a late transfer's own time is not after the deadline of `payments candidate`. */
export const cameInTime = (sql: Sql, transfer: "mutation" | "late") => sql`
  (
    candidate.payment_status <> 'CANCELLED'
    and came_in_time(${sql(transfer)}.rule, ${sql(transfer)}.posted_at, candidate.payment_expired_at)
  )
`;

/**
 * The reason why `mutation` came late. The watch records the gateway's return up to one round after the gateway first
 * accepts reports, and keeps only the last return.
 */
export const lateBecause = (sql: Sql) => sql`
  case
    when mutation.rule = 'statement' then 'statement'
    when (
      select watch.listening_since > mutation.posted_at
        and watch.listening_since <= mutation.created_at + make_interval(secs => ${limits.deviceWatchGapSeconds})
      from device_watch watch
    ) then 'gateway_away'
    else 'phone_late'
  end
`;

const mutationsWithReason = (sql: Sql) => sql`
  select
    ${mutationColumns(sql)},
    mutation.match_reason,
    candidate.payment_id as candidate_payment_id,
    candidate.payment_code as candidate_payment_code,
    candidate.payment_status as candidate_payment_status,
    mutation.match_reason = 'late_payment' and coalesce(${cameInTime(sql, "mutation")}, false) as came_in_time,
    case when mutation.match_reason = 'late_payment' and ${cameInTime(sql, "mutation")}
      then ${lateBecause(sql)}
    end as late_because,
    announcement.mutation_id as announced_by_mutation_id,
    coalesce(announcement.app_name, announcement.package_name) as announced_by_app,
    device.source_kind,
    other_source.device_name as announced_by_source,
    other_source.source_kind as announced_by_kind,
    case 'statement' when mutation.rule then 'this' when announcement.rule then 'other' end as announced_by_statement,
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
  left join devices other_source
    on other_source.merchant_id = announcement.merchant_id
    and other_source.device_id = announcement.device_id
    and other_source.device_id <> mutation.device_id
`;

/** Selects mutations by these numbers, newest first. */
export function selectMutationReasons(
  sql: Sql,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<ReasonRow[]> {
  return sql<ReasonRow[]>`
    ${mutationsWithReason(sql)}
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_number = any(${numbers as number[]}::bigint[])
    order by mutation.mutation_number desc
  `;
}

/** Finds the merchant and the number of a mutation, with one probe for each merchant. */
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
