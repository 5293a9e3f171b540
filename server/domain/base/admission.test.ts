import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createAdmission } from "./admission.ts";

const places = { atOnce: 1, strangersWaiting: 1, knownWaiting: 3, knownWaitingEach: 2 };

test("a limited number of tasks runs at once, in order of arrival", async () => {
  const admit = createAdmission({ ...places, atOnce: 2, strangersWaiting: 10 });
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    admit(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [1, 2, 3, 4].map(work);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  await nextTurn();
  expect(started).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await nextTurn();
  ends[3]?.();
  await Promise.all(all);
  expect(started).toEqual([1, 2, 3, 4]);
});

test("a caller beyond the queue is refused with the time to retry", async () => {
  const admit = createAdmission(places);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = admit(() => promise);
  const waiting = admit(async () => "second");
  await expect(admit(async () => "third")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "x-ratelimit-reset": "2" },
  });
  resolve();
  await running;
  expect(await waiting).toBe("second");
});

test("failed work releases its place to the next", async () => {
  const admit = createAdmission(places);
  await expect(admit(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await admit(async () => "next")).toBe("next");
});

test("waiting strangers do not block known callers, and the two queues take turns", async () => {
  const admit = createAdmission({ ...places, strangersWaiting: 3 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = admit(() => promise);
  const begun: string[] = [];
  const come = (name: string, account?: string) =>
    admit(async () => void begun.push(name), account);
  const strangers = ["a", "b", "c"].map((name) => come(name));
  await expect(come("d")).rejects.toMatchObject({ code: "rate_limited" });
  const known = [come("known 1", "one"), come("known 2", "two")];
  resolve();
  await Promise.all([running, ...strangers, ...known]);
  expect(begun).toEqual(["known 1", "a", "known 2", "b", "c"]);
});

test("known callers do not take others' places, because each account has few", async () => {
  const admit = createAdmission(places);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = admit(() => promise);
  const come = (account: string) => admit(async () => account, account);
  const own = [come("one"), come("one"), come("two")];
  const asStranger = come("one");
  for (const account of ["one", "three"]) {
    await expect(come(account)).rejects.toMatchObject({ code: "rate_limited" });
  }
  resolve();
  await running;
  expect(await Promise.all([...own, asStranger])).toEqual(["one", "one", "two", "one"]);
  expect(await come("three")).toBe("three");
});
