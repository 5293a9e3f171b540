import { randomBytes } from "node:crypto";
import type {
  MailboxProblem,
  MailOutcome,
  MailProviderName,
} from "../../contract/dashboard/mailboxes.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { noteReadEmails } from "../mutations/reading-rules.sql.ts";
import { hashCredential } from "../security/credentials.ts";

export interface MailboxName {
  merchant_id: string;
  device_id: string;
}

export interface Position {
  uid_validity: number;
  last_uid: number;
}

/** Assignments that clear a mailbox's problem. */
const withoutProblem = (sql: Sql | Tx) =>
  sql`problem = null, problem_words = null, problem_since = null, failure_count = 0`;

/** Assignments that remove the lease. */
const withoutLease = (sql: Sql | Tx) => sql`lease_token = null, lease_until = null`;

/** A mailbox that this process can read until the lease ends. */
export interface LeasedMailbox extends MailboxName {
  uid_validity: number | null;
  last_uid: number | null;
  lease_token: string;
  address: string;
  /** The server, the login, the password and the position are null if emails are forwarded. */
  host: string | null;
  port: number | null;
  login: string | null;
  folder: string;
  provider: MailProviderName | null;
  sealed_password: Buffer | null;
  sealed_mail_key: Buffer;
  connected_at: Date;
  read_at: Date;
}

/** Leases mailboxes that are due and that no process reads. */
export function leaseMailboxes(
  sql: Sql,
  { limit, at }: { limit: number; at: Date | null },
): Promise<LeasedMailbox[]> {
  return sql<LeasedMailbox[]>`
    update mailboxes mailbox
    set lease_token = gen_random_uuid(),
      lease_until = ${transactionTime(sql, at)} + make_interval(secs => ${limits.mailboxLeaseSeconds})
    from (
      select merchant_id, device_id
      from mailboxes
      where next_try_at <= ${transactionTime(sql, at)}
        and (lease_until is null or lease_until <= ${transactionTime(sql, at)})
      order by next_try_at
      limit ${limit}
      for update skip locked
    ) free
    where mailbox.merchant_id = free.merchant_id
      and mailbox.device_id = free.device_id
    returning mailbox.merchant_id, mailbox.device_id, lease_token, address, host, port, login, folder, provider,
      sealed_password, sealed_mail_key, uid_validity::float8 as uid_validity, last_uid::float8 as last_uid, connected_at, read_at
  `;
}

type Lease = MailboxName & { lease_token: string };

/**
 * Renews the lease, and records a position with it. Returns false if the lease is lost: the mailbox was changed, or
 * another process reads it.
 */
