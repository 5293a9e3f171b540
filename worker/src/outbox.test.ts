import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "./limits.ts";
import {
  belongTo,
  discardHeld,
  firstReports,
  forgetTimelessExcept,
  heldReports,
  isSeen,
  note,
  noted,
  noteRegistration,
  openOutbox,
  postpone,
  queueLength,
  queueUnseen,
  refusals,
  removeAcknowledged,
  setAside,
  type Outbox,
  type SeenNotification,
} from "./outbox.sql.ts";

let outbox: Outbox;

beforeEach(() => {
  outbox = openOutbox(":memory:");
});

afterEach(() => outbox.close());

const notification = (identity: string, has_own_time = true): SeenNotification => ({
  identity,
  has_own_time,
  report: {
    key: "0|com.bca|1|null|10234",
    package_name: "com.bca",
    title: "Catatan Finansial",
    body: identity,
    posted_at: "2026-11-21T03:15:30.000Z",
  },
});

const bodies = () => firstReports(outbox, 100).map(({ body }) => body);

test("a notification is queued once, despite repeated listings", () => {
  expect(queueUnseen(outbox, [notification("a"), notification("b"), notification("a")])).toBe(2);
  expect(queueUnseen(outbox, [notification("b"), notification("c")])).toBe(1);
  expect(bodies()).toEqual(["a", "b", "c"]);
});

test("a sent notification is not queued again", () => {
  queueUnseen(outbox, [notification("a")]);
  removeAcknowledged(outbox, [1]);
  expect(queueUnseen(outbox, [notification("a")])).toBe(0);
  expect(isSeen(outbox, "a")).toBe(true);
  expect(queueLength(outbox)).toBe(0);
});

test("numbers grow, and are not reused after an empty queue", () => {
  queueUnseen(outbox, [notification("a"), notification("b")]);
  removeAcknowledged(outbox, [1, 2]);
  queueUnseen(outbox, [notification("c")]);
  expect(firstReports(outbox, 1)).toEqual([{ ...notification("c").report, sequence: 3 }]);
});

test("removal deletes acknowledged notifications and keeps later ones", () => {
  queueUnseen(outbox, [notification("a"), notification("b")]);
  const [first] = firstReports(outbox, 1);
  queueUnseen(outbox, [notification("c")]);
  removeAcknowledged(outbox, [first?.sequence ?? Number.NaN]);
  expect(bodies()).toEqual(["b", "c"]);
});

test("if one of several cannot be stored, none is queued or marked as seen", () => {
  const broken = { ...notification("b"), identity: null as unknown as string };
  expect(() => queueUnseen(outbox, [notification("a"), broken])).toThrow("NOT NULL");
  expect(queueLength(outbox)).toBe(0);
  expect(isSeen(outbox, "a")).toBe(false);
});

test("a refused notification leaves the queue and keeps its reason", () => {
  queueUnseen(outbox, [notification("a"), notification("b")]);
  setAside(outbox, { sequence: 1, reason: "HTTP 400", refused_at: "2026-11-21T03:15:31.000Z" });
  expect(bodies()).toEqual(["b"]);
  expect(refusals(outbox)).toEqual({ count: 1, newest_reason: "HTTP 400" });
  expect(outbox.prepare("select report from refused").get()?.["report"]).toContain('"body":"a"');
});

const queued = () => firstReports(outbox, 100).map(({ sequence, body }) => [sequence, body]);

test("a postponed notification moves to the end with its number, and does not count as new", () => {
  queueUnseen(outbox, [notification("a"), notification("b"), notification("c")]);
  postpone(outbox, 1);
  postpone(outbox, 99);
  expect(queued()).toEqual([
    [2, "b"],
    [3, "c"],
    [1, "a"],
  ]);
  expect(queueUnseen(outbox, [notification("a"), notification("d")])).toBe(1);
  postpone(outbox, 2);
  postpone(outbox, 1);
  expect(queued()).toEqual([
    [3, "c"],
    [4, "d"],
    [2, "b"],
    [1, "a"],
  ]);
});

