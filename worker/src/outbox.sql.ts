import { DatabaseSync } from "node:sqlite";
import { limits } from "./limits.ts";
import type { NumberedReport, Report } from "./server.ts";

/**
 * The queue on disk, the identities of queued notifications, and the refused notifications.
 *
 * It is SQLite rather than an append-only file, because queueing a notification and remembering that it was seen must
 * be one transaction; removal, numbering and recovery from a torn write come with it. SQLite is part of Node.js 24, so
 * nothing has to be compiled on the phone. `synchronous = full` syncs the log on every commit (0.3 ms on a desktop
 * disk, against 0.03 ms without): a notification is on the disk before it is sent, and its removal is on the disk after
 * it was acknowledged.
 */
export type Outbox = DatabaseSync;

const schema = `
  create table if not exists queue (
    -- autoincrement: the server must never see one number twice
    sequence integer primary key autoincrement,
    report text not null,
    -- the registration under which it was seen; null before the first one is noted
    device_id text
  ) strict;

  -- Notifications that are sent after the others, in the order of their turns. They keep their numbers, because a missing
  -- number would look like a gap.
  create table if not exists postponed (
    turn integer primary key autoincrement,
    sequence integer not null unique
  ) strict;

  create table if not exists seen (
    number integer primary key autoincrement,
    identity text not null unique,
    -- 0: the app gave no time, so the identity is valid only while the notification is shown
    has_own_time integer not null
  ) strict;

  -- few rows or none, read at every look
  create index if not exists seen_without_time on seen (identity) where has_own_time = 0;

  create table if not exists refused (
    sequence integer primary key,
    report text not null,
    reason text not null,
    refused_at text not null
  ) strict;

  create table if not exists notes (
    name text primary key,
    value text not null
  ) strict;
`;

export function openOutbox(file: string): Outbox {
  const outbox = new DatabaseSync(file, { timeout: 5_000 });
  outbox.exec("pragma journal_mode = wal; pragma synchronous = full;");
  outbox.exec(schema);
  const [, , device_id] = outbox.prepare("pragma table_info(queue)").all();
  // Version 0.1.0 knew one registration.
  if (!device_id) outbox.exec("alter table queue add column device_id text");
  return outbox;
}

/** True of a row of the queue that was seen under the present registration. Only these are sent. */
const isOwn = "device_id is (select value from notes where name = 'device_id')";

/**
 * A report belongs to the registration under which it was seen. A device id stands for one phone of one merchant, so a
 * new id means another merchant or gateway. Waiting reports are then held back, and the Worker asks for the watched
 * packages again. Waiting reports without an id were seen under the registration `earlier`.
 */
export function noteRegistration(
  outbox: Outbox,
  { device_id, earlier = device_id }: { device_id: string; earlier?: string | undefined },
): void {
  inTransaction(outbox, () => {
    outbox.prepare("update queue set device_id = ? where device_id is null").run(earlier);
    if (earlier !== device_id) note(outbox, "packages", null);
    note(outbox, "device_id", device_id);
  });
}

/** False when the phone was registered elsewhere since these were read from the queue. */
export function belongTo(
  outbox: Outbox,
  device_id: string,
  reports: readonly NumberedReport[],
): boolean {
  const sequences = JSON.stringify(reports.map(({ sequence }) => sequence));
  const foreign = outbox
    .prepare(`
      select 1
      from queue
      where sequence in (select value from json_each(?))
        and device_id is not ?
      limit 1
    `)
    .get(sequences, device_id);
  return foreign === undefined;
}

/** The reports seen under other registrations. They are never sent to the current one. */
export function heldReports(outbox: Outbox): NumberedReport[] {
  const rows = outbox
    .prepare(`select sequence, report from queue where not (${isOwn}) order by sequence`)
    .all() as { sequence: number; report: string }[];
  return rows.map(numbered);
}

export function heldCount(outbox: Outbox): number {
  return countOf(outbox, `not (${isOwn})`);
}

/** Returns how many were discarded. */
export function discardHeld(outbox: Outbox): number {
  return inTransaction(outbox, () => {
    const held = heldReports(outbox).map(({ sequence }) => sequence);
    removeFromQueue(outbox, held);
    return held.length;
  });
}

export interface SeenNotification {
  identity: string;
  has_own_time: boolean;
  report: Report;
}

/** Queues the notifications and marks them as seen in one transaction. Returns how many are new. */
export function queueUnseen(outbox: Outbox, notifications: readonly SeenNotification[]): number {
  const markSeen = outbox.prepare(`
    insert into seen (identity, has_own_time)
    values (?, ?)
    on conflict do nothing
  `);
  const queue = outbox.prepare(`
    insert into queue (report, device_id)
    values (?, (select value from notes where name = 'device_id'))
  `);
  return inTransaction(outbox, () => {
    let count = 0;
    for (const { identity, has_own_time, report } of notifications) {
      if (markSeen.run(identity, Number(has_own_time)).changes === 0) continue;
      queue.run(JSON.stringify(report));
      count += 1;
    }
    forgetOldestSeen(outbox);
    return count;
  });
}

