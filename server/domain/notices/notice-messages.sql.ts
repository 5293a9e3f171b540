import type {
  NoticeChannel,
  NoticeEvent,
  NoticeLanguage,
  NoticeMessage,
} from "../../contract/dashboard/notices.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { cameInTime, lateBecause } from "../mutations/mutation-reasons.sql.ts";
import type { DeliveryStatus } from "../gateway/delivery.ts";
import type { PersonName } from "../access/sessions.sql.ts";

/** Notices of one kind that wait for one target. */
export interface NoticeGroup {
  merchant_id: string;
  target_id: string;
  event: NoticeEvent;
}

/** Selects groups with a due notice. `notices` bounds the work, however many notices wait. */
export function selectDueGroups(
  sql: Sql,
  { notices, at }: { notices: number; at: Date | null },
): Promise<NoticeGroup[]> {
  return sql<NoticeGroup[]>`
    select distinct merchant_id, target_id, event
    from (
      select merchant_id, target_id, event
      from notices
      where due_at <= ${transactionTime(sql, at)}
      order by due_at
      limit ${notices}
    ) due
  `;
}

export interface GroupState {
  language: NoticeLanguage;
  at: Date;
  time_zone: string;
  /** The end of the quiet hours, if this event is not urgent and quiet hours apply now. */
  quiet_until: Date | null;
  waiting_count: number;
  /** The number of messages of this kind in the window. */
  recent_count: number;
  /** The time when the oldest of these messages leaves the window. */
  window_ends_at: Date | null;
}

/**
 * Locks the target for the rest of the transaction, so that two processes do not send the same notices. Returns
 * undefined if another process holds the lock, or the target is gone.
 */
export async function holdGroup(
  tx: Tx,
  group: NoticeGroup,
  options: { window_seconds: number; time_zone: string; at: Date | null },
): Promise<GroupState | undefined> {
  const [row] = await tx<GroupState[]>`
    with held as (
      select target.merchant_id, target.target_id, target.person_id
      from notice_targets target
      where target.merchant_id = ${group.merchant_id}
        and target.target_id = ${group.target_id}
      for no key update skip locked
    ),
    clock as (
      select at, at at time zone ${options.time_zone} as local_at
      from (select ${transactionTime(tx, options.at)} as at) present
    )
    select
      person.language,
      clock.at,
      ${options.time_zone} as time_zone,
      case
        when person.quiet_from is null or ${group.event} = any (person.urgent_events) then null
        when case
          when person.quiet_from < person.quiet_until
            then clock.local_at::time >= person.quiet_from and clock.local_at::time < person.quiet_until
          else clock.local_at::time >= person.quiet_from or clock.local_at::time < person.quiet_until
        end
          then (
            clock.local_at::date + person.quiet_until
            + case when clock.local_at::time < person.quiet_until then interval '0' else interval '1 day' end
          ) at time zone ${options.time_zone}
      end as quiet_until,
      (
        select count(*)::integer from notices notice
        where notice.merchant_id = held.merchant_id
          and notice.target_id = held.target_id
          and notice.event = ${group.event}
          and notice.due_at is not null
      ) as waiting_count,
      recent.recent_count,
      recent.oldest_at + make_interval(secs => ${options.window_seconds}) as window_ends_at
    from held
    cross join clock
    join notice_people person using (merchant_id, person_id)
    cross join lateral (
      select count(*)::integer as recent_count, min(message.created_at) as oldest_at
      from notice_messages message
      where message.merchant_id = held.merchant_id
        and message.target_id = held.target_id
        and message.event = ${group.event}
        and message.created_at > clock.at - make_interval(secs => ${options.window_seconds})
    ) recent
  `;
  return row;
}

/** Postpones the group: all its notices are examined again at that time. */
export async function postponeGroup(tx: Tx, group: NoticeGroup, until: Date): Promise<void> {
  await tx`
    update notices
    set due_at = ${until}
    where merchant_id = ${group.merchant_id}
      and target_id = ${group.target_id}
      and event = ${group.event}
      and due_at < ${until}
  `;
}