export async function keepLease(
  tx: Sql | Tx,
  { merchant_id, device_id, lease_token }: Lease,
  { position, at }: { position: Position | null; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update mailboxes
    set uid_validity = coalesce(${position?.uid_validity ?? null}, uid_validity),
      last_uid = coalesce(${position?.last_uid ?? null}, last_uid),
      lease_until = ${transactionTime(tx, at)} + make_interval(secs => ${limits.mailboxLeaseSeconds})
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and lease_token = ${lease_token}
  `;
  return result.count === 1;
}

/** Records that the inbox was read to its end, and keeps the lease. Returns false if the lease is lost. */
export async function noteMailboxRead(
  sql: Sql,
  { merchant_id, device_id, lease_token }: Lease,
  at: Date | null,
): Promise<boolean> {
  const result = await sql`
    with kept as (
      update mailboxes
      set read_at = ${transactionTime(sql, at)},
        ${withoutProblem(sql)},
        lease_until = ${transactionTime(sql, at)} + make_interval(secs => ${limits.mailboxLeaseSeconds})
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and lease_token = ${lease_token}
      returning merchant_id, device_id
    )
    update devices device
    set last_seen_at = ${transactionTime(sql, at)}, offline_since = null
    from kept
    where device.merchant_id = kept.merchant_id
      and device.device_id = kept.device_id
  `;
  return result.count === 1;
}

/** Releases the mailbox. Any process can read it again at once. */
export async function endLease(
  sql: Sql,
  { merchant_id, device_id, lease_token }: Lease,
): Promise<void> {
  await sql`
    update mailboxes
    set ${withoutLease(sql)}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and lease_token = ${lease_token}
  `;
}

/** Releases the mailbox after a failure. If `isFinal`, the mailbox is not read until a person changes it. */
export async function noteFailure(
  sql: Sql,
  { merchant_id, device_id, lease_token }: Lease,
  failure: {
    problem: MailboxProblem;
    words: string | null;
    isFinal: boolean;
    at: Date | null;
  },
): Promise<void> {
  await sql`
    update mailboxes
    set ${withoutLease(sql)},
      problem = ${failure.problem},
      problem_words = ${failure.words},
      problem_since = coalesce(problem_since, ${transactionTime(sql, failure.at)}),
      failure_count = failure_count + 1,
      next_try_at = case when not ${failure.isFinal} then ${transactionTime(sql, failure.at)}
        + make_interval(secs => least(5 * 2 ^ least(failure_count, 10), ${limits.mailboxRetrySecondsMax})) end
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and lease_token = ${lease_token}
  `;
}

/**
 * Makes a mailbox due again if an earlier release has tried its refresh token as a password. Such a release can run
 * beside this one or after a downgrade. No other refused login of a provider's mailbox has the problem
 * `login_refused`.
 */
export async function retryTokensTriedAsPasswords(sql: Sql, at: Date | null): Promise<void> {
  await sql`
    update mailboxes
    set ${withoutProblem(sql)},
      ${withoutLease(sql)},
      next_try_at = ${transactionTime(sql, at)}
    where provider is not null
      and problem = 'login_refused'
      and paused_at is null
  `;
}

/**
 * Marks unreadable mailboxes as silent, so that their accounts count as unwatched. After a pause, and
 * after the start of a problem that can end without a person, a mailbox first gets `mailboxSilentSeconds`.
 */
export async function markSilentMailboxes(sql: Sql, at: Date | null): Promise<void> {
  await sql`
    update devices device
    set offline_since = ${transactionTime(sql, at)}
    from mailboxes mailbox
    where mailbox.merchant_id = device.merchant_id
      and mailbox.device_id = device.device_id
      and device.device_status = 'ACTIVE'
      and device.offline_since is null
      and case
        when mailbox.forwarding_name is not null then mailbox.paused_at is not null
        else mailbox.next_try_at is null
          or greatest(mailbox.read_at, coalesce(mailbox.problem_since, mailbox.next_try_at))
            < ${transactionTime(sql, at)} - make_interval(secs => ${limits.mailboxSilentSeconds})
      end
  `;
}

export interface ForwardedMailbox extends MailboxName {
  address: string;
  sealed_mail_key: Buffer;
  is_paused: boolean;
}

/** Finds the mailbox with this forwarding address. */
export async function findForwarded(
  sql: Sql,
  forwarding_name: string,
): Promise<ForwardedMailbox | null> {
  const [row] = await sql<ForwardedMailbox[]>`
    select merchant_id, device_id, address, sealed_mail_key, paused_at is not null as is_paused
    from mailboxes
    where forwarding_name = ${forwarding_name}
  `;
  return row ?? null;
}

/** Returns whether any merchant forwards emails to this gateway. */
export async function hasForwarded(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from mailboxes where forwarding_name is not null limit 1`;
  return rows.length > 0;
}

/**
 * Records a forwarded email, and locks the mailbox. A trusted email shows that the forwarding works. Returns false if
 * the mailbox accepts none.
 */
export async function noteForwarded(
  tx: Sql | Tx,
  { merchant_id, device_id }: MailboxName,
  { outcome, at }: { outcome: MailOutcome; at: Date | null },
): Promise<boolean> {
  const isTrusted = outcome === "recorded" || outcome === "unread";
  const result = await tx`
    with noted as (
      update mailboxes
      set read_at = case
          when ${isTrusted} then greatest(${transactionTime(tx, at)}, connected_at + interval '1 millisecond')
          else read_at
        end,
        next_try_at = case
          when ${outcome === "waiting"}
            then least(next_try_at, ${transactionTime(tx, at)} + make_interval(secs => ${limits.mailWaitSeconds}))
          else next_try_at
        end
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and forwarding_name is not null
        and paused_at is null
      returning merchant_id, device_id
    )
    update devices device
    set last_seen_at = ${transactionTime(tx, at)},
      offline_since = case when ${isTrusted} then null else offline_since end
    from noted
    where device.merchant_id = noted.merchant_id
      and device.device_id = noted.device_id
  `;
  return result.count === 1;
}

/** Stores the confirmation that Gmail requests from the owner. */
export async function noteConfirmation(
  sql: Sql,
  { merchant_id, device_id }: MailboxName,
  { code, link, at }: { code: string | null; link: string | null; at: Date | null },
): Promise<void> {
  await sql`
    update mailboxes
    set confirmation_code = ${code}, confirmation_link = ${link}, confirmation_at = ${transactionTime(sql, at)}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and forwarding_name is not null
  `;
}

/** Releases the lease of a mailbox with forwarded emails until its next waiting email is due. */
export async function endForwardedLease(
  sql: Sql,
  { merchant_id, device_id, lease_token }: Lease,
  at: Date | null,
): Promise<void> {
  await sql.begin(async (tx) => {
    // An email that is being stored holds the mailbox, so the next statement sees that email.
    const held = await tx<{ is_heard: boolean }[]>`
      select read_at > connected_at as is_heard
      from mailboxes
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and lease_token = ${lease_token}
      for update
    `;
    if (held.length === 0) return;
    await tx`
      update mailboxes
      set ${withoutLease(tx)},
        ${withoutProblem(tx)},
        next_try_at = (
          select greatest(min(check_at), ${transactionTime(tx, at)} + interval '1 second')
          from bank_mails
          where merchant_id = ${merchant_id}
            and device_id = ${device_id}
            and check_at is not null
          having count(*) > 0
        )
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
    `;
    if (held[0]?.is_heard) {
      await tx`
        update devices
        set offline_since = null
        where merchant_id = ${merchant_id}
          and device_id = ${device_id}
      `;
    }
  });
}

export interface WatchedAccount {
  account_id: string;
  account_number: string | null;
  account_name: string | null;
  channel_code: string;
  package_name: string;
}

export function selectWatchedAccounts(
  sql: Sql | Tx,
  { merchant_id, device_id }: MailboxName,
): Promise<WatchedAccount[]> {
  return sql<WatchedAccount[]>`
    select account_id, account.account_number, account.account_name, channel.channel_code, pool.package_name
    from source_accounts watched
    join accounts account using (merchant_id, account_id)
    join channels channel using (channel_id)
    join matching_pools pool using (merchant_id, pool_id)
    where watched.merchant_id = ${merchant_id}
      and watched.device_id = ${device_id}
    order by account.account_number, account_id
  `;
}

export interface NewMail extends MailboxName {
  mail_id: string;
  mail_hash: Buffer;
  outcome: MailOutcome;
  reason: string | null;
  sender: string | null;
  subject: string | null;
  amount: number | null;
  mutation_id: string | null;
  arrived_at: Date;
  key_name: string | null;
  key_record: string | null;
  encrypted_mail: Buffer | null;
}

/**
 * Returns false if this merchant already has the email. If the email first reached a mailbox that does not watch its
 * account, the copy in the right mailbox replaces it.
 */
export async function insertMail(tx: Sql | Tx, mail: NewMail, at: Date | null): Promise<boolean> {
  const result = await tx`
    insert into bank_mails (
      merchant_id, mail_id, device_id, mail_hash, outcome, reason, sender, subject, amount, mutation_id, arrived_at,
      created_at, check_at, key_name, key_record, encrypted_mail
    )
    values (
      ${mail.merchant_id}, ${mail.mail_id}, ${mail.device_id}, ${mail.mail_hash}, ${mail.outcome}, ${mail.reason},
      ${mail.sender}, ${mail.subject}, ${mail.amount}, ${mail.mutation_id}, ${mail.arrived_at},
      ${transactionTime(tx, at)},
      case when ${mail.outcome} = 'waiting'
        then ${transactionTime(tx, at)} + make_interval(secs => ${limits.mailWaitSeconds}) end,
      ${mail.key_name}, ${mail.key_record}, ${mail.encrypted_mail}
    )
    on conflict (merchant_id, mail_hash) do update
    set mail_id = excluded.mail_id, device_id = excluded.device_id, outcome = excluded.outcome,
      reason = excluded.reason, amount = excluded.amount, mutation_id = excluded.mutation_id,
      arrived_at = excluded.arrived_at, created_at = excluded.created_at, key_name = excluded.key_name,
      key_record = excluded.key_record, encrypted_mail = excluded.encrypted_mail
    where bank_mails.reason = 'other_account'
      and excluded.outcome = 'recorded'
  `;
  return result.count === 1;
}

/** Deletes the oldest refused emails above the number that is kept. */
export async function deleteSurplusRefused(tx: Sql | Tx, merchant_id: string): Promise<void> {
  await tx`
    delete from bank_mails
    where (merchant_id, mail_id) in (
      select merchant_id, mail_id
      from bank_mails
      where merchant_id = ${merchant_id}
        and outcome = 'refused'
      order by created_at desc
      offset ${limits.refusedMailsKept}
    )
  `;
}

/** Deletes the oldest originals above a merchant's room. */
export async function forgetSurplusMails(tx: Sql | Tx, merchant_id: string): Promise<void> {
  await tx`
    update bank_mails mail
    set encrypted_mail = null
    from (
      select mail_id, sum(length(encrypted_mail)) over (order by created_at desc, mail_id desc) as bytes
      from bank_mails
      where merchant_id = ${merchant_id}
        and encrypted_mail is not null
        and outcome <> 'waiting'
    ) kept
    where mail.merchant_id = ${merchant_id}
      and mail.mail_id = kept.mail_id
      and kept.bytes > ${limits.mailEvidenceBytes}
  `;
}

export interface WaitingMail {
  mail_id: string;
  /** The key that DNS did not return. */
  key_name: string | null;
  arrived_at: Date;
  waited_seconds: number;
}

/** Selects the emails that are due for a check, without their contents. */
export function selectWaitingMails(
  sql: Sql,
  { merchant_id, device_id, at }: MailboxName & { at: Date | null },
): Promise<WaitingMail[]> {
  return sql<WaitingMail[]>`
    select mail_id, key_name, arrived_at,
      extract(epoch from ${transactionTime(sql, at)} - created_at)::float8 as waited_seconds
    from bank_mails
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and check_at <= ${transactionTime(sql, at)}
    order by check_at
    limit ${limits.mailsPerStep}
  `;
}

export async function selectWaitingMail(
  sql: Sql,
  { merchant_id, mail_id }: { merchant_id: string; mail_id: string },
): Promise<Buffer | null> {
  const [row] = await sql<{ encrypted_mail: Buffer | null }[]>`
    select encrypted_mail
    from bank_mails
    where merchant_id = ${merchant_id}
      and mail_id = ${mail_id}
      and check_at is not null
  `;
  return row?.encrypted_mail ?? null;
}

/** Measures the mailbox's emails that wait for this key, and the size of all the merchant's waiting emails. */
export async function measureWaiting(
  sql: Sql | Tx,
  { merchant_id, device_id, key_name }: MailboxName & { key_name: string | null },
): Promise<{ count: number; bytes: number }> {
  const [row] = await sql<{ count: number; bytes: number }[]>`
    select
      count(*) filter (where device_id = ${device_id} and key_name is not distinct from ${key_name})::integer as count,
      coalesce(sum(length(encrypted_mail)), 0)::float8 as bytes
    from bank_mails
    where merchant_id = ${merchant_id}
      and check_at is not null
  `;
  return row ?? { count: 0, bytes: 0 };
}

/** Takes a waiting email, so that the caller can store it with its result. Returns false if another process took it. */
export async function takeWaitingMail(
  tx: Sql | Tx,
  mail: MailboxName & { mail_id: string },
): Promise<boolean> {
  const result = await tx`
    delete from bank_mails
    where merchant_id = ${mail.merchant_id}
      and mail_id = ${mail.mail_id}
      and outcome = 'waiting'
  `;
  return result.count === 1;
}

export async function postponeCheck(
  sql: Sql,
  {
    merchant_id,
    mail_id,
    key_record,
    at,
  }: { merchant_id: string; mail_id: string; key_record: string | null; at: Date | null },
): Promise<void> {
  await sql`
    update bank_mails
    set check_at = ${transactionTime(sql, at)} + make_interval(secs => ${limits.mailWaitSeconds}),
      key_record = ${key_record}
    where merchant_id = ${merchant_id}
      and mail_id = ${mail_id}
      and check_at is not null
  `;
}

interface NewSource extends MailboxName {
  address: string;
  sealed_mail_key: Buffer;
  account_ids: readonly string[];
}

export interface NewMailbox extends NewSource, Position {
  login: string;
  host: string;
  port: number;
  provider: MailProviderName | null;
  sealed_password: Buffer;
}

/** A mailbox with neither a password nor a forwarding address is disconnected. */
const isConnected = (sql: Sql | Tx) =>
  sql`(sealed_password is not null or forwarding_name is not null)`;

/** Counts the connected mailboxes. The merchant's row must be locked. */
export async function countMailboxes(tx: Sql | Tx, merchant_id: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count
    from mailboxes
    where merchant_id = ${merchant_id}
      and ${isConnected(tx)}
  `;
  return row?.count ?? 0;
}

export async function insertMailbox(
  tx: Sql | Tx,
  mailbox: NewMailbox,
  at: Date | null,
): Promise<void> {
  const { merchant_id, device_id } = mailbox;
  await insertSource(tx, mailbox, { isHeard: true, at });
  await tx`
    insert into mailboxes (
      merchant_id, device_id, address, login, host, port, provider, sealed_password, sealed_mail_key, uid_validity,
      last_uid, connected_at, read_at, next_try_at
    )
    values (
      ${merchant_id}, ${device_id}, ${mailbox.address}, ${mailbox.login}, ${mailbox.host}, ${mailbox.port},
      ${mailbox.provider}, ${mailbox.sealed_password}, ${mailbox.sealed_mail_key}, ${mailbox.uid_validity},
      ${mailbox.last_uid}, ${transactionTime(tx, at)}, ${transactionTime(tx, at)}, ${transactionTime(tx, at)}
    )
  `;
  await insertWatched(tx, mailbox);
}

/** Inserts a mailbox whose emails are forwarded. The mailbox counts as silent until an email arrives. */
export async function insertForwarded(
  tx: Sql | Tx,
  mailbox: NewSource & { forwarding_name: string },
  at: Date | null,
): Promise<void> {
  const { merchant_id, device_id, address, sealed_mail_key, forwarding_name } = mailbox;
  await insertSource(tx, mailbox, { isHeard: false, at });
  await tx`
    insert into mailboxes (
      merchant_id, device_id, address, sealed_mail_key, forwarding_name, connected_at, read_at
    )
    values (
      ${merchant_id}, ${device_id}, ${address}, ${sealed_mail_key}, ${forwarding_name}, ${transactionTime(tx, at)},
      ${transactionTime(tx, at)}
    )
  `;
  await insertWatched(tx, mailbox);
}

async function insertSource(
  tx: Sql | Tx,
  { merchant_id, device_id, address }: NewSource,
  { isHeard, at }: { isHeard: boolean; at: Date | null },
): Promise<void> {
  await tx`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, source_kind, created_at,
      approved_at, last_seen_at, offline_since
    )
    values (
      ${merchant_id}, ${device_id}, ${`mailbox-${device_id}`}, ${address},
      ${hashCredential(randomBytes(32).toString("hex"))}, 'ACTIVE', 'mailbox', ${transactionTime(tx, at)},
      ${transactionTime(tx, at)}, ${transactionTime(tx, at)},
      case when not ${isHeard} then ${transactionTime(tx, at)} end
    )
  `;
}

async function insertWatched(
  tx: Sql | Tx,
  { merchant_id, device_id, account_ids }: MailboxName & { account_ids: readonly string[] },
): Promise<void> {
  await tx`
    insert into source_accounts (merchant_id, device_id, account_id)
    select ${merchant_id}, ${device_id}, unnest(${[...account_ids]}::uuid[])
  `;
  await noteReadEmails(tx, merchant_id);
}

/** Returns the given accounts that belong to the merchant, with the codes of their banks. */
export async function selectOwnAccounts(
  sql: Sql | Tx,
  { merchant_id, account_ids }: { merchant_id: string; account_ids: readonly string[] },
): Promise<{ account_id: string; channel_code: string }[]> {
  return sql<{ account_id: string; channel_code: string }[]>`
    select account_id, channel_code
    from accounts
    join channels using (channel_id)
    where merchant_id = ${merchant_id}
      and account_id = any (${[...account_ids]}::uuid[])
  `;
}

export interface MailboxRow extends MailboxName {
  address: string;
  login: string | null;
  host: string | null;
  port: number | null;
  folder: string;
  provider: MailProviderName | null;
  forwarding_name: string | null;
  confirmation_code: string | null;
  confirmation_link: string | null;
  confirmation_at: Date | null;
  connected_at: Date;
  /** null: no trusted email has been forwarded yet. */
  read_at: Date | null;
  paused_at: Date | null;
  problem: MailboxProblem | null;
  problem_words: string | null;
  problem_since: Date | null;
  accounts: { account_id: string; channel_code: string; account_number: string | null }[];
}

/** Selects the connected mailboxes, newest first: all, or the one with this id. */
export function selectMailboxes(
  sql: Sql,
  { merchant_id, device_id = null }: { merchant_id: string; device_id?: string | null },
): Promise<MailboxRow[]> {
  return sql<MailboxRow[]>`
    select mailbox.merchant_id, mailbox.device_id, address, login, host, port, folder, provider, forwarding_name,
      confirmation_code, confirmation_link, confirmation_at, connected_at,
      case when host is not null or read_at > connected_at then read_at end as read_at, paused_at,
      -- The code of earlier versions, of which one can still run during an upgrade.
      case problem when 'no_inbox' then 'no_folder' else problem end as problem, problem_words, problem_since,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'account_id', account_id, 'channel_code', channel_code, 'account_number', account_number
            )
            order by channel_code, account_number
          ),
          '[]'
        )
        from source_accounts watched
        join accounts account using (merchant_id, account_id)
        join channels channel using (channel_id)
        where watched.merchant_id = mailbox.merchant_id
          and watched.device_id = mailbox.device_id
      ) as accounts
    from mailboxes mailbox
    where mailbox.merchant_id = ${merchant_id}
      and (${device_id}::uuid is null or mailbox.device_id = ${device_id})
      and ${isConnected(sql)}
    order by connected_at desc
  `;
}

/**
 * Lets the next failure of these resumed mailboxes count as new. A forwarding address without an email stays silent.
 */
const forgetSilence = (tx: Sql) => tx`
  update devices device
  set offline_since = case when resumed.is_known then null else device.offline_since end
  from resumed
  where device.merchant_id = resumed.merchant_id
    and device.device_id = resumed.device_id