function forgetOldestSeen(outbox: Outbox): void {
  outbox
    .prepare("delete from seen where number <= (select max(number) from seen) - ?")
    .run(limits.identitiesSeen);
}

export function isSeen(outbox: Outbox, identity: string): boolean {
  return outbox.prepare("select 1 from seen where identity = ?").get(identity) !== undefined;
}

/**
 * Forgets identities without a time that are no longer shown: a later notification with the same text is another one.
 */
export function forgetTimelessExcept(outbox: Outbox, shown: readonly string[]): void {
  outbox
    .prepare(`
      delete from seen
      where has_own_time = 0
        and identity not in (select value from json_each(?))
    `)
    .run(JSON.stringify(shown));
}

export function firstReports(outbox: Outbox, count: number): NumberedReport[] {
  const rows = outbox
    .prepare(`
      select sequence, report
      from queue
      left join postponed using (sequence)
      where ${isOwn}
      order by coalesce(turn, 0), sequence
      limit ?
    `)
    .all(count) as { sequence: number; report: string }[];
  return rows.map(numbered);
}

const numbered = ({ sequence, report }: { sequence: number; report: string }): NumberedReport => ({
  ...(JSON.parse(report) as Report),
  sequence,
});

export function removeAcknowledged(outbox: Outbox, sequences: readonly number[]): void {
  inTransaction(outbox, () => removeFromQueue(outbox, sequences));
}

function removeFromQueue(outbox: Outbox, sequences: readonly number[]): void {
  for (const table of ["queue", "postponed"]) {
    outbox
      .prepare(`delete from ${table} where sequence in (select value from json_each(?))`)
      .run(JSON.stringify(sequences));
  }
}

/** Moves it to the end of the queue, behind those that were postponed before. */
export function postpone(outbox: Outbox, sequence: number): void {
  outbox
    .prepare(`
      insert or replace into postponed (sequence)
      select sequence from queue where sequence = ?
    `)
    .run(sequence);
}

/** Keeps the newest refused notifications, so that a person can see what was wrong with them. */
export function setAside(
  outbox: Outbox,
  refusal: { sequence: number; reason: string; refused_at: string },
): void {
  const { sequence, reason, refused_at } = refusal;
  inTransaction(outbox, () => {
    outbox
      .prepare(`
        insert into refused (sequence, report, reason, refused_at)
        select sequence, report, ?, ?
        from queue
        where sequence = ?
      `)
      .run(reason, refused_at, sequence);
    removeFromQueue(outbox, [sequence]);
    outbox
      .prepare(`
        delete from refused
        where sequence not in (select sequence from refused order by sequence desc limit ?)
      `)
      .run(limits.refusedNotifications);
  });
}

export interface Refusals {
  count: number;
  newest_reason: string | null;
}

export function refusals(outbox: Outbox): Refusals {
  return outbox
    .prepare(`
      select count(*) as count,
        (select reason from refused order by sequence desc limit 1) as newest_reason
      from refused
    `)
    .get() as unknown as Refusals;
}

export function queueLength(outbox: Outbox): number {
  return countOf(outbox, isOwn);
}

function countOf(outbox: Outbox, condition: string): number {
  const row = outbox.prepare(`select count(*) as count from queue where ${condition}`).get();
  return Number(row?.["count"]);
}

/** Small facts that are kept when the process ends. Each name is set in one place. */
export type NoteName =
  /** The registration under which notifications are queued and sent. */
  | "device_id"
  | "packages"
  | "last_notification_at"
  | "listener_error"
  | "heartbeat_at"
  /** "true" or "false", set by the self-test and deleted once a heartbeat has reported it. */
  | "texts_hidden";

export function note(outbox: Outbox, name: NoteName, value: string | null): void {
  if (value === null) {
    outbox.prepare("delete from notes where name = ?").run(name);
    return;
  }
  outbox
    .prepare(`
      insert into notes (name, value)
      values (?, ?)
      on conflict (name) do update
      set value = excluded.value
    `)
    .run(name, value);
}

/** Deletes the note unless its value has changed meanwhile. */
export function forgetNoted(outbox: Outbox, name: NoteName, value: string): void {
  outbox.prepare("delete from notes where name = ? and value = ?").run(name, value);
}

export function noted(outbox: Outbox, name: NoteName): string | null {
  const row = outbox.prepare("select value from notes where name = ?").get(name);
  return (row?.["value"] as string | undefined) ?? null;
}

function inTransaction<Result>(outbox: Outbox, work: () => Result): Result {
  outbox.exec("begin immediate");
  try {
    const result = work();
    outbox.exec("commit");
    return result;
  } catch (error) {
    outbox.exec("rollback");
    throw error;
  }
}
