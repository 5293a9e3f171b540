import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

const forgottenAt = (sql: Sql, at: Date | null) => sql`
  ${transactionTime(sql, at)} - make_interval(secs => ${limits.browserKnownSeconds})
`;

export async function isKnownBrowser(
  sql: Sql,
  browser: { email: string; token_hash: Buffer; at: Date | null },
): Promise<boolean> {
  const rows = await sql`
    select
    from known_browsers
    join people using (merchant_id, person_id)
    where lower(email) = lower(${browser.email})
      and left_at is null
      and token_hash = ${browser.token_hash}
      and signed_in_at > ${forgottenAt(sql, browser.at)}
  `;
  return rows.count === 1;
}

/** Replaces this browser's previous token, and deletes the oldest tokens beyond the limit. */
export async function insertBrowser(
  sql: Sql,
  browser: PersonName & { token_hash: Buffer; replaced_hash: Buffer; at: Date | null },
): Promise<void> {
  await sql`
    with forgotten as (
      delete from known_browsers
      where merchant_id = ${browser.merchant_id}
        and person_id = ${browser.person_id}
        and (
          token_hash = ${browser.replaced_hash}
          or signed_in_at <= ${forgottenAt(sql, browser.at)}
          or token_hash in (
            select token_hash
            from known_browsers
            where merchant_id = ${browser.merchant_id}
              and person_id = ${browser.person_id}
            order by signed_in_at desc
            offset ${limits.browsersPerPerson - 1}
          )
        )
    )
    insert into known_browsers (merchant_id, person_id, token_hash, signed_in_at)
    values (
      ${browser.merchant_id}, ${browser.person_id}, ${browser.token_hash}, ${transactionTime(sql, browser.at)}
    )
  `;
}

export async function deleteBrowsers(sql: Sql, person: PersonName): Promise<void> {
  await sql`
    delete from known_browsers
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
  `;
}
