import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { openNotificationHub, type Channel, type NotificationHub } from "./notification-hub.ts";

const numbers: Channel<number> = { name: "test_numbers", encode: String, decode: Number };
const words: Channel<string> = {
  name: "test_words",
  encode: (word) => word,
  decode: (line) => line,
};

let database: TestDatabase;
const opened: NotificationHub[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hub) => hub.close()));
});
afterAll(() => database.drop());

const warn = vi.fn<(details: object, message: string) => void>();

function openHub(): NotificationHub {
  const hub = openNotificationHub(database.url, { warn });
  opened.push(hub);
  return hub;
}

async function subscriberOf<Item>(hub: NotificationHub, channel: Channel<Item>) {
  const seen = { items: [] as Item[], reconnections: 0 };
  await hub.subscribe(channel, {
    heard: (items) => void seen.items.push(...items),
    reconnected: () => void (seen.reconnections += 1),
  });
  return seen;
}

describe("a notification", () => {
  test("reaches every process on its channel only, the sender's own too", async () => {
    const [here, there] = [openHub(), openHub()];
    const seen = [await subscriberOf(here, numbers), await subscriberOf(there, numbers)];
    const otherChannel = await subscriberOf(there, words);
    here.publish(numbers, [1, 2]);
    await expect
      .poll(() => seen.map(({ items }) => items))
      .toEqual([
        [1, 2],
        [1, 2],
      ]);
    expect(otherChannel.items).toEqual([]);
  });

  test("carries any number of items, in payloads that PostgreSQL takes", async () => {
    const [here, there] = [openHub(), openHub()];
    const seen = await subscriberOf(there, words);
    const items = Array.from({ length: 5_000 }, (_, index) => `${index} 💸 'é'; select "x"`);
    here.publish(words, items);
    await expect.poll(() => seen.items.length).toBe(items.length);
    expect(seen.items).toEqual(items);
    expect(warn).not.toHaveBeenCalled();
  });

  test("uses two connections per process, for any number of channels", async () => {
    const hub = openHub();
    const seen = await subscriberOf(hub, numbers);
    for (let item = 0; item < 1_000; item += 1) hub.publish(numbers, [item]);
    await expect.poll(() => seen.items.length).toBe(1_000);
    const [open] = await database.sql<{ connections: number }[]>`
      select count(*) as connections
      from pg_stat_activity
      where application_name = 'tepat notifications'
        and datname = current_database()
    `;
    // One connection listens, and one sends.
    expect(open?.connections).toBe(2);
  });

  test("is still sent if published before the end", async () => {
    const there = openHub();
    const seen = await subscriberOf(there, numbers);
    const here = openHub();
    here.publish(numbers, [7]);
    await here.close();
    await expect.poll(() => seen.items).toEqual([7]);
  });

  test("without items sends nothing", async () => {
    const hub = openHub();
    const seen = await subscriberOf(hub, numbers);
    hub.publish(numbers, []);
    hub.publish(numbers, [1]);
    await expect.poll(() => seen.items).toEqual([1]);
  });
});

test("a lost connection is restored, and subscribers learn that they might have missed lines", async () => {
  const [here, there] = [openHub(), openHub()];
  const seen = await subscriberOf(there, numbers);
  await database.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where application_name = 'tepat notifications'
      and datname = current_database()
  `;
  await expect.poll(() => seen.reconnections).toBe(1);
  here.publish(numbers, [8]);
  await expect.poll(() => seen.items).toEqual([8]);
});

test("a connection dropped by the network is noticed, and subscribers get notifications again", async () => {
  const way = await startTcpProxy(database.url);
  const there = openNotificationHub(
    way.through(database.url),
    { warn },
    { everyMilliseconds: 200 },
  );
  opened.push(there);
  const seen = await subscriberOf(there, numbers);
  way.stall();
  way.heal();
  await expect.poll(() => seen.reconnections).toBeGreaterThan(0);
  openHub().publish(numbers, [9]);
  await expect.poll(() => seen.items).toEqual([9]);
  way.close();
});

test("an end during an outage of the database does not hang", async () => {
  const hub = openNotificationHub("postgres://127.0.0.1:1/none", { warn });
  hub.publish(numbers, [1]);
  await expect(hub.close()).resolves.toBeUndefined();
});
