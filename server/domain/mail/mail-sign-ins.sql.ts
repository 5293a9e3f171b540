import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

interface SignInName {
  merchant_id: string;
  session_id: string;
  state_hash: Buffer;
}

/** Records a sign-in that a session has begun. The sign-in replaces an earlier one. */
export async function upsertSignIn(
  sql: Sql,
  signIn: SignInName & { sealed_request: Buffer; at: Date | null },
): Promise<void> {
  await sql`
    insert into mail_sign_ins (merchant_id, session_id, state_hash, sealed_request, begun_at)
    values (
      ${signIn.merchant_id}, ${signIn.session_id}, ${signIn.state_hash}, ${signIn.sealed_request},
      ${transactionTime(sql, signIn.at)}
    )
    on conflict (merchant_id, session_id) do update
    set state_hash = excluded.state_hash, sealed_request = excluded.sealed_request, begun_at = excluded.begun_at
  `;
}

/**
 * Takes the session's sign-in with this state, so that the sign-in counts once. Returns null if there is none or it
 * is too late.
 */
export async function takeSignIn(
  sql: Sql,
  { merchant_id, session_id, state_hash, at }: SignInName & { at: Date | null },
): Promise<Buffer | null> {
  const [row] = await sql<{ sealed_request: Buffer; is_in_time: boolean }[]>`
    delete from mail_sign_ins
    where merchant_id = ${merchant_id}
      and session_id = ${session_id}
      and state_hash = ${state_hash}
    returning sealed_request,
      begun_at > ${transactionTime(sql, at)} - make_interval(secs => ${limits.mailSignInSeconds}) as is_in_time
  `;
  return row?.is_in_time ? row.sealed_request : null;
}
