import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { withLastResponse, type LastResponse } from "./last-response.ts";
import { listOf, type PageData } from "./pages.ts";

const last: LastResponse = { status: 200, headers: new Headers(), requestId: "req-1" };

const pageOf = (place: { page: number } | { cursor: string }): number => {
  if ("page" in place) return place.page;
  throw new Error("a list of pages has no cursor");
};

/** Returns a list, newest first, that tests change between two requests. */
function changingList(length: number) {
  let nextId = length;
  let ids = Array.from({ length }, (_, index) => String(length - 1 - index));
  const reads: number[] = [];
  const listWith = (perPage: number, onRead: () => void = () => {}, firstPage = 1) =>
    listOf<string>({
      firstPage,
      idOf: (id) => id,
      readPage: async (place): Promise<PageData<string>> => {
        const page = pageOf(place);
        if (reads.length > 0) onRead();
        reads.push(page);
        const data = ids.slice((page - 1) * perPage, page * perPage);
        const pagination = {
          total: ids.length,
          count: data.length,
          per_page: perPage,
          current_page: page,
          total_pages: Math.ceil(ids.length / perPage),
        };
        return withLastResponse({ data, pagination }, last);
      },
    });
  return {
    reads,
    listWith,
    add: (count: number) => {
      for (let added = 0; added < count; added += 1) ids.unshift(String(nextId++));
    },
    remove: (gone: ReadonlySet<string>) => (ids = ids.filter((id) => !gone.has(id))),
    ids: () => [...ids],
  };
}

async function walk(items: AsyncIterable<string>): Promise<string[]> {
  const walked: string[] = [];
  for await (const item of items) walked.push(item);
  return walked;
}

test("an awaited list is one page, and an iteration reads that page only once", async () => {
  const source = changingList(5);
  const list = source.listWith(2);
  expect((await list).data).toEqual(["4", "3"]);
  expect((await list).pagination.total).toBe(5);
  expect(await walk(list)).toEqual(["4", "3", "2", "1", "0"]);
  expect(source.reads).toEqual([1, 2, 3]);
});

test.each([0, 1, 2, 3, 4])("a list of %i items ends after the last", async (length) => {
  const source = changingList(length);
  expect(await walk(source.listWith(2))).toEqual(source.ids());
  expect(source.reads).toHaveLength(Math.max(1, Math.ceil(length / 2)));
});

test("an iteration begins at the requested page, or ends there if it is beyond the list", async () => {
  expect(await walk(changingList(5).listWith(2, undefined, 2))).toEqual(["2", "1", "0"]);
  expect(await walk(changingList(5).listWith(2, undefined, 9))).toEqual([]);
});

test("toArray stops at its limit and reads no further", async () => {
  const source = changingList(10);
  expect(await source.listWith(2).toArray({ limit: 3 })).toEqual(["9", "8", "7"]);
  expect(source.reads).toEqual([1, 2]);
  expect(await source.listWith(2).toArray({ limit: 0 })).toEqual([]);
  await expect(source.listWith(2).toArray({ limit: -1 })).rejects.toThrow(/limit/);
});

test("a failure ends the iteration and reaches the caller", async () => {
  const list = listOf<string>({
    firstPage: 1,
    idOf: (id) => id,
    readPage: () => Promise.reject(new Error("down")),
  });
  await expect(walk(list)).rejects.toThrow("down");
});

test("a failure before the await is not an unhandled rejection", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const list = listOf<string>({
    firstPage: 1,
    idOf: (id) => id,
    readPage: () => Promise.reject(new Error("down")),
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  await expect(list.toArray({ limit: 1 })).rejects.toThrow("down");
});

test("every item is yielded once while any number of new ones arrive", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 5 }),
      async (length, perPage, arrivals) => {
        const source = changingList(length);
        const before = source.ids();
        let round = 0;
        const walked = await walk(
          source.listWith(perPage, () => {
            // New items must stop at some point, because otherwise the list has no end.
            if (round < 20) source.add(arrivals[round % arrivals.length] as number);
            round += 1;
          }),
        );
        expect(new Set(walked).size).toBe(walked.length);
        expect(walked).toEqual(expect.arrayContaining(before));
      },
    ),
    { numRuns: 200 },
  );
});

test("unmatched mutations matched during the iteration hide no other", async () => {
  const source = changingList(25);
  const before = source.ids();
  const walked: string[] = [];
  for await (const id of source.listWith(4)) {
    walked.push(id);
    source.remove(new Set([id]));
  }
  expect(walked).toEqual(before);
});

test("items that vanish between two reads hide no other, and end the iteration", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.array(fc.nat(40), { maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (length, perPage, removals) => {
        const source = changingList(length);
        let round = 0;
        const walked = await walk(
          source.listWith(perPage, () => {
            source.remove(new Set(removals[round]?.map(String)));
            round += 1;
          }),
        );
        expect(new Set(walked).size).toBe(walked.length);
        expect(walked).toEqual(expect.arrayContaining(source.ids()));
      },
    ),
    { numRuns: 200 },
  );
});

test("an iteration ends even if the gateway miscounts", async () => {
  let reads = 0;
  const list = listOf<string>({
    firstPage: 1,
    idOf: (id) => id,
    readPage: async (place) => {
      reads += 1;
      const page = pageOf(place);
      const total = page === 1 ? 100 : 3;
      const pagination = { total, count: 2, per_page: 2, current_page: page, total_pages: 50 };
      return withLastResponse({ data: ["a", "b"], pagination }, last);
    },
  });
  expect(await walk(list)).toEqual(["a", "b"]);
  expect(reads).toBeLessThan(30);
});

test("pages can be turned manually, and report the last page", async () => {
  const source = changingList(5);
  const pages = [await source.listWith(2)];
  for (let page = pages[0]; page?.hasNextPage();) pages.push((page = await page.getNextPage()));
  expect(pages.map(({ data }) => data)).toEqual([["4", "3"], ["2", "1"], ["0"]]);
  expect(pages.every(({ lastResponse }) => lastResponse.requestId === "req-1")).toBe(true);
  await expect(pages.at(-1)?.getNextPage()).rejects.toMatchObject({ code: "invalid_argument" });
  expect(Object.keys(pages[0] ?? {})).toEqual(["data", "pagination"]);
  expect((await source.listWith(2, undefined, 9)).hasNextPage()).toBe(false);
});

test.each([undefined, {}, { limit: "2" }, { limit: -1 }, { limit: Number.NaN }])(
  "toArray(%j) is refused with an error of the SDK",
  async (options) => {
    const call = changingList(3)
      .listWith(2)
      .toArray(options as { limit: number });
    await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
  },
);