`;

/** Pauses or resumes a mailbox, and ends its reader. Returns false if the mailbox is not connected. */
export async function setPaused(
  tx: Sql,
  { merchant_id, device_id, is_paused, at }: MailboxName & { is_paused: boolean; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    with resumed as (
      update mailboxes
      set paused_at = case when ${is_paused} then ${transactionTime(tx, at)} end,
        next_try_at = case when not ${is_paused} then ${transactionTime(tx, at)} end,
        ${withoutProblem(tx)},
        ${withoutLease(tx)}
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and ${isConnected(tx)}
      returning merchant_id, device_id, not ${is_paused} and (host is not null or read_at > connected_at) as is_known
    )
    ${forgetSilence(tx)}
  `;
  return result.count === 1;
}

/**
 * Sets another password and resumes the mailbox, which continues from its position. Returns false if Tepat does not
 * sign in to the mailbox.
 */
export async function updatePassword(
  tx: Sql,
  {
    merchant_id,
    device_id,
    sealed_password,
    at,
  }: MailboxName & {
    sealed_password: Buffer;
    at: Date | null;
  },
): Promise<boolean> {
  const result = await tx`
    with resumed as (
      update mailboxes
      set sealed_password = ${sealed_password},
        paused_at = null,
        next_try_at = ${transactionTime(tx, at)},
        ${withoutProblem(tx)},
        ${withoutLease(tx)}
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and sealed_password is not null
      returning merchant_id, device_id, true as is_known
    )
    ${forgetSilence(tx)}
  `;
  return result.count === 1;
}

