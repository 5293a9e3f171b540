import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export type RefusedSignInReason = "wrong" | "code_missing";

export interface RefusedSignIn {
  /** The email address in any spelling that the database treats as equal. */
  subject: string;
  /** null: no account has this email address. */
  merchant_id: string | null;
  person_id: string | null;
  reason: RefusedSignInReason;
  client_address: string;
  user_agent: string | null;
}

const subjectOf = (sql: Sql, subject: string) =>
  sql`sha256(convert_to(lower(${subject}::text), 'UTF8'))`;

export async function upsertRefusedSignIn(
  sql: Sql,
  { attempt, at }: { attempt: RefusedSignIn; at: Date | null },
): Promise<void> {
  await sql`
    insert into refused_sign_ins as present (
      subject, merchant_id, person_id, reason, client_address, user_agent, refused_count, first_refused_at,
      last_refused_at
    )
    values (
      ${subjectOf(sql, attempt.subject)}, ${attempt.merchant_id}, ${attempt.person_id}, ${attempt.reason},
      ${attempt.client_address}, ${attempt.user_agent}, 1, ${transactionTime(sql, at)}, ${transactionTime(sql, at)}
    )
    on conflict (subject) do update
    set merchant_id = excluded.merchant_id,
      person_id = excluded.person_id,
      client_address = excluded.client_address,
      user_agent = excluded.user_agent,
      refused_count = present.refused_count + 1,
      last_refused_at = excluded.last_refused_at
  `;
}

export async function deleteRefusedSignIn(sql: Sql, subject: string): Promise<void> {
  await sql`delete from refused_sign_ins where subject = ${subjectOf(sql, subject)}`;
}

export interface UnreportedSignIns {
  merchant_id: string;
  person_id: string | null;
  reason: RefusedSignInReason;
  client_address: string;
  user_agent: string | null;
  /** The attempts since the last report. */
  count: number;
  first_refused_at: Date;
  last_refused_at: Date;
}

const isOver = (tx: Tx, at: Date | null) => tx`
  first_refused_at <= ${transactionTime(tx, at)} - make_interval(secs => ${limits.refusalsReportedSeconds})
`;

/**
 * Takes the refused sign-ins that are due for a report: soon after the first attempt, and the later ones at the end
 * of the hour. The latter are then deleted. A flood of unknown addresses does not delay the owners' reports.
 */
export async function takeUnreportedSignIns(tx: Tx, at: Date | null): Promise<UnreportedSignIns[]> {
  const rows = await tx<UnreportedSignIns[]>`
    with due as (
      select subject, refused_count - reported_count as count
      from refused_sign_ins
      where merchant_id is not null
        and (
          ${isOver(tx, at)}
          or (
            reported_count = 0
            and first_refused_at <= ${transactionTime(tx, at)} - make_interval(secs => ${limits.refusalsSettleSeconds})
          )
        )
      order by first_refused_at
      limit ${limits.refusalsPerReport}
      for update skip locked
    )
    update refused_sign_ins refused
    set reported_count = refused_count
    from due
    where refused.subject = due.subject
    returning
      refused.merchant_id, refused.person_id, refused.reason, refused.client_address, refused.user_agent, due.count,
      refused.first_refused_at, refused.last_refused_at
  `;
  await tx`
    delete from refused_sign_ins
    where ${isOver(tx, at)}
      and (merchant_id is null or reported_count = refused_count)
  `;
  return rows.filter(({ count }) => count > 0);
}
