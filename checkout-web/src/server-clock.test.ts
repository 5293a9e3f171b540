import { expect, test } from "vitest";
import { createServerClock } from "./server-clock.ts";

function clockAt(start: number) {
  let monotonic = start;
  return {
    clock: createServerClock(() => monotonic),
    pass: (milliseconds: number) => {
      monotonic += milliseconds;
    },
  };
}

test("the clock runs on from the server's time", () => {
  const { clock, pass } = clockAt(5_000);
  clock.hear(1_000_000, 2_000);
  expect(clock.now()).toBe(1_003_000);
  pass(250);
  expect(clock.now()).toBe(1_003_250);
});

test("a server time that took long to arrive does not turn the clock back", () => {
  const { clock } = clockAt(0);
  clock.hear(1_000_000);
  clock.hear(998_000);
  expect(clock.now()).toBe(1_000_000);
});

test("the clock counts the time that a device slept", () => {
  const { clock } = clockAt(0);
  clock.hear(1_000_000);
  clock.hear(4_600_000);
  expect(clock.now()).toBe(4_600_000);
});

test("the clock ignores a header that is not a time", () => {
  const { clock } = clockAt(0);
  clock.hear(1_000_000);
  clock.hear(Number.NaN);
  expect(clock.now()).toBe(1_000_000);
});
