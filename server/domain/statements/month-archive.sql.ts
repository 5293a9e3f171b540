import type { Sql } from "../../db/client.ts";
import type { Row } from "../base/table.ts";
import type { MonthName } from "./statement-months.sql.ts";

type PartOfMonth = MonthName & { limit: number; offset: number };

interface ProofRow {
  row_id: string;
  day: string;
  amount_sen: number;
  is_settlement: boolean;
  mutation_id: string;
  amount_parsed: number;
  posted_at: Date;
  sender_parsed: string | null;
  payment_code: string | null;
}

/** Lists the transfers that rows of a month prove or pay out. */
export async function selectProofs(sql: Sql, name: PartOfMonth): Promise<Row[]> {
  const rows = await sql<ProofRow[]>`
    select
      booked.row_id, booked.day::text as day, booked.amount_sen, tie.is_settlement, mutation.mutation_id,
      mutation.amount_parsed, mutation.posted_at, mutation.sender_parsed, payment.payment_code
    from statement_rows booked
    join statement_ties tie on tie.merchant_id = booked.merchant_id and tie.row_id = booked.row_id
    join mutations mutation
      on mutation.merchant_id = tie.merchant_id
      and mutation.mutation_number = tie.mutation_number
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    where booked.merchant_id = ${name.merchant_id}
      and booked.account_id = ${name.account_id}
      and booked.day >= ${`${name.month}-01`}::date
      and booked.day < ${`${name.month}-01`}::date + interval '1 month'
    order by booked.day, booked.row_id, tie.mutation_number
    limit ${name.limit}
    offset ${name.offset}
  `;
  return rows.map((row) => [
    row.row_id,
    row.day,
    row.amount_sen,
    row.is_settlement,
    row.mutation_id,
    row.amount_parsed,
    row.posted_at.toISOString(),
    row.sender_parsed,
    row.payment_code,
  ]);
}

interface DecisionRow {
  created_at: Date;
  actor: string;
  person_name: string | null;
  action: string;
  object_id: string | null;
  details: unknown;
}

/**
 * Lists people's decisions about a month: its imports, rows, alarms and closings, and the rules and the chart, which
 * belong to all months. The audit log keeps them for RETENTION_AUDIT_DAYS.
 */
export async function selectDecisions(sql: Sql, name: PartOfMonth): Promise<Row[]> {
  const rows = await sql<DecisionRow[]>`
    with month as (
      select
        ${`${name.month}-01`}::date as first_day,
        (${`${name.month}-01`}::date + interval '1 month')::date as next_month
    )
    select entry.created_at, entry.actor, person.person_name, entry.action, entry.object_id, entry.details
    from audit_entries entry
    cross join month
    left join people person
      on person.merchant_id = entry.merchant_id
      and person.person_id = entry.person_id
    where entry.merchant_id = ${name.merchant_id}
      and (
        entry.action in ('statement_rule.created', 'statement_rule.removed', 'statement_chart.saved')
        or entry.action in ('statement_month.closed', 'statement_month.reopened')
          and entry.details ->> 'account_id' = ${name.account_id}
          and entry.details ->> 'month' = ${name.month}
        or entry.action in ('statement.imported', 'statement.withdrawn')
          and entry.details ->> 'account_id' = ${name.account_id}
          and (entry.details ->> 'first_day')::date < next_month
          and (entry.details ->> 'last_day')::date >= first_day
        or entry.action in ('statement_row.recorded', 'statement_row.explained', 'statement_row.reversed')
          and exists (
            select from statement_rows booked
            where booked.merchant_id = entry.merchant_id
              and booked.row_id = (case when entry.action like 'statement_row.%' then entry.object_id end)::uuid
              and booked.account_id = ${name.account_id}
              and booked.day >= first_day
              and booked.day < next_month
          )
        or entry.action in ('unsupported_transfer.closed', 'transfer.unsupported', 'transfer.supported')
          and exists (
            select from mutations mutation
            join unsupported_mutations doubt using (merchant_id, mutation_number)
            where mutation.merchant_id = entry.merchant_id
              and mutation.mutation_id = (case when entry.action like '%transfer.%' then entry.object_id end)::uuid
              and doubt.account_id = ${name.account_id}
              and doubt.day >= first_day
              and doubt.day < next_month
          )
      )
    order by entry.entry_id
    limit ${name.limit}
    offset ${name.offset}
  `;
  return rows.map((row) => [
    row.created_at.toISOString(),
    row.actor,
    row.person_name,
    row.action,
    row.object_id,
    row.details === null ? null : JSON.stringify(row.details),
  ]);
}