export interface WaitingNotice {
  subject: string;
  facts: Record<string, unknown>;
  created_at: Date;
}

/** Selects the waiting notices of a group. The facts about a QRIS account get the name in its code. */
export function selectWaitingNotices(
  tx: Tx,
  group: NoticeGroup,
  limit: number,
): Promise<WaitingNotice[]> {
  return tx<WaitingNotice[]>`
    select subject, notices.facts::jsonb || coalesce(code.facts, '{}') as facts, created_at
    from notices
    left join lateral (
      select jsonb_build_object('code_name', account.account_name) as facts
      from accounts account
      join channels channel using (channel_id)
      where account.merchant_id = notices.merchant_id
        and account.account_id::text = notices.facts ->> 'account_id'
        and channel.channel_type = 'QRIS'
        and account.account_name <> ''
    ) code on true
    where merchant_id = ${group.merchant_id}
      and target_id = ${group.target_id}
      and event = ${group.event}
      and due_at is not null
    order by created_at, subject
    limit ${limit}
  `;
}

export interface NewMessage {
  merchant_id: string;
  message_id: string;
  target_id: string;
  event: NoticeMessage["event"];
  notice_count: number;
  title: string;
  body: string;
  page_path: string;
}

/** Writes a message. Its notices no longer wait. */
export async function insertMessage(
  sql: Sql | Tx,
  message: NewMessage,
  { subjects, at }: { subjects: readonly string[]; at: Date | null },
): Promise<void> {
  await sql`
    with told as (
      update notices
      set due_at = null, message_id = ${message.message_id}
      where merchant_id = ${message.merchant_id}
        and target_id = ${message.target_id}
        and event = ${message.event}
        and subject = any (${[...subjects]}::text[])
    )
    insert into notice_messages (
      merchant_id, message_id, target_id, event, notice_count, title, body, page_path, created_at, next_attempt_at
    )
    values (
      ${message.merchant_id}, ${message.message_id}, ${message.target_id}, ${message.event}, ${message.notice_count},
      ${message.title}, ${message.body}, ${message.page_path}, ${transactionTime(sql, at)}, ${transactionTime(sql, at)}
    )
  `;
}

/** A message that the holder of lease_token can send now, with its target. */
export interface LeasedMessage {
  merchant_id: string;
  message_id: string;
  target_id: string;
  person_id: string;
  channel: NoticeChannel;
  language: NoticeLanguage;
  title: string;
  body: string;
  page_path: string;
  attempt_count: number;
  lease_token: string;
  leased_at: Date;
  /** The person's own address. */
  email: string;
  sealed_address: Buffer | null;
  public_key: string | null;
  sealed_private_key: Buffer | null;
}

/**
 * Leases due messages that no process holds: at most `limit`, one for each target, and none for targets with a
 * message in progress. The messages of a chat therefore stay in order.
 */
export async function leaseMessages(
  sql: Sql,
  options: {
    limit: number;
    busy: readonly string[];
    lease_token: string;
    lease_seconds: number;
    at: Date | null;
  },
): Promise<LeasedMessage[]> {
  return sql<LeasedMessage[]>`
    with clock as materialized (
      select ${transactionTime(sql, options.at)} as at
    ),
    due as (
      select distinct on (message.merchant_id, message.target_id)
        message.merchant_id, message.message_id, message.next_attempt_at
      from notice_messages message, clock
      where message.next_attempt_at <= clock.at
        and message.target_id <> all (${[...options.busy]}::uuid[])
        and not exists (
          select from notice_messages held
          where held.merchant_id = message.merchant_id
            and held.target_id = message.target_id
            and held.lease_until > clock.at
        )
      order by message.merchant_id, message.target_id, message.message_id
    ),
    free as (
      select message.merchant_id, message.message_id
      from notice_messages message, clock
      where (message.merchant_id, message.message_id) in (
          select merchant_id, message_id from due order by next_attempt_at limit ${options.limit}
        )
        and message.next_attempt_at <= clock.at
        and (message.lease_until is null or message.lease_until <= clock.at)
      for update of message skip locked
    ),
    leased as (
      update notice_messages message
      set lease_token = ${options.lease_token},
        lease_until = clock.at + make_interval(secs => ${options.lease_seconds})
      from free, clock
      where message.merchant_id = free.merchant_id
        and message.message_id = free.message_id
      returning message.*, clock.at as leased_at
    )
    select
      leased.merchant_id, leased.message_id, leased.target_id, target.person_id, target.channel, person.language,
      leased.title, leased.body, leased.page_path, leased.attempt_count, leased.lease_token, leased.leased_at,
      reader.email, target.sealed_address, key.public_key, key.sealed_private_key
    from leased
    join notice_targets target using (merchant_id, target_id)
    join notice_people person using (merchant_id, person_id)
    join people reader using (merchant_id, person_id)
    left join push_keys key on target.channel = 'push' and key.merchant_id = leased.merchant_id
  `;
}

