import type {
  BrokenReason,
  NoticeChannel,
  NoticeEvent,
  NoticeLanguage,
  NoticeWish,
} from "../../contract/dashboard/notices.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import type { PersonName } from "../access/sessions.sql.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface PersonSettings {
  language: NoticeLanguage;
  /** `hh:mm:ss`, PostgreSQL's format of a time. */
  quiet_from: string | null;
  quiet_until: string | null;
  urgent_events: NoticeEvent[];
}

/** Returns undefined for a person who has chosen nothing yet. */
export async function selectPersonSettings(
  sql: Sql | Tx,
  { merchant_id, person_id }: PersonName,
): Promise<PersonSettings | undefined> {
  const [row] = await sql<PersonSettings[]>`
    select language, quiet_from, quiet_until, urgent_events
    from notice_people
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
  return row;
}

/** Creates the person's row if needed, because all other rows refer to it, and changes the given settings. */
export async function upsertPersonSettings(
  sql: Sql | Tx,
  { merchant_id, person_id }: PersonName,
  change: Partial<PersonSettings>,
): Promise<void> {
  await sql`
    insert into notice_people (merchant_id, person_id)
    values (${merchant_id}, ${person_id})
    on conflict do nothing
  `;
  if (Object.keys(change).length === 0) return;
  await sql`
    update notice_people
    set ${sql(change)}
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
}

export function selectWishes(
  sql: Sql,
  { merchant_id, person_id }: PersonName,
): Promise<NoticeWish[]> {
  return sql<NoticeWish[]>`
    select event, channel
    from notice_wishes
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
    order by event, channel
  `;
}

/** Deletes the person's other wishes, and adds the new ones. */
export async function replaceWishes(
  sql: Sql | Tx,
  { merchant_id, person_id }: PersonName,
  wishes: readonly NoticeWish[],
): Promise<void> {
  const events = wishes.map(({ event }) => event);
  const channels = wishes.map(({ channel }) => channel);
  await sql`
    delete from notice_wishes
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and (event, channel) not in (select * from unnest(${events}::text[], ${channels}::text[]))
  `;
  await sql`
    insert into notice_wishes (merchant_id, event, person_id, channel)
    select ${merchant_id}, event, ${person_id}, channel
    from unnest(${events}::text[], ${channels}::text[]) wanted (event, channel)
    on conflict do nothing
  `;
}

export interface TargetRow {
  target_id: string;
  channel: NoticeChannel;
  target_name: string | null;
  created_at: Date;
  broken_reason: BrokenReason | null;
}

export function selectTargets(
  sql: Sql | Tx,
  { merchant_id, person_id }: PersonName,
): Promise<TargetRow[]> {
  return sql<TargetRow[]>`
    select target_id, channel, target_name, created_at, broken_reason
    from notice_targets
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
    order by channel, created_at, target_id
  `;
}

/** Makes the person's own address a target, from the first wish for email on. A refused address is tried again. */
export async function upsertEmailTarget(
  sql: Sql | Tx,
  { merchant_id, person_id }: PersonName,
  { target_id, at }: { target_id: string; at: Date | null },
): Promise<void> {
  await sql`
    insert into notice_targets (merchant_id, target_id, person_id, channel, created_at)
    values (${merchant_id}, ${target_id}, ${person_id}, 'email', ${transactionTime(sql, at)})
    on conflict (merchant_id, person_id, channel) where channel <> 'push' do update
    set broken_at = null, broken_reason = null
    where notice_targets.broken_at is not null
  `;
}

interface NewTarget extends PersonName {
  target_id: string;
  target_name: string;
  sealed_address: Buffer;
  address_hash: Buffer;
  at: Date | null;
}

/** Replaces the person's Telegram chat, because a person has only one. */
export async function replaceTelegramTarget(sql: Sql | Tx, target: NewTarget): Promise<void> {
  await sql`
    delete from notice_targets
    where merchant_id = ${target.merchant_id}
      and person_id = ${target.person_id}
      and channel = 'telegram'
  `;
  await insertTarget(sql, "telegram", target);
}

/** Adds a browser. If the browser subscribes again, the new row replaces its previous one. */
export async function replacePushTarget(sql: Sql | Tx, target: NewTarget): Promise<void> {
  await sql`
    delete from notice_targets
    where merchant_id = ${target.merchant_id}
      and person_id = ${target.person_id}
      and channel = 'push'
      and (address_hash = ${target.address_hash} or (broken_at is not null and target_name = ${target.target_name}))
  `;
  await insertTarget(sql, "push", target);
}

async function insertTarget(
  sql: Sql | Tx,
  channel: NoticeChannel,
  target: NewTarget,
): Promise<void> {
  await sql`
    insert into notice_targets (
      merchant_id, target_id, person_id, channel, target_name, sealed_address, address_hash, created_at
    )
    values (
      ${target.merchant_id}, ${target.target_id}, ${target.person_id}, ${channel}, ${target.target_name},
      ${target.sealed_address}, ${target.address_hash}, ${transactionTime(sql, target.at)}
    )
  `;
}

/** Returns false if the person has no such target. Its notices and messages are deleted with it. */
export async function deleteTarget(
  sql: Sql | Tx,
  { merchant_id, person_id, target_id }: PersonName & { target_id: string },
): Promise<boolean> {
  const result = await sql`
    delete from notice_targets
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and target_id = ${target_id}
  `;
  return result.count === 1;
}

