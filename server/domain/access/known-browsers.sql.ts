import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

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
    join merchants using (merchant_id)
    where lower(email) = lower(${browser.email})
      and token_hash = ${browser.token_hash}
      and signed_in_at > ${forgottenAt(sql, browser.at)}
  `;
  return rows.count === 1;
}

/** Replaces the token that this browser had before, and deletes the oldest ones beyond the limit. */
export async function insertBrowser(
  sql: Sql,
  browser: { merchant_id: string; token_hash: Buffer; replaced_hash: Buffer; at: Date | null },
): Promise<void> {
  await sql`
    with forgotten as (
      delete from known_browsers
      where merchant_id = ${browser.merchant_id}
        and (
          token_hash = ${browser.replaced_hash}
          or signed_in_at <= ${forgottenAt(sql, browser.at)}
          or token_hash in (
            select token_hash
            from known_browsers
            where merchant_id = ${browser.merchant_id}
            order by signed_in_at desc
            offset ${limits.browsersPerMerchant - 1}
          )
        )
    )
    insert into known_browsers (merchant_id, token_hash, signed_in_at)
    values (${browser.merchant_id}, ${browser.token_hash}, ${transactionTime(sql, browser.at)})
  `;
}

export async function deleteBrowsers(sql: Sql, merchant_id: string): Promise<void> {
  await sql`delete from known_browsers where merchant_id = ${merchant_id}`;
}
