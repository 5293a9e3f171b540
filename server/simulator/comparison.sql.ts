import type { Sql } from "../db/client.ts";

/** Reads everything from the tables that the model describes. */

export const selectPayments = (sql: Sql) => sql<
  {
    name: string;
    account_id: string;
    total: number;
    status: string;
    updated_at: Date;
    is_manual: boolean;
    mutation_id: string | null;
  }[]
>`
  select
    merchant_id || '/' || payment_code as name,
    account_id,
    payment_total as total,
    payment_status as status,
    payment_updated_at as updated_at,
    is_manual_match as is_manual,
    matched_mutation_id as mutation_id
  from payments
`;

export const selectMutations = (sql: Sql) => sql<
  {
    name: string;
    amount: number;
    is_credit: boolean;
    paid: string | null;
    decision: string | null;
    reason: string;
    /** The mutation that represents this transfer. */
    standing: string;
  }[]
>`
  select
    mutation.merchant_id || '/' || mutation.mutation_id as name,
    mutation.amount_parsed as amount,
    mutation.type_parsed = 'CREDIT' as is_credit,
    payment.payment_code as paid,
    mutation.decision,
    mutation.match_reason as reason,
    coalesce(mutation.announced_by_number, mutation.mutation_number)::text as standing
  from mutations mutation
  left join payments payment
    on payment.merchant_id = mutation.merchant_id
    and payment.payment_number = mutation.matched_payment_number
`;

/** Selects the rows of statements that no other source explains. */
export const missedRows = (sql: Sql, merchant_id: string) => sql<
  { row_id: string; description: string }[]
>`
  select row_id, description
  from statement_rows
  where merchant_id = ${merchant_id}
    and meaning = 'missed'
  order by day, file_row
`;

export const selectLedgers = (sql: Sql) => sql<
  {
    name: string;
    owed: number | null;
    received: number;
    refunded: number;
    kept: number | null;
    receipts: { mutation_id: string | null; amount: number }[];
  }[]
>`
  select
    ledger.merchant_id || '/' || payment.payment_code as name,
    ledger.owed,
    ledger.received,
    ledger.refunded,
    ledger.kept,
    (
      select coalesce(json_agg(json_build_object(
        'mutation_id', mutation.mutation_id,
        'amount', receipt.amount
      ) order by receipt.receipt_number), '[]')
      from payment_receipts receipt
      left join mutations mutation using (merchant_id, mutation_number)
      where receipt.merchant_id = ledger.merchant_id
        and receipt.payment_number = ledger.payment_number
    ) as receipts
  from payment_ledgers ledger
  join payments payment using (merchant_id, payment_number)
`;

export interface DeliveryRow {
  name: string;
  url: string;
  status: string;
  attempts: number;
  scheduled: number;
  body: string | null;
  lease_token: string | null;
  next_attempt_at: Date | null;
}

export const selectDeliveries = (sql: Sql) => sql<DeliveryRow[]>`
  select
    delivery.merchant_id || '/' || payment.payment_code || '/' || delivery.event_type as name,
    delivery.url,
    delivery.delivery_status as status,
    delivery.attempt_count as attempts,
    delivery.scheduled_count as scheduled,
    delivery.body,
    delivery.lease_token,
    delivery.next_attempt_at
  from webhook_deliveries delivery
  join payments payment using (merchant_id, payment_number)
`;

export const selectAccounts = (sql: Sql) => sql<
  { name: string; quota: number; quota_day: string | null; is_active: boolean }[]
>`
  select
    merchant_id || '/' || account_id as name,
    account_quota as quota,
    quota_day::text as quota_day,
    account_active as is_active
  from accounts
`;

export const selectTotpSteps = (sql: Sql) => sql<{ name: string; last_step: number | null }[]>`
  select merchant_id as name, last_step
  from authenticators
`;
