import { DatabaseSync } from "node:sqlite";
import { limits } from "./limits.ts";
import type { NumberedReport, Report } from "./server.ts";

/**
 * The queue on disk, the identities of queued notifications, and the refused notifications.
 *
 * The queue is an SQLite database, because queueing a notification and marking it as seen must be one transaction.
 * SQLite also provides removal, numbering and recovery after an incomplete write. An append-only file would provide
 * none of these. SQLite is part of Node.js 24, so the phone needs no compiler.
 *
 * `synchronous = full` syncs the log on every commit (0.3 ms on a desktop disk, against 0.03 ms without). A
 * notification is on the disk before the Worker sends it, and its removal is on the disk after the server has
 * acknowledged it.
 */
export type Outbox = DatabaseSync;

const schema = `
  create table if not exists queue (
    -- autoincrement: the server must never see one number twice
    sequence integer primary key autoincrement,
    report text not null,
    -- the registration under which the notification was seen; null before the first registration is noted
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
  // Version 0.1.0 had only one registration.
  if (!device_id) outbox.exec("alter table queue add column device_id text");
  return outbox;
}

/** Selects the rows of the queue that belong to the current registration. Only these are sent. */
const isOwn = "device_id is (select value from notes where name = 'device_id')";

/**
 * Stores a registration. A report belongs to the registration under which the phone saw it. A device id belongs to one
 * phone of one merchant, so a new id means another merchant or gateway. The waiting reports are then held back, and
 * the Worker requests the watched packages again. Waiting reports without an id belong to the registration `earlier`.
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

/**
 * Returns false if the phone has registered elsewhere since these reports were read from the queue.
 */
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

/** Returns the reports of other registrations. They are never sent under the current one. */
export function heldReports(outbox: Outbox): NumberedReport[] {
  const rows = outbox
    .prepare(`select sequence, report from queue where not (${isOwn}) order by sequence`)
    .all() as { sequence: number; report: string }[];
  return rows.map(numbered);
}

export function heldCount(outbox: Outbox): number {
  return countOf(outbox, `not (${isOwn})`);
}

/** Discards the held reports and returns their number. */
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

/**
 * Queues the notifications and marks them as seen in one transaction. Returns the number of new
 * ones.
 */
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
 * Forgets the identities of notifications without a time that are no longer shown. A later notification with the same
 * text is then new.
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

/** Moves a report to the end of the queue, behind the reports postponed before. */
export function postpone(outbox: Outbox, sequence: number): void {
  outbox
    .prepare(`
      insert or replace into postponed (sequence)
      select sequence from queue where sequence = ?
    `)
    .run(sequence);
}

/**
 * Moves a refused notification out of the queue. The newest refused ones stay on the phone, so that
 * a person can look at them.
 */
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

/** Small facts that are stored on disk. Each name is set in one place. */
export type NoteName =
  /** The registration under which notifications are queued and sent. */
  | "device_id"
  | "packages"
  | "last_notification_at"
  | "listener_error"
  | "heartbeat_at"
  /** "true" or "false", set by the self-test and deleted after a heartbeat has reported it. */
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