/** Stops all messages to the target. The address of a browser that is gone is deleted at once. */
export async function markTargetBroken(
  sql: Sql | Tx,
  {
    merchant_id,
    target_id,
    reason,
    at,
  }: {
    merchant_id: string;
    target_id: string;
    reason: BrokenReason;
    at: Date | null;
  },
): Promise<void> {
  await sql`
    with broken as (
      update notice_targets
      set broken_at = ${transactionTime(sql, at)},
        broken_reason = ${reason},
        sealed_address = case when ${reason} = 'browser_gone' then null else sealed_address end
      where merchant_id = ${merchant_id}
        and target_id = ${target_id}
        and broken_at is null
      returning merchant_id, target_id
    ),
    given_up as (
      update notice_messages message
      set message_status = 'FAILED', next_attempt_at = null, lease_token = null, lease_until = null
      from broken
      where message.merchant_id = broken.merchant_id
        and message.target_id = broken.target_id
        and message.next_attempt_at is not null
    )
    delete from notices notice
    using broken
    where notice.merchant_id = broken.merchant_id
      and notice.target_id = broken.target_id
      and notice.due_at is not null
  `;
}

/** Selects the events about which the person's role can get notices. */
export async function selectAllowedEvents(
  sql: Sql,
  { merchant_id, person_id }: PersonName,
): Promise<NoticeEvent[]> {
  const [row] = await sql<{ events: NoticeEvent[] }[]>`
    select notice_events_of(role) as events
    from people
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and left_at is null
  `;
  return row?.events ?? [];
}

/** Stores a new code, which replaces the person's previous one. */
export async function upsertTelegramOffer(
  sql: Sql | Tx,
  { merchant_id, person_id, code_hash, at }: PersonName & { code_hash: Buffer; at: Date | null },
): Promise<void> {
  await sql`
    insert into telegram_offers (merchant_id, person_id, code_hash, offered_at)
    values (${merchant_id}, ${person_id}, ${code_hash}, ${transactionTime(sql, at)})
    on conflict (merchant_id, person_id) do update
    set code_hash = excluded.code_hash, offered_at = excluded.offered_at
  `;
}

const isOpenOffer = (sql: Sql | Tx, at: Date | null) => sql`
  offered_at > ${transactionTime(sql, at)} - make_interval(secs => ${limits.telegramOfferSeconds})
`;

/** Takes the offer of this code, which is valid once. Returns undefined if there is none. */
export async function takeTelegramOffer(
  sql: Sql | Tx,
  { code_hash, at }: { code_hash: Buffer; at: Date | null },
): Promise<PersonName | undefined> {
  const [row] = await sql<PersonName[]>`
    delete from telegram_offers
    where code_hash = ${code_hash}
      and ${isOpenOffer(sql, at)}
    returning merchant_id, person_id
  `;
  return row;
}

/**
 * Leases the reading of this bot. Returns whether to read now: a person's code is open and no other process reads the
 * bot. The bot gives each update to one reader, and refuses a second reader. A reader begins at 0, which is the first
 * update that Telegram still has. After a quiet week Telegram gives updates any number, so the last number from
 * before has no meaning.
 */
export async function leaseTelegramReader(
  sql: Sql,
  { bot_id, lease_seconds, at }: { bot_id: string; lease_seconds: number; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    insert into telegram_reader (bot_id, offset_id, lease_until)
    select ${bot_id}, 0, ${transactionTime(sql, at)} + make_interval(secs => ${lease_seconds})
    where exists (select from telegram_offers where ${isOpenOffer(sql, at)})
    on conflict (is_only) do update
    set bot_id = excluded.bot_id, offset_id = excluded.offset_id, lease_until = excluded.lease_until
    where telegram_reader.bot_id is distinct from excluded.bot_id
      or telegram_reader.lease_until is null
      or telegram_reader.lease_until <= ${transactionTime(sql, at)}
  `;
  return result.count === 1;
}

/**
 * Stores the offset and extends the reader's lease. Returns false if the bot has changed since. The new bot's updates
 * have other numbers, which this reader must not overwrite.
 */
export async function keepTelegramOffset(
  sql: Sql,
  offset: {
    bot_id: string;
    former_id: number;
    offset_id: number;
    lease_seconds: number | null;
    at: Date | null;
  },
): Promise<boolean> {
  const result = await sql`
    update telegram_reader
    set offset_id = ${offset.offset_id},
      lease_until = ${transactionTime(sql, offset.at)} + make_interval(secs => ${offset.lease_seconds})
    where bot_id = ${offset.bot_id}
      and offset_id = ${offset.former_id}
  `;
  return result.count === 1;
}

export async function isTelegramOfferOpen(sql: Sql, at: Date | null): Promise<boolean> {
  const rows = await sql`select from telegram_offers where ${isOpenOffer(sql, at)} limit 1`;
  return rows.length > 0;
}

export interface PushKeyRow {
  public_key: string;
  sealed_private_key: Buffer;
}

/** Returns the merchant's key. Stores the given key if the merchant has none yet. */
export async function upsertPushKey(
  sql: Sql,
  { merchant_id, made, at }: { merchant_id: string; made: PushKeyRow; at: Date | null },
): Promise<string> {
  await sql`
    insert into push_keys (merchant_id, public_key, sealed_private_key, created_at)
    values (${merchant_id}, ${made.public_key}, ${made.sealed_private_key}, ${transactionTime(sql, at)})
    on conflict do nothing
  `;
  return (await selectPushKey(sql, merchant_id)) ?? made.public_key;
}

export async function selectPushKey(sql: Sql, merchant_id: string): Promise<string | undefined> {
  const [row] = await sql<{ public_key: string }[]>`
    select public_key from push_keys where merchant_id = ${merchant_id}
  `;
  return row?.public_key;
}
