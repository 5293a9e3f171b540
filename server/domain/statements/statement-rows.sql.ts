import { randomBytes, randomUUIDv7 } from "node:crypto";
import type { Sql, Tx } from "../../db/client.ts";
import { hashCredential } from "../security/credentials.ts";

export interface RowName {
  merchant_id: string;
  row_id: string;
}

export interface MissedRow {
  account_id: string;
  app_package: string;
  description: string;
  amount_sen: number;
  posted_at: Date;
}

export async function selectAccountOfRow(
  sql: Sql | Tx,
  { merchant_id, row_id }: RowName,
): Promise<string | undefined> {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id from statement_rows
    where merchant_id = ${merchant_id}
      and row_id = ${row_id}
  `;
  return row?.account_id;
}

/**
 * Takes a missed row, so that no other request records it too. Without a time, its money might have come at any time
 * of the day. Only at the first moment of the day can the money pay no invoice that was created later.
 */
export async function takeMissedRow(tx: Sql | Tx, name: RowName): Promise<MissedRow | undefined> {
  const [row] = await tx<MissedRow[]>`
    update statement_rows booked
    set meaning = 'recorded'
    from accounts account
    where booked.merchant_id = ${name.merchant_id}
      and booked.row_id = ${name.row_id}
      and booked.meaning = 'missed'
      and account.merchant_id = booked.merchant_id
      and account.account_id = booked.account_id
    returning booked.account_id, account.app_package, booked.description, booked.amount_sen,
      coalesce(booked.booked_at, booked.day::timestamp at time zone statement_time_zone()) as posted_at
  `;
  return row;
}

export async function hasRow(tx: Sql | Tx, name: RowName): Promise<boolean> {
  const rows = await tx`
    select from statement_rows
    where merchant_id = ${name.merchant_id}
      and row_id = ${name.row_id}
  `;
  return rows.length === 1;
}

/**
 * Returns the device of mutations that come from a statement. The device takes the place of a phone, is revoked from
 * the beginning, and has an unknown token, so no program can ever report with that token.
 */
export async function insertStatementSource(tx: Sql | Tx, merchant_id: string): Promise<string> {
  const [row] = await tx<{ device_id: string }[]>`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, source_kind, created_at
    )
    values (
      ${merchant_id}, ${randomUUIDv7()}, 'bank-statement', 'Bank statement', ${hashCredential(randomBytes(32).toString("hex"))},
      'REVOKED', 'statement', now()
    )
    on conflict (merchant_id, installation_id) do update
    set source_kind = excluded.source_kind
    returning device_id
  `;
  return (row as { device_id: string }).device_id;
}

export async function tieRecorded(
  tx: Sql | Tx,
  input: RowName & { mutation_id: string; at: Date | null },
): Promise<void> {
  await tx`
    insert into statement_ties (merchant_id, mutation_number, is_settlement, row_id, tied_at)
    select merchant_id, mutation_number, false, ${input.row_id}::uuid, coalesce(${input.at}::timestamptz, now())
    from mutations
    where merchant_id = ${input.merchant_id}
      and mutation_id = ${input.mutation_id}
  `;
}

/** Returns false if a transfer explains the row. */
export async function setMeaning(
  tx: Sql | Tx,
  input: RowName & { meaning: string; account_key: string | null; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update statement_rows
    set meaning = ${input.meaning},
      account_key = ${input.account_key},
      reverses_row_id = null,
      explained_at = coalesce(${input.at}::timestamptz, now())
    where merchant_id = ${input.merchant_id}
      and row_id = ${input.row_id}
      and meaning in (
        'missed', 'ambiguous', 'fee', 'own_transfer', 'interest', 'refund', 'outgoing', 'other', 'tax', 'reversal'
      )
  `;
  return result.count === 1;
}
