import { setTimeout as wait } from "node:timers/promises";
import { connect } from "./client.ts";

/**
 * Announces changes to other processes on the same database, by LISTEN and NOTIFY. Each process has one connection
 * that listens and one that sends. The hub is fast but not reliable, so data that must not be missed is also read
 * again from time to time.
 */
export interface NotificationHub {
  /** Resolves once the database sends the channel's notifications to this process. */
  subscribe<Item>(channel: Channel<Item>, subscriber: Subscriber<Item>): Promise<void>;
  /** Returns at once. Call this after the commit, so that readers find the change. */
  publish<Item>(channel: Channel<Item>, items: readonly Item[]): void;
  /** Sends the waiting lines, for a few seconds at most. */
  close(): Promise<void>;
}

export interface Channel<Item> {
  readonly name: string;
  /** Returns one line of text, much shorter than `payloadBytes`. */
  encode(item: Item): string;
  decode(line: string): Item;
}

export interface Subscriber<Item> {
  /** Called with the items, including those that this process has published. */
  heard(items: readonly Item[]): void;
  /** Called when a lost connection is open again, because notifications might have been missed. */
  reconnected(): void;
}

/** The size of a payload. PostgreSQL accepts less than 8,000 bytes. */
const payloadBytes = 7_900;
/**
 * The pause between two messages. Items that arrive during it share the next message, so a busy service sends at most
 * a hundred a second.
 */
const pauseMilliseconds = 10;
/**
 * The number of lines that wait for each channel while the database is unreachable. Further lines are dropped, and
 * their readers find the changes at their next read.
 */
const waitingLines = 10_000;
const closeSeconds = 2;
/**
 * The interval between tests of the listening connection. A listener sends nothing, so without a test a quarter of an
 * hour would pass before it notices that the network has dropped the connection.
 */
const aliveMilliseconds = 15_000;
const aliveChannel = "tepat_alive";

export function openNotificationHub(
  url: string,
  log: { warn(details: object, message: string): void },
  {
    applicationName = "tepat notifications",
    everyMilliseconds = aliveMilliseconds,
  }: { applicationName?: string; everyMilliseconds?: number } = {},
): NotificationHub {
  const sql = connect(url, {
    applicationName,
    connections: 1,
    // NOTIFY makes its transaction hold a lock of the whole cluster until the commit is done, so the commit must not
    // wait for the disk.
    durable: false,
  });
  const waiting = new Map<string, Set<string>>();
  let sending: Promise<void> | undefined;
  let isClosed = false;
  let alive: NodeJS.Timeout | undefined;

  /** Tests the listening connection. A failure closes it. The client then opens it again and subscribes again. */
  async function askListener(): Promise<void> {
    const { unlisten } = await sql.listen(aliveChannel, () => {});
    await unlisten();
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const notifications = takeNotifications(waiting);
      try {
        await sql`
          select pg_notify(channel, payload)
          from json_to_recordset(${JSON.stringify(notifications)}::text::json) as r (channel text, payload text)
        `;
      } catch (err) {
        log.warn(
          { err },
          "notifications were lost, so other processes see the changes only at their next read",
        );
      }
      if (!isClosed) await wait(pauseMilliseconds);
    }
  }

  return {
    async subscribe(channel, subscriber) {
      alive ??= setInterval(() => void askListener().catch(() => {}), everyMilliseconds);
      let isFirst = true;
      await sql.listen(
        channel.name,
        (payload) => subscriber.heard(payload.split("\n").map((line) => channel.decode(line))),
        () => {
          if (!isFirst && !isClosed) subscriber.reconnected();
          isFirst = false;
        },
      );
    },
    publish(channel, items) {
      if (isClosed || items.length === 0) return;
      const lines = waiting.get(channel.name) ?? new Set();
      waiting.set(channel.name, lines);
      for (const item of items) if (lines.size < waitingLines) lines.add(channel.encode(item));
      sending ??= sendWaiting().finally(() => (sending = undefined));
    },
    async close() {
      isClosed = true;
      clearInterval(alive);
      const giveUp = setTimeout(() => void sql.end({ timeout: 0 }), closeSeconds * 1000);
      await sending;
      clearTimeout(giveUp);
      await sql.end({ timeout: closeSeconds });
    },
  };
}

/** Takes all waiting items, with many lines in a payload. */
function takeNotifications(
  waiting: Map<string, Set<string>>,
): { channel: string; payload: string }[] {
  const notifications = [...waiting].flatMap(([channel, lines]) =>
    joinedLines(lines).map((payload) => ({ channel, payload })),
  );
  waiting.clear();
  return notifications;
}

function joinedLines(lines: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = "";
  for (const line of lines) {
    const longer = payload === "" ? line : `${payload}\n${line}`;
    if (Buffer.byteLength(longer) > payloadBytes) {
      payloads.push(payload);
      payload = line;
    } else payload = longer;
  }
  return [...payloads, payload];
}
