import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { MerchantApp } from "../notifications/merchant-app.ts";

/** Selects the apps that the merchant has confirmed as a bank's. */
export function selectBankApps(sql: Sql, merchant_id: string): Promise<MerchantApp[]> {
  return sql<MerchantApp[]>`
    select package_name, app_name
    from merchant_apps
    where merchant_id = ${merchant_id}
      and is_bank
    order by lower(app_name), package_name
  `;
}

export async function selectBankAppsOfMerchants(
  sql: Sql,
  merchant_ids: readonly string[],
): Promise<Map<string, MerchantApp[]>> {
  const rows = await sql<(MerchantApp & { merchant_id: string })[]>`
    select merchant_id, package_name, app_name
    from merchant_apps
    where merchant_id = any(${[...new Set(merchant_ids)]}::uuid[])
      and is_bank
  `;
  return Map.groupBy(rows, ({ merchant_id }) => merchant_id);
}

/** A text of an unknown app that looks like incoming money. */
export interface UnknownAppText {
  device_id: string;
  /** SHA-256 in hexadecimal. */
  identity: string;
  /** The package name in lower case. */
  package_name: string;
  app_name: string | null;
}

/**
 * Counts the texts that are not kept yet, and returns the packages whose texts are kept: those about which the
 * merchant is asked, and those confirmed as a bank's after the texts were read. The merchant's row must be locked. If
 * there are too many apps, those that were silent longest are dropped, undecided ones first. A confirmed bank's app
 * stays.
 */
export async function noteUnknownApps(
  tx: Tx,
  {
    merchant_id,
    texts,
    at,
  }: { merchant_id: string; texts: readonly UnknownAppText[]; at: Date | null },
): Promise<Set<string>> {
  const coming = tx`
    select given.package_name, max(given.app_name) as app_name, count(*) as texts, min(position) as position
    from (
      select distinct on (given.device_id, given.identity) given.*
      from rows from (
        json_to_recordset(${JSON.stringify(texts)}::text::json)
          as (device_id uuid, identity text, package_name text, app_name text)
      ) with ordinality as given (device_id, identity, package_name, app_name, position)
    ) given
    where not exists (
      select from unread_notifications known
      where known.merchant_id = ${merchant_id}
        and known.device_id = given.device_id
        and known.identity = decode(given.identity, 'hex')
    )
    group by given.package_name
  `;
  await tx`
    delete from merchant_apps
    where merchant_id = ${merchant_id}
      and package_name in (
        select present.package_name
        from merchant_apps present
        where present.merchant_id = ${merchant_id}
          and present.is_bank is not true
          and present.package_name not in (select package_name from (${coming}) coming)
        order by present.is_bank nulls first, present.last_seen_at, present.package_name
        limit greatest(
          0,
          (select count(*) from merchant_apps where merchant_id = ${merchant_id})
            + (
              select count(*) from (${coming}) coming
              where coming.package_name not in (
                select package_name from merchant_apps where merchant_id = ${merchant_id}
              )
            )
            - ${limits.merchantAppsPerMerchant}
        )
      )
  `;
  await tx`
    insert into merchant_apps (merchant_id, package_name, app_name, first_seen_at, last_seen_at, seen_count)
    select
      ${merchant_id}, coming.package_name, coming.app_name, ${transactionTime(tx, at)}, ${transactionTime(tx, at)},
      least(coming.texts, ${limits.merchantAppTextsCounted})
    from (
      select coming.*, known.package_name is not null as is_known,
        count(*) filter (where known.package_name is null) over (order by coming.position) as place
      from (${coming}) coming
      left join merchant_apps known
        on known.merchant_id = ${merchant_id}
        and known.package_name = coming.package_name
    ) coming
    where coming.is_known
      or coming.place + (select count(*) from merchant_apps where merchant_id = ${merchant_id})
        <= ${limits.merchantAppsPerMerchant}
    on conflict (merchant_id, package_name) do update
    set last_seen_at = excluded.last_seen_at,
      seen_count = least(merchant_apps.seen_count + excluded.seen_count, ${limits.merchantAppTextsCounted}),
      app_name = coalesce(merchant_apps.app_name, excluded.app_name)
    where merchant_apps.is_bank is null
  `;
  const rows = await tx<{ package_name: string }[]>`
    select package_name
    from merchant_apps
    where merchant_id = ${merchant_id}
      and package_name = any(${texts.map(({ package_name }) => package_name)}::text[])
      and is_bank is not false
  `;
  return new Set(rows.map(({ package_name }) => package_name));
}

