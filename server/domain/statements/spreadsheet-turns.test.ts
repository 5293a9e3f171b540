import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createSheetTurns } from "./spreadsheet-turns.ts";

/** Tests which merchant's spreadsheet is read next. Time is passed in. */

let time = 0;
let order: string[] = [];
let ends: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  time = 0;
  order = [];
  ends = [];
});
afterEach(() => vi.useRealTimers());

function begin(inTurn: ReturnType<typeof createSheetTurns>, merchant_id: string): Promise<void> {
  return inTurn(merchant_id, async () => {
    order.push(merchant_id);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
}

/** Ends the current file after this number of seconds. */
async function finish(seconds: number): Promise<void> {
  time += seconds * 1000;
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

test("one file is read at a time, next for the merchant with the least time used", async () => {
  const inTurn = createSheetTurns(() => time);
  const done = [begin(inTurn, "greedy"), begin(inTurn, "greedy"), begin(inTurn, "modest")];
  expect(order).toEqual(["greedy"]);
  await finish(5);
  expect(order).toEqual(["greedy", "modest"]);
  await finish(1);
  done.push(begin(inTurn, "modest"), begin(inTurn, "new"));
  await finish(1);
  // Use of long ago does not count.
  time += limits.statementSheetUseMilliseconds + 1;
  await finish(1);
  await finish(1);
  expect(order).toEqual(["greedy", "modest", "greedy", "new", "modest"]);
  await Promise.all(done);
});

test("a waiting merchant gets a turn after the slowest file, within the time of a response", async () => {
  const inTurn = createSheetTurns(() => time);
  const done = [begin(inTurn, "greedy"), begin(inTurn, "modest")];
  await vi.advanceTimersByTimeAsync(limits.statementSheetMilliseconds - 1);
  await finish(limits.statementSheetMilliseconds / 1000);
  expect(order).toEqual(["greedy", "modest"]);
  await finish(1);
  await Promise.all(done);
  expect(limits.statementSheetWaitMilliseconds + limits.statementSheetMilliseconds).toBeLessThan(
    limits.receiverAnswerMilliseconds,
  );
});

test("a limited number waits for a limited time, and others are asked to retry", async () => {
  const inTurn = createSheetTurns(() => time);
  const first = begin(inTurn, "first");
  const isBusy = { reason: { code: "statement_busy" } };
  const waiting = Array.from({ length: limits.statementSheetsWaiting }, (_, index) =>
    begin(inTurn, String(index)),
  );
  await expect(begin(inTurn, "late")).rejects.toMatchObject(isBusy);
  const refused = Promise.allSettled(waiting);
  await vi.advanceTimersByTimeAsync(limits.statementSheetWaitMilliseconds);
  expect(await refused).toMatchObject(waiting.map(() => ({ status: "rejected", reason: isBusy })));
  await finish(1);
  await first;
  const next = begin(inTurn, "next");
  await finish(1);
  await next;
  expect(order).toEqual(["first", "next"]);
});

test("an unreadable file passes its turn to the next", async () => {
  const inTurn = createSheetTurns(() => time);
  await expect(inTurn("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTurn("b", async () => "read")).toBe("read");
});