export interface MessageRecord {
  message: Pick<LeasedMessage, "merchant_id" | "message_id" | "target_id" | "lease_token">;
  started_at: Date;
  duration_ms: number;
  http_status: number | null;
  error_code: string | null;
  message_status: DeliveryStatus;
  delay_seconds: number | null;
  /** True if the receiver requested the wait. The other messages of the target then wait equally long. */
  is_asked: boolean;
}

/** Records an attempt. Returns false and records nothing if another sender now holds the message. */
export async function finishMessage(
  sql: Sql | Tx,
  record: MessageRecord,
  at: Date | null,
): Promise<boolean> {
  const { message } = record;
  const next = sql`${transactionTime(sql, at)} + make_interval(secs => ${record.delay_seconds}::double precision)`;
  const rows = await sql`
    with finished as (
      update notice_messages
      set message_status = ${record.message_status},
        attempt_count = attempt_count + 1,
        next_attempt_at = ${next},
        lease_token = null,
        lease_until = null
      where merchant_id = ${message.merchant_id}
        and message_id = ${message.message_id}
        and lease_token = ${message.lease_token}
      returning merchant_id, message_id, target_id, attempt_count
    ),
    asked as (
      update notice_messages waiting
      set next_attempt_at = greatest(waiting.next_attempt_at, ${next})
      from finished
      where ${record.is_asked}
        and waiting.merchant_id = finished.merchant_id
        and waiting.target_id = finished.target_id
        and waiting.message_id <> finished.message_id
        and waiting.next_attempt_at is not null
        and waiting.lease_token is null
    )
    insert into notice_attempts (
      merchant_id, message_id, attempt_number, started_at, duration_ms, http_status, error_code
    )
    select
      merchant_id, message_id, attempt_count, ${record.started_at}, ${record.duration_ms}, ${record.http_status},
      ${record.error_code}
    from finished
    returning true
  `;
  return rows.length === 1;
}

/** Releases an unused lease if the sender stops before it sends. */
export async function returnMessageLease(
  sql: Sql,
  message: Pick<LeasedMessage, "merchant_id" | "message_id" | "lease_token">,
): Promise<void> {
  await sql`
    update notice_messages
    set lease_token = null, lease_until = null
    where merchant_id = ${message.merchant_id}
      and message_id = ${message.message_id}
      and lease_token = ${message.lease_token}
  `;
}

export type MessageRow = Omit<NoticeMessage, "created_at" | "next_attempt_at"> & {
  created_at: Date;
  next_attempt_at: Date | null;
};