export interface SeenAppRow {
  package_name: string;
  app_name: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
  seen_count: number;
  is_refused: boolean;
  /** The newest text that is kept. */
  title: string | null;
  body: string | null;
}

/** Selects the apps that are not confirmed as a bank's, those without an answer first, then the newest. */
export function selectSeenApps(sql: Sql, merchant_id: string): Promise<SeenAppRow[]> {
  return sql<SeenAppRow[]>`
    select
      app.package_name, app.app_name, app.first_seen_at, app.last_seen_at, app.seen_count,
      app.is_bank is not null as is_refused,
      kept.notification->>'title' as title,
      coalesce(nullif(kept.notification->>'big_text', ''), kept.notification->>'body') as body
    from merchant_apps app
    left join (
      -- In one pass over the texts, because each is read for the name of its app.
      select distinct on (package_name) package_name, notification
      from (
        select lower(notification->>'package_name') as package_name, notification, received_at, identity
        from unread_notifications
        where merchant_id = ${merchant_id}
      ) unread
      order by package_name, received_at desc, identity
    ) kept
      on kept.package_name = app.package_name
      and app.is_bank is null
    where app.merchant_id = ${merchant_id}
      and app.is_bank is not true
    order by app.is_bank nulls first, app.last_seen_at desc, app.package_name
    limit ${limits.merchantAppsPerMerchant}
  `;
}

/** Stores the answer about an app that was seen. Returns false if there is no such app. */
export async function answerForApp(
  tx: Sql,
  answer: { merchant_id: string; package_name: string; is_bank: boolean; app_name: string | null },
): Promise<boolean> {
  const result = await tx`
    update merchant_apps
    set is_bank = ${answer.is_bank},
      app_name = coalesce(${answer.app_name}, app_name)
    where merchant_id = ${answer.merchant_id}
      and package_name = ${answer.package_name}
  `;
  return result.count === 1;
}

/** Counts the other apps that the merchant has confirmed as a bank's. */
export async function countBankApps(
  tx: Sql,
  app: { merchant_id: string; package_name: string },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count
    from merchant_apps
    where merchant_id = ${app.merchant_id}
      and package_name <> ${app.package_name}
      and is_bank
  `;
  return row?.count ?? 0;
}

/** Deletes the texts of an app that is not a bank's. The texts were kept only for the question. */
export async function forgetTextsOfApp(
  tx: Sql,
  app: { merchant_id: string; package_name: string },
): Promise<void> {
  await tx`
    delete from unread_notifications
    where merchant_id = ${app.merchant_id}
      and lower(notification->>'package_name') = ${app.package_name}
  `;
}

/** Returns whether an account of the merchant, or a bank that the merchant added, uses the app. */
export async function findUsesOfApp(
  tx: Sql,
  app: { merchant_id: string; package_name: string },
): Promise<{ by_account: boolean; by_bank: boolean }> {
  const [row] = await tx<{ by_account: boolean; by_bank: boolean }[]>`
    select
      exists (
        select from accounts
        where merchant_id = ${app.merchant_id}
          and lower(app_package) = ${app.package_name}
      ) as by_account,
      exists (
        select from channels
        where added_by = ${app.merchant_id}
          and own_package = ${app.package_name}
      ) as by_bank
  `;
  return row ?? { by_account: false, by_bank: false };
}
