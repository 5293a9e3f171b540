import type { Sql } from "../../db/client.ts";
import type { ReconciledTransfer } from "../../contract/dashboard/reconciliation.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import { limits } from "../../contract/limits.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { cameInTime } from "../mutations/mutation-reasons.sql.ts";
import { hasUndecidedParts } from "../payments/payment-search.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";

interface ListOptions {
  merchant_id: string;
  /** Only mutations with a smaller number; null for the newest. */
  before: number | null;
  limit: number;
}

type Numbers = { mutation_number: number }[];

/** Selects the newest undecided transfers that came in time for an expired invoice. Uses the index mutations_reason. */
export async function selectInTimeNumbers(
  sql: Sql,
  { merchant_id, limit }: { merchant_id: string; limit: number },
): Promise<number[]> {
  const rows = await sql<Numbers>`
    select late.mutation_number
    from (
      select mutation_number, candidate_payment_number, rule, posted_at, decision
      from mutations
      where merchant_id = ${merchant_id}
        and match_reason = 'late_payment'
        and match_reason <> 'matched'
      order by mutation_number desc
      limit ${limits.lateTransfersLooked}
    ) late
    join payments candidate
      on candidate.merchant_id = ${merchant_id}
      and candidate.payment_number = late.candidate_payment_number
    where late.decision is null
      and ${cameInTime(sql, "late")}
    order by late.mutation_number desc
    limit ${limit}
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

/** Selects undecided transfers. Uses the index mutations_open, so decided transfers cost nothing. */
export async function selectOpenNumbers(
  sql: Sql,
  options: ListOptions & { except: readonly number[] },
): Promise<number[]> {
  const rows = await sql<Numbers>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and matched_payment_number is null
      and decision is null
      and type_parsed = 'CREDIT'
      and match_reason <> 'announced_twice'
      and mutation_number < coalesce(${options.before}::bigint, 9007199254740991)
      and mutation_number <> all (${[...options.except]}::bigint[])
    order by mutation_number desc
    limit ${options.limit}
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

/**
 * Selects transfers that a person has decided about and transfers that a person has matched, each kind by its own
 * index.
 */
export async function selectClosedNumbers(sql: Sql, options: ListOptions): Promise<number[]> {
  const rows = await sql<Numbers>`
    (
      select mutation_number
      from mutations
      where merchant_id = ${options.merchant_id}
        and decision is not null
        and mutation_number < coalesce(${options.before}::bigint, 9007199254740991)
      order by mutation_number desc
      limit ${options.limit}
    )
    union all
    (
      select mutation_number
      from mutations
      where merchant_id = ${options.merchant_id}
        and match_reason = 'matched_by_hand'
        and match_reason <> 'matched'
        and mutation_number < coalesce(${options.before}::bigint, 9007199254740991)
      order by mutation_number desc
      limit ${options.limit}
    )
    order by mutation_number desc
    limit ${options.limit}
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

/** A refund of the row `refund`, in the contract's form. */
const refundObject = (sql: Sql) => sql`
  json_build_object(
    'refund_id', refund.refund_id,
    'amount', refund.amount,
    'refunded_at', ${isoTime(sql, sql`refund.refunded_at`)},
    'recipient', refund.recipient,
    'reason', refund.reason,
    'reference', refund.reference,
    'made_by', (
      select json_build_object('person_id', maker.person_id, 'name', maker.person_name)
      from people maker
      where maker.merchant_id = refund.merchant_id
        and maker.person_id = refund.made_by
    ),
    'created_at', ${isoTime(sql, sql`refund.created_at`)},
    'proved_at', ${isoTime(sql, sql`refund.proved_at`)},
    'proof', (
      select json_build_object('account_id', debit.account_id, 'day', debit.day)
      from statement_rows debit
      where debit.merchant_id = refund.merchant_id
        and debit.row_id = refund.proved_by
    )
  )
`;

const isoTime = (sql: Sql, time: ReturnType<Sql>) => sql`
  to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
`;

export interface DecisionRow {
  mutation_id: string;
  decided_at: Date | null;
  refund: ReconciledTransfer["refund"];
  note: string | null;
  assigned_to: ReconciledTransfer["assigned_to"];
}

export function selectDecisions(
  sql: Sql,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    select
      mutation.mutation_id,
      mutation.decided_at,
      case when refund.refund_id is not null then ${refundObject(sql)} end as refund,
      note.note,
      case when assignee.person_id is not null
        then json_build_object('person_id', assignee.person_id, 'name', assignee.person_name)
      end as assigned_to
    from mutations mutation
    left join refunds refund
      on refund.merchant_id = mutation.merchant_id
      and refund.mutation_number = mutation.mutation_number
    left join mutation_notes note
      on note.merchant_id = mutation.merchant_id
      and note.mutation_number = mutation.mutation_number
    left join people assignee
      on assignee.merchant_id = note.merchant_id
      and assignee.person_id = note.assigned_to
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_number = any(${numbers as number[]}::bigint[])
  `;
}

export interface CandidateMoneyRow {
  payment_code: string;
  received: number;
  is_vouched_for: boolean;
}

/** Selects the money booked for these payments, and whether a person vouched for it. */
export function selectCandidateMoney(
  sql: Sql,
  { merchant_id, codes }: { merchant_id: string; codes: readonly string[] },
): Promise<CandidateMoneyRow[]> {
  return sql<CandidateMoneyRow[]>`
    select
      payment.payment_code,
      coalesce(
        ledger.received, case when payment.payment_status = 'PAID' then payment.payment_total else 0 end
      ) as received,
      case
        when ledger.owed is null then payment.is_manual_match and payment.matched_mutation_id is null
        else exists (
          select
          from payment_receipts receipt
          where receipt.merchant_id = payment.merchant_id
            and receipt.payment_number = payment.payment_number
            and receipt.mutation_number is null
        )
      end as is_vouched_for
    from payments payment
    left join payment_ledgers ledger using (merchant_id, payment_number)
    where payment.merchant_id = ${merchant_id}
      and payment.payment_code = any(${codes as string[]})
  `;
}

export interface OpenDifferenceRow {
  payment_code: string;
  payment_status: PaymentStatus;
  payment_total: number;
  payment_expired_at: Date;
  customer_name: string;
  received: number;
}

/** Selects payments with parts that wait for a decision, newest first. */
export function selectOpenDifferences(
  sql: Sql,
  options: { merchant_id: string; limit: number; at: Date | null },
): Promise<OpenDifferenceRow[]> {
  return sql<OpenDifferenceRow[]>`
    select
      payment.payment_code,
      case when ${isOverdue(sql, options.at)} then 'EXPIRED' else payment.payment_status end as payment_status,
      payment.payment_total,
      payment.payment_expired_at,
      payment.customer_name,
      ledger.received
    from payment_ledgers ledger
    join payments payment using (merchant_id, payment_number)
    where ledger.merchant_id = ${options.merchant_id}
      and ${hasUndecidedParts(sql)}
    order by ledger.payment_number desc
    limit ${options.limit}
  `;
}

/** Writes the note and the person. Returns false if the merchant has no such transfer or no such person. */
export async function upsertNote(
  sql: Sql,
  options: {
    merchant_id: string;
    mutation_id: string;
    note: string | null;
    assigned_to: string | null;
    at: Date | null;
  },
): Promise<boolean> {
  const rows = await sql`
    insert into mutation_notes (merchant_id, mutation_number, note, assigned_to, changed_at)
    select
      mutation.merchant_id, mutation.mutation_number, ${options.note}, ${options.assigned_to}::uuid,
      ${transactionTime(sql, options.at)}
    from mutations mutation
    where mutation.merchant_id = ${options.merchant_id}
      and mutation.mutation_id = ${options.mutation_id}
      and (
        ${options.assigned_to}::uuid is null
        or exists (
          select
          from people
          where people.merchant_id = mutation.merchant_id
            and people.person_id = ${options.assigned_to}::uuid
            and people.left_at is null
        )
      )
    on conflict (merchant_id, mutation_number) do update
    set note = excluded.note,
      assigned_to = excluded.assigned_to,
      changed_at = excluded.changed_at
    returning mutation_number
  `;
  return rows.length === 1;
}

export interface LedgerRow {
  owed: number | null;
  received: number;
  refunded: number;
  refunds_owed: number;
  kept_difference: number | null;
  waived: number;
  receipts: {
    amount: number;
    mutation_id: string | null;
    sender: string | null;
    booked_at: string;
    posted_at: string | null;
    is_tied: boolean;
  }[];
  refunds: NonNullable<ReconciledTransfer["refund"]>[];
}

/** Selects the money booked for a payment. Returns undefined if that is nothing or just its total. */
export async function selectLedger(
  sql: Sql,
  { merchant_id, payment_number }: { merchant_id: string; payment_number: number },
): Promise<LedgerRow | undefined> {
  const [row] = await sql<LedgerRow[]>`
    select
      owed,
      received,
      refunded,
      refunds_owed,
      kept as kept_difference,
      least(
        greatest(0, - kept),
        -- The money that was there when it became PAID: the transfer that paid it, the parts before, and money that a
        -- person vouched for.
        greatest(0, owed - (
          select coalesce(sum(receipt.amount), 0)
          from payment_receipts receipt
          left join mutations mutation using (merchant_id, mutation_number)
          where receipt.merchant_id = ledger.merchant_id
            and receipt.payment_number = ledger.payment_number
            and (
              receipt.vouched_amount is not null
              or receipt.booked_at <= payment.payment_updated_at
              or mutation.matched_payment_number = receipt.payment_number
            )
        ))
      )::bigint as waived,
      (
        select coalesce(json_agg(json_build_object(
          'amount', receipt.amount,
          'mutation_id', mutation.mutation_id,
          'sender', mutation.sender_parsed,
          'booked_at', ${isoTime(sql, sql`receipt.booked_at`)},
          'posted_at', ${isoTime(sql, sql`mutation.posted_at`)},
          'is_tied', mutation.decision is not null
        ) order by receipt.receipt_number), '[]')
        from payment_receipts receipt
        left join mutations mutation using (merchant_id, mutation_number)
        where receipt.merchant_id = ledger.merchant_id
          and receipt.payment_number = ledger.payment_number
      ) as receipts,
      (
        select coalesce(json_agg(${refundObject(sql)} order by refund.refund_id), '[]')
        from refunds refund
        where refund.merchant_id = ledger.merchant_id
          and refund.payment_number = ledger.payment_number
      ) as refunds
    from payment_ledgers ledger
    join payments payment using (merchant_id, payment_number)
    where merchant_id = ${merchant_id}
      and payment_number = ${payment_number}
      and (received > 0 or refunded > 0)
  `;
  return row;
}