/**
 * Sets the folder. A new folder is read from this position, and the same folder continues from its own. Returns false
 * if Tepat does not sign in to the mailbox.
 */
export async function updateFolder(
  tx: Sql,
  {
    merchant_id,
    device_id,
    folder,
    uid_validity,
    last_uid,
    at,
  }: MailboxName & Position & { folder: string; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update mailboxes
    set folder = ${folder},
      uid_validity = case when folder = ${folder} then uid_validity else ${uid_validity} end,
      last_uid = case when folder = ${folder} then last_uid else ${last_uid} end,
      connected_at = case when folder = ${folder} then connected_at else ${transactionTime(tx, at)} end,
      next_try_at = case when paused_at is null then ${transactionTime(tx, at)} end,
      ${withoutProblem(tx)},
      ${withoutLease(tx)}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and sealed_password is not null
  `;
  return result.count === 1;
}

/** Replaces a refresh token with the provider's next one, unless another process has replaced it in the meantime. */
export async function replacePassword(
  sql: Sql,
  { merchant_id, device_id, from, to }: MailboxName & { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    update mailboxes
    set sealed_password = ${to}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and sealed_password = ${from}
  `;
}

/** Returns the sealed password of a mailbox to which Tepat signs in. */
export async function selectPassword(
  sql: Sql,
  { merchant_id, device_id }: MailboxName,
): Promise<Buffer | null> {
  const [row] = await sql<{ sealed_password: Buffer | null }[]>`
    select sealed_password
    from mailboxes
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
  `;
  return row?.sealed_password ?? null;
}

/**
 * Disconnects a mailbox permanently, and deletes its password or its forwarding address. Returns false if the mailbox
 * is not connected.
 */
export async function disconnect(
  tx: Sql,
  { merchant_id, device_id, at }: MailboxName & { at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update mailboxes
    set sealed_password = null, forwarding_name = null, next_try_at = null, paused_at = null,
      confirmation_code = null, confirmation_link = null, confirmation_at = null,
      ${withoutProblem(tx)}, ${withoutLease(tx)}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
      and ${isConnected(tx)}
  `;
  if (result.count === 0) return false;
  await tx`
    update devices
    set device_status = 'REVOKED', registration_changed_at = ${transactionTime(tx, at)}
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
  `;
  await tx`
    delete from source_accounts
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
  `;
  return true;
}

export interface UnreadMail extends MailboxName {
  mail_id: string;
  address: string;
  sender: string;
  arrived_at: Date;
  key_name: string;
  key_record: string;
  encrypted_mail: Buffer;
  sealed_mail_key: Buffer;
}

/** Selects proven emails that were not read and are still kept: the given one, or a sender's newest. */
export function selectUnreadMails(
  sql: Sql,
  { merchant_id, ...which }: { merchant_id: string } & ({ mail_id: string } | { sender: string }),
): Promise<UnreadMail[]> {
  return sql<UnreadMail[]>`
    select mail.merchant_id, mail.device_id, mail.mail_id, mailbox.address, mail.sender, mail.arrived_at,
      mail.key_name, mail.key_record, mail.encrypted_mail, mailbox.sealed_mail_key
    from bank_mails mail
    join mailboxes mailbox using (merchant_id, device_id)
    where mail.merchant_id = ${merchant_id}
      and ${"mail_id" in which ? sql`mail.mail_id = ${which.mail_id}` : sql`mail.sender = ${which.sender}`}
      and mail.outcome = 'unread'
      and mail.encrypted_mail is not null
    order by mail.created_at desc, mail.mail_id desc
    limit ${limits.taughtMailsCompared}
  `;
}

/** Turns an unread email into a recorded one. Returns false if the email is no longer unread. */
export async function takeUnreadMail(
  tx: Sql | Tx,
  mail: { merchant_id: string; mail_id: string; amount: number; mutation_id: string },
): Promise<boolean> {
  const result = await tx`
    update bank_mails
    set outcome = 'recorded', reason = null, amount = ${mail.amount}, mutation_id = ${mail.mutation_id}
    where merchant_id = ${mail.merchant_id}
      and mail_id = ${mail.mail_id}
      and outcome = 'unread'
  `;
  return result.count === 1;
}

export interface MailRow {
  mail_id: string;
  outcome: MailOutcome;
  reason: string | null;
  sender: string | null;
  subject: string | null;
  amount: number | null;
  mutation_id: string | null;
  arrived_at: Date;
  has_original: boolean;
}

/** Selects the newest emails of a mailbox. */
export function selectMails(sql: Sql, { merchant_id, device_id }: MailboxName): Promise<MailRow[]> {
  return sql<MailRow[]>`
    select mail_id, outcome, reason, sender, subject, amount::float8 as amount, mutation_id, arrived_at,
      encrypted_mail is not null as has_original
    from bank_mails
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
    order by created_at desc, mail_id desc
    limit ${limits.mailsListed}
  `;
}

export async function selectOriginal(
  sql: Sql,
  { merchant_id, mail_id }: { merchant_id: string; mail_id: string },
): Promise<{ device_id: string; encrypted_mail: Buffer; sealed_mail_key: Buffer } | undefined> {
  const [row] = await sql<{ device_id: string; encrypted_mail: Buffer; sealed_mail_key: Buffer }[]>`
    select mail.device_id, mail.encrypted_mail, mailbox.sealed_mail_key
    from bank_mails mail
    join mailboxes mailbox using (merchant_id, device_id)
    where mail.merchant_id = ${merchant_id}
      and mail.mail_id = ${mail_id}
      and mail.encrypted_mail is not null
  `;
  return row;
}
