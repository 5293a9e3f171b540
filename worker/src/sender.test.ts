import { afterEach, beforeEach, expect, test } from "vitest";
import { createBell, type Bell } from "./bell.ts";
import {
  firstReports,
  openOutbox,
  queueLength,
  queueUnseen,
  refusals,
  type Outbox,
} from "./outbox.sql.ts";
import { createSender } from "./sender.ts";
import type { Answer, NumberedReport, ReportOutcome } from "./server.ts";

let outbox: Outbox;
let bell: Bell;
let answer: (batch: readonly NumberedReport[]) => Answer<ReportOutcome[]>;
let sent: number[][];
let logged: string[];
let step: () => Promise<number>;

beforeEach(() => {
  outbox = openOutbox(":memory:");
  bell = createBell();
  answer = accept;
  sent = [];
  logged = [];
  step = createSender({
    outbox,
    bell,
    async send(batch) {
      sent.push(batch.map(({ sequence }) => sequence));
      return answer(batch);
    },
    now: () => new Date("2026-11-21T03:15:32Z"),
    random: () => 1,
    log: (message) => logged.push(message),
  });
});

afterEach(() => outbox.close());

const accept = (batch: readonly NumberedReport[]): Answer<ReportOutcome[]> => ({
  kind: "ok",
  data: batch.map(() => ({ outcome: "recorded", matched_payment_code: null })),
});

const later = (waitSeconds = 0) => ({ kind: "later", reason: "HTTP 503", waitSeconds }) as const;

/** Queues notifications numbered 1, 2, 3 … */
function queue(count: number): void {
  const report = { key: "k", package_name: "com.bca", title: "", body: "", posted_at: "" };
  const identities = Array.from({ length: count }, () => crypto.randomUUID());
  queueUnseen(
    outbox,
    identities.map((identity) => ({ identity, has_own_time: true, report })),
  );
}

async function emptyQueue(): Promise<void> {
  for (let steps = 0; queueLength(outbox) > 0; steps++) {
    if (steps > 1_000) throw new Error("the queue does not become empty");
    await step();
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("the queue is sent in order, 100 at a time", async () => {
  queue(250);
  await emptyQueue();
  expect(sent).toEqual([range(1, 100), range(101, 200), range(201, 250)]);
});

test("an acknowledged batch is removed, and later notifications stay", async () => {
  queue(2);
  answer = (batch) => {
    queue(1);
    return accept(batch);
  };
  await step();
  expect(firstReports(outbox, 100).map(({ sequence }) => sequence)).toEqual([3]);
  expect(logged).toEqual(["Reported 2: 2 unmatched. 1 waiting."]);
});

test("an empty queue waits for the bell", async () => {
  let isAwake = false;
  const asleep = step().then((wait) => {
    isAwake = true;
    return wait;
  });
  await new Promise(setImmediate);
  expect(isAwake).toBe(false);
  bell.ring();
  expect(await asleep).toBe(0);
  expect(sent).toEqual([]);
});

test("an earlier bell wakes a sender that starts to listen", async () => {
  bell.ring();
  expect(await step()).toBe(0);
});

test("during an outage the batch stays, and the waits grow to a minute", async () => {
  queue(1);
  answer = () => later();
  const waits = [];
  for (let failure = 1; failure <= 8; failure++) waits.push(await step());
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(logged).toEqual(["1 waiting: HTTP 503"]);

  answer = accept;
  await step();
  expect(queueLength(outbox)).toBe(0);
  queue(1);
  answer = () => later();
  expect(await step()).toBe(1_000);
});

test("a wait requested by the server is followed, up to a minute", async () => {
  queue(1);
  answer = () => later(20);
  expect(await step()).toBe(20_000);
  answer = () => later(86_400);
  expect(await step()).toBe(60_000);
});

test.each(["not_approved", "unauthorized"] as const)(
  "while the device is %s the queue stays, and the Worker asks the server every ten seconds",
  async (kind) => {
    queue(3);
    answer = () => ({ kind, reason: "HTTP 40x" });
    for (let turn = 0; turn < 10; turn++) expect(await step()).toBe(10_000);
    expect(queueLength(outbox)).toBe(3);
    expect(logged).toEqual(["3 waiting: HTTP 40x"]);
  },
);

test.each([
  ["the first", [1]],
  ["the last", [100]],
  ["some", [7, 8, 55]],
  ["all", range(1, 100)],
])(
  "one refused notification, %s of 100, is set aside, and the others arrive in order",
  async (_, bad) => {
    queue(100);
    const arrived: number[] = [];
    answer = (batch) => {
      if (batch.some(({ sequence }) => bad.includes(sequence))) {
        return { kind: "refused", reason: "HTTP 400" };
      }
      arrived.push(...batch.map(({ sequence }) => sequence));
      return accept(batch);
    };
    await emptyQueue();
    expect(arrived).toEqual(range(1, 100).filter((sequence) => !bad.includes(sequence)));
    expect(refusals(outbox)).toEqual({ count: bad.length, newest_reason: "HTTP 400" });
  },
);

test("an overlarge body is halved until it fits, and batches grow again", async () => {
  queue(300);
  answer = (batch) => (batch.length > 30 ? { kind: "refused", reason: "HTTP 413" } : accept(batch));
  await step();
  await step();
  await step();
  expect(sent.map(({ length }) => length)).toEqual([100, 50, 25]);
  answer = accept;
  await emptyQueue();
  expect(sent.map(({ length }) => length).slice(3)).toEqual([50, 100, 100, 25]);
  expect(refusals(outbox).count).toBe(0);
});

test("a notification with a server error does not delay the others, and is kept", async () => {
  queue(10);
  const arrived: number[] = [];
  let isMended = false;
  answer = (batch) => {
    const isBad = batch.some(({ sequence }) => sequence === 1 || sequence > 10);
    if (isBad && !isMended) return { kind: "failed", reason: "HTTP 500", waitSeconds: 0 };
    arrived.push(...batch.map(({ sequence }) => sequence));
    return accept(batch);
  };
  for (let steps = 0; steps < 30; steps++) await step();
  expect(arrived).toEqual(range(2, 10));
  expect(queueLength(outbox)).toBe(1);
  isMended = true;
  await emptyQueue();
  expect(refusals(outbox).count).toBe(0);
});

test("a server gets the queue in order after a short failure", async () => {
  queue(10);
  answer = () => ({ kind: "failed", reason: "HTTP 500", waitSeconds: 0 });
  for (let failure = 1; failure <= 4; failure++) await step();
  answer = accept;
  await emptyQueue();
  expect(sent.at(-1)).toEqual(range(1, 10));
});
