import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

/**
 * Returns the address for the email, or undefined if no account has this address or an email has just been sent to
 * it.
 */
export async function insertReset(
  sql: Sql,
  reset: { email: string; token_hash: Buffer; at: Date | null },
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    with inserted as (
      insert into password_links as present (merchant_id, person_id, token_hash, requested_at)
      select merchant_id, person_id, ${reset.token_hash}::bytea, ${transactionTime(sql, reset.at)}
      from people
      where lower(email) = lower(${reset.email})
        and left_at is null
      on conflict (merchant_id, person_id) do update
      set token_hash = excluded.token_hash,
        requested_at = excluded.requested_at
      where present.requested_at
        <= excluded.requested_at - make_interval(secs => ${limits.passwordResetPauseSeconds})
      returning merchant_id, person_id
    )
    select email from people join inserted using (merchant_id, person_id)
  `;
  return row?.email;
}

/** Deletes a link for a password that has since been replaced. */
export async function deleteReset(sql: Sql, person: PersonName): Promise<void> {
  await sql`
    delete from password_links
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
  `;
}

interface ResetPerson extends PersonName {
  email: string;
  merchant_name: string;
}

/**
 * Deletes the token and returns its person, if the token was still valid. If two requests send the token at once, the
 * delete succeeds for only one.
 */
export async function takeReset(
  sql: Sql,
  reset: { token_hash: Buffer; at: Date | null },
): Promise<ResetPerson | undefined> {
  const [row] = await sql<ResetPerson[]>`
    delete from password_links
    using people join merchants using (merchant_id)
    where people.merchant_id = password_links.merchant_id
      and people.person_id = password_links.person_id
      and token_hash = ${reset.token_hash}
      and requested_at
        > ${transactionTime(sql, reset.at)} - make_interval(secs => ${limits.passwordResetSeconds})
    returning people.merchant_id, people.person_id, people.email, merchant_name
  `;
  return row;
}
