import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime, presentTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

export async function selectEnrolment(
  sql: Sql,
  { merchant_id, person_id }: PersonName,
): Promise<{ enabled_at: Date } | undefined> {
  const [row] = await sql<{ enabled_at: Date }[]>`
    select enabled_at
    from authenticators
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
  return row;
}

/** Returns the time of the offer. */
export async function upsertOffer(
  sql: Sql,
  offer: PersonName & { sealed_secret: Buffer; at: Date | null },
): Promise<Date> {
  const [row] = await sql<{ offered_at: Date }[]>`
    insert into authenticator_offers (merchant_id, person_id, sealed_secret, offered_at)
    values (${offer.merchant_id}, ${offer.person_id}, ${offer.sealed_secret}, ${transactionTime(sql, offer.at)})
    on conflict (merchant_id, person_id) do update
    set sealed_secret = excluded.sealed_secret,
      offered_at = excluded.offered_at
    returning offered_at
  `;
  return (row as { offered_at: Date }).offered_at;
}

/** Returns undefined if there is no offer, or the offer is too old. */
export async function selectOffer(
  sql: Sql,
  options: PersonName & { at: Date | null },
): Promise<{ sealed_secret: Buffer; at_seconds: number } | undefined> {
  const [row] = await sql<{ sealed_secret: Buffer; at_seconds: number }[]>`
    select
      sealed_secret,
      extract(epoch from clock.at)::double precision as at_seconds
    from authenticator_offers
    cross join (select ${presentTime(sql, options.at)} as at) clock
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and offered_at > clock.at - make_interval(secs => ${limits.totpOfferSeconds})
  `;
  return row;
}

/**
 * Makes the offered secret valid and uses up its first code. Returns false if another secret has been offered since,
 * or if a valid secret must not be replaced.
 */
export async function acceptOffer(
  sql: Sql,
  offer: PersonName & {
    sealed_secret: Buffer;
    totp_step: number;
    may_replace: boolean;
    at: Date | null;
  },
): Promise<boolean> {
  const result = await sql`
    with accepted as (
      delete from authenticator_offers
      where merchant_id = ${offer.merchant_id}
        and person_id = ${offer.person_id}
        and sealed_secret = ${offer.sealed_secret}
      returning merchant_id, person_id, sealed_secret
    )
    insert into authenticators (merchant_id, person_id, sealed_secret, enabled_at, last_step)
    select merchant_id, person_id, sealed_secret, ${transactionTime(sql, offer.at)}, ${offer.totp_step}
    from accepted
    on conflict (merchant_id, person_id) do update
    set sealed_secret = excluded.sealed_secret,
      enabled_at = excluded.enabled_at,
      last_step = excluded.last_step,
      failed_at = '{}'
    where ${offer.may_replace}
  `;
  return result.count === 1;
}

export async function deleteOffer(sql: Sql, person: PersonName): Promise<void> {
  await sql`
    delete from authenticator_offers
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
  `;
}

/** Returns false if two-factor authentication is off. */
export async function deleteEnrolment(sql: Sql, person: PersonName): Promise<boolean> {
  const result = await sql`
    delete from authenticators
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
  `;
  return result.count === 1;
}
