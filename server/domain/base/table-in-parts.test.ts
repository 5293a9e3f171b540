import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { tableInParts } from "./table-in-parts.ts";

const about = () => ({ merchant_id: randomUUID(), columns: [], time_zone: "Asia/Jakarta" });
type Read = Parameters<typeof tableInParts>[1];
const onePart: Read = async () => ({ rows: [["1"]], next: null });
const most = limits.exportsUnderWay;

const begin = (shop: ReturnType<typeof about>, count: number, read = onePart) =>
  Promise.allSettled(Array.from({ length: count }, () => tableInParts(shop, read)));

const begunOf = (results: Awaited<ReturnType<typeof begin>>) =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));

test("a refused table reads nothing", async () => {
  let reads = 0;
  const begun = begunOf(
    await begin(about(), most + 7, async () => {
      reads += 1;
      await setImmediate();
      return onePart(null);
    }),
  );
  expect(begun).toHaveLength(most);
  expect(reads).toBe(most);
});

test("a table whose first part fails leaves its place", async () => {
  const shop = about();
  await begin(shop, most, () => Promise.reject(new Error("the database is away")));
  expect(begunOf(await begin(shop, most))).toHaveLength(most);
});

test("a table leaves its place at its end, and when a later part fails", async () => {
  const shop = about();
  const [whole] = begunOf(await begin(shop, most));
  for await (const rows of whole ?? []) expect(rows).toEqual([["1"]]);
  const [broken, none] = begunOf(
    await begin(shop, 2, async (after) => {
      if (after) throw new Error("the database is away");
      return { rows: [["1"]], next: "2" };
    }),
  );
  expect(none).toBeUndefined();
  const reader = broken?.[Symbol.asyncIterator]();
  await reader?.next();
  await expect(reader?.next()).rejects.toThrow("away");
  expect(begunOf(await begin(shop, 2))).toHaveLength(1);
});

test("an unread table leaves its place, and cannot be read afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const shop = about();
    const [unread, alsoUnread, read] = begunOf(await begin(shop, most));
    const reader = read?.[Symbol.asyncIterator]();
    await reader?.next();
    vi.advanceTimersByTime(limits.readerMilliseconds - 1);
    expect(begunOf(await begin(shop, 1))).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(begunOf(await begin(shop, most))).toHaveLength(2);
    for (const table of [unread, alsoUnread])
      await expect(table?.[Symbol.asyncIterator]().next()).rejects.toThrow("too long");
    expect(begunOf(await begin(shop, 1))).toHaveLength(0);
  } finally {
    vi.useRealTimers();
  }
});