test("a postponed and removed notification leaves no trace", () => {
  queueUnseen(outbox, [notification("a"), notification("b")]);
  postpone(outbox, 1);
  postpone(outbox, 2);
  removeAcknowledged(outbox, [1]);
  setAside(outbox, { sequence: 2, reason: "HTTP 400", refused_at: "2026-11-21T03:15:31.000Z" });
  expect(queued()).toEqual([]);
  expect(outbox.prepare("select count(*) as count from postponed").get()?.["count"]).toBe(0);
});

test("a limited number of the newest identities and refusals is kept", () => {
  const many = Array.from({ length: limits.identitiesSeen + 5 }, (_, index) =>
    notification(String(index)),
  );
  queueUnseen(outbox, many);
  expect(isSeen(outbox, "4")).toBe(false);
  expect(isSeen(outbox, "5")).toBe(true);

  const refused_at = "2026-11-21T03:15:31.000Z";
  for (let sequence = 1; sequence <= limits.refusedNotifications + 1; sequence++) {
    setAside(outbox, { sequence, reason: `number ${sequence}`, refused_at });
  }
  expect(refusals(outbox)).toEqual({
    count: limits.refusedNotifications,
    newest_reason: `number ${limits.refusedNotifications + 1}`,
  });
});

test("an identity without a time is forgotten once the notification is gone", () => {
  queueUnseen(outbox, [notification("timed"), notification("a", false), notification("b", false)]);
  forgetTimelessExcept(outbox, ["b"]);
  expect(["timed", "a", "b"].map((identity) => isSeen(outbox, identity))).toEqual([
    true,
    false,
    true,
  ]);
});

test("notes are kept, replaced and removed", () => {
  expect(noted(outbox, "heartbeat_at")).toBeNull();
  note(outbox, "heartbeat_at", "1");
  note(outbox, "heartbeat_at", "2");
  expect(noted(outbox, "heartbeat_at")).toBe("2");
  note(outbox, "heartbeat_at", null);
  expect(noted(outbox, "heartbeat_at")).toBeNull();
});

test("reports of another registration are held, and sent after its return", () => {
  noteRegistration(outbox, { device_id: "first" });
  note(outbox, "packages", '["com.bca"]');
  queueUnseen(outbox, [notification("a"), notification("b")]);
  const batch = firstReports(outbox, 1);
  postpone(outbox, 1);

  noteRegistration(outbox, { device_id: "other", earlier: "first" });
  expect(noted(outbox, "packages")).toBeNull();
  expect(belongTo(outbox, "other", batch)).toBe(false);
  expect(queueLength(outbox)).toBe(0);
  expect(queueUnseen(outbox, [notification("a"), notification("c")])).toBe(1);
  expect(bodies()).toEqual(["c"]);
  expect(heldReports(outbox).map(({ body }) => body)).toEqual(["a", "b"]);

  noteRegistration(outbox, { device_id: "first", earlier: "other" });
  expect(bodies()).toEqual(["b", "a"]);
  expect(discardHeld(outbox)).toBe(1);
  expect(heldReports(outbox)).toEqual([]);
  expect(bodies()).toEqual(["b", "a"]);
});

test("a renewed registration keeps its queue and its watched apps", () => {
  noteRegistration(outbox, { device_id: "first" });
  note(outbox, "packages", '["com.bca"]');
  queueUnseen(outbox, [notification("a")]);
  noteRegistration(outbox, { device_id: "first", earlier: "first" });
  expect(noted(outbox, "packages")).toBe('["com.bca"]');
  expect(bodies()).toEqual(["a"]);
});

test("the queue of an old Worker belongs to its only registration", () => {
  const file = join(mkdtempSync(join(tmpdir(), "outbox-")), "outbox.db");
  const before = new DatabaseSync(file);
  before.exec(`
    create table queue (sequence integer primary key autoincrement, report text not null) strict;
    insert into queue (report) values ('{"body":"a"}');
  `);
  before.close();
  for (const earlier of ["first", "other"]) {
    const present = openOutbox(file);
    noteRegistration(present, { device_id: "other", earlier });
    expect(heldReports(present)).toMatchObject([{ body: "a", sequence: 1 }]);
    present.close();
  }
});