/** Lists a person's messages, newest first. */
export function selectMessages(
  sql: Sql,
  options: PersonName & { before: string | null; limit: number },
): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select
      message.message_id, target.channel, target.target_name, message.event, message.notice_count, message.title,
      message.message_status, message.attempt_count, message.created_at, message.next_attempt_at,
      case when message.message_status <> 'SUCCESS' then (
        select coalesce(attempt.error_code, attempt.http_status::text)
        from notice_attempts attempt
        where attempt.merchant_id = message.merchant_id
          and attempt.message_id = message.message_id
        order by attempt.attempt_number desc
        limit 1
      ) end as problem
    from notice_messages message
    join notice_targets target using (merchant_id, target_id)
    where message.merchant_id = ${options.merchant_id}
      and target.person_id = ${options.person_id}
      and (${options.before}::uuid is null or message.message_id < ${options.before}::uuid)
    order by message.message_id desc
    limit ${options.limit}
  `;
}

export async function countRecentTests(
  sql: Sql | Tx,
  {
    merchant_id,
    person_id,
    window_seconds,
    at,
  }: PersonName & {
    window_seconds: number;
    at: Date | null;
  },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from notice_messages message
    join notice_targets target using (merchant_id, target_id)
    where message.merchant_id = ${merchant_id}
      and target.person_id = ${person_id}
      and message.event = 'test'
      and message.created_at > ${transactionTime(sql, at)} - make_interval(secs => ${window_seconds})
  `;
  return row?.count ?? 0;
}

const batch = 500;

/**
 * Writes notices about transfers that have had no invoice for some time. A stored position marks the last transfer
 * considered, so that no person gets a second notice and a stop of the job loses none. The position is reliable
 * because mutations are numbered in the order of their commits.
 */
export async function oweUnmatchedNotices(
  sql: Sql,
  { unmatched_seconds, at }: { unmatched_seconds: number; at: Date | null },
): Promise<boolean> {
  const [row] = await sql<{ is_some_left: boolean }[]>`
    with held as (
      select mark.merchant_id, mark.mutation_number
      from notice_marks mark
      where exists (
        select from mutations newer
        where newer.merchant_id = mark.merchant_id
          and newer.mutation_number = mark.mutation_number + 1
          and newer.created_at <= ${transactionTime(sql, at)} - make_interval(secs => ${unmatched_seconds})
      )
      limit ${batch}
      for update of mark skip locked
    ),
    looked_at as materialized (
      select mutation.*
      from held
      cross join lateral (
        select
          mutation.merchant_id, mutation.mutation_number, mutation.mutation_id, mutation.amount_parsed,
          mutation.sender_parsed, mutation.match_reason, mutation.decision, mutation.candidate_payment_number,
          mutation.posted_at, mutation.created_at, mutation.rule
        from mutations mutation
        where mutation.merchant_id = held.merchant_id
          and mutation.mutation_number > held.mutation_number
          and mutation.created_at <= ${transactionTime(sql, at)} - make_interval(secs => ${unmatched_seconds})
        order by mutation.mutation_number
        limit ${batch}
      ) mutation
    ),
    passed as (
      update notice_marks mark
      set mutation_number = passed.mutation_number
      from (
        select merchant_id, max(mutation_number) as mutation_number, count(*) as looked_at_count
        from looked_at
        group by merchant_id
      ) passed
      where mark.merchant_id = passed.merchant_id
      returning passed.looked_at_count
    ),
    owed as (
      select
        owe_notices(
          mutation.merchant_id,
          'unmatched',
          mutation.mutation_id::text,
          json_build_object(
            'mutation_id', mutation.mutation_id,
            'amount', mutation.amount_parsed,
            'sender_name', mutation.sender_parsed,
            'in_time', case when ${cameInTime(sql, "mutation")} then json_build_object(
              'payment_code', candidate.payment_code,
              'late_because', ${lateBecause(sql)},
              'posted_at', mutation.posted_at,
              'heard_at', mutation.created_at
            ) end
          ),
          ${transactionTime(sql, at)}
        )
      from looked_at mutation
      left join payments candidate
        on mutation.match_reason = 'late_payment'
        and candidate.merchant_id = mutation.merchant_id
        and candidate.payment_number = mutation.candidate_payment_number
      where mutation.decision is null
        and mutation.match_reason in (
        'no_account', 'late_payment', 'second_payment', 'paid_by_hand', 'former_choice', 'before_invoice',
        'no_such_total', 'before_registration', 'while_unregistered'
      )
    )
    select
      (select count(*) from owed) >= 0
        and (count(*) = ${batch} or coalesce(max(looked_at_count), 0) = ${batch}) as is_some_left
    from passed
  `;
  return row?.is_some_left ?? false;
}
