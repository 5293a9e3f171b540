import { describe, expect, test } from "vitest";
import { randomFrom } from "../../testing/random.ts";
import {
  type AttemptResult,
  defaultRetrySchedule,
  nextAttempt,
  parseRetryAfter,
  parseRetrySchedule,
} from "./webhook-schedule.ts";

type Result = Pick<AttemptResult, "http_status" | "error_code" | "retry_after_seconds">;

const answered = (http_status: number, retry_after_seconds: number | null = null): Result => ({
  http_status,
  error_code: null,
  retry_after_seconds,
});
const broken = (error_code: AttemptResult["error_code"]): Result => ({
  http_status: null,
  error_code,
  retry_after_seconds: null,
});
const receiverDown = broken("connection_refused");

/** Returns the waits after the given attempt for the lowest, the middle and the highest random number. */
function waits(result: Result, attempt_count: number, schedule = defaultRetrySchedule): unknown[] {
  return [0, 0.5, 1].map((chance) => {
    const next = nextAttempt({ schedule, attempt_count, result, random: () => chance });
    return next === "failed" ? next : Number(next.delay_seconds.toFixed(6));
  });
}

/** Returns the times of the attempts, in virtual seconds, until the delivery is abandoned. */
function attemptTimes(result: Result, random: () => number): number[] {
  const times = [0];
  for (;;) {
    const next = nextAttempt({
      schedule: defaultRetrySchedule,
      attempt_count: times.length,
      result,
      random,
    });
    if (next === "failed") return times;
    times.push(times.at(-1)! + next.delay_seconds);
  }
}

// Fault D16.
test("a server that is down for 80 virtual hours gets exactly 12 attempts, then the delivery is FAILED", () => {
  const times = attemptTimes(receiverDown, () => 0.5);
  expect(times).toEqual([
    0, 5, 35, 155, 755, 2555, 9755, 27_755, 63_755, 114_155, 186_155, 272_555,
  ]);
  expect(times.at(-1)).toBeLessThan(80 * 3600);
});

test("every wait is within 20 % of the schedule, with any random number", () => {
  const random = randomFrom("waits of webhooks");
  for (let round = 0; round < 500; round += 1) {
    const times = attemptTimes(receiverDown, random);
    expect(times).toHaveLength(12);
    defaultRetrySchedule.forEach((wait, index) => {
      const deviation = (times[index + 1]! - times[index]!) / wait;
      expect(deviation).toBeGreaterThan(0.8 - 1e-9);
      expect(deviation).toBeLessThan(1.2 + 1e-9);
    });
  }
});

test("random numbers spread the wait over the whole range", () => {
  expect(waits(receiverDown, 1)).toEqual([4, 5, 6]);
  expect(waits(receiverDown, 11)).toEqual([69_120, 86_400, 103_680]);
});

test("410 ends the delivery at the first attempt", () => {
  expect(waits(answered(410), 1)).toEqual(["failed", "failed", "failed"]);
});

test.each([301, 304, 400, 401, 403, 404, 408, 409, 411, 429, 499, 500, 502, 503, 504, 599])(
  "%i waits as the schedule says",
  (status) => {
    expect(waits(answered(status), 1)).toEqual([4, 5, 6]);
    expect(waits(answered(status), 3)).toEqual([96, 120, 144]);
  },
);

test.each([
  "timeout",
  "dns_error",
  "destination_not_allowed",
  "connection_reset",
  "connection_closed",
  "connection_failed",
  "tls_error",
  "invalid_response",
] as const)("%s waits as the schedule says", (error_code) => {
  expect(waits(broken(error_code), 1)).toEqual([4, 5, 6]);
});

describe("Retry-After", () => {
  test.each([
    // status, Retry-After, attempt, waits for the lowest, middle and highest random number
    [408, 90, 1, [90, 90, 90]],
    [429, 0, 1, [5, 5, 6]],
    [429, 4, 1, [5, 5, 6]],
    [429, 8, 1, [8, 8, 8]],
    [503, 8, 1, [8, 8, 8]],
    [503, 100, 3, [120, 120, 144]],
    [503, 3_599, 1, [3_599, 3_599, 3_599]],
    [503, 3_601, 1, [3_600, 3_600, 3_600]],
    [503, 9_999_999_999, 1, [3_600, 3_600, 3_600]],
    [503, 9_999_999_999, 6, [7_200, 7_200, 8_640]],
  ])(
    "for a %i that asks for %i s after attempt %i waits %j s",
    (status, asked, attempt_count, expected) => {
      expect(waits(answered(status, asked), attempt_count)).toEqual(expected);
    },
  );

  test.each([301, 400, 404, 500, 502, 504])("does not count for %i", (status) => {
    expect(waits(answered(status, 90), 1)).toEqual([4, 5, 6]);
  });

  test("does not extend the delivery", () => {
    expect(waits(answered(410, 90), 1)).toEqual(["failed", "failed", "failed"]);
    expect(waits(answered(429, 90), 12)).toEqual(["failed", "failed", "failed"]);
  });

  const now = Date.parse("2026-11-21T03:15:00.400Z");
  test.each([
    ["0", 0],
    ["120", 120],
    ["9999999999", 9_999_999_999],
    ["Sat, 21 Nov 2026 03:16:30 GMT", 90],
    ["Sat, 21 Nov 2026 03:15:00 GMT", 0],
    ["Sat, 21 Nov 2020 03:15:00 GMT", 0],
    [undefined, null],
    ["", null],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["0x10", null],
    ["99999999999", null],
    ["tomorrow", null],
    ["Sat, 99 Nov 2026 03:15:00 GMT", null],
    ["2026-11-21T03:16:30Z", null],
    ["Saturday, 21-Nov-26 03:16:30 GMT", null],
  ])("%j is read as %j seconds", (text, seconds) => {
    expect(parseRetryAfter(text, now)).toBe(seconds);
  });
});

test("a delivery with an uncounted failed attempt is a programming error", () => {
  expect(() => waits(receiverDown, 0)).toThrow("counted");
});

describe("the retry schedule setting", () => {
  test.each([
    ["5,30,120", [5, 30, 120]],
    ["0.05,0.05", [0.05, 0.05]],
    [" 1 , 2.5 ", [1, 2.5]],
    ["0", [0]],
    ["604800", [604_800]],
    [defaultRetrySchedule.join(","), [...defaultRetrySchedule]],
    [Array(50).fill("1").join(","), Array<number>(50).fill(1)],
  ])("%j is read", (text, schedule) => {
    expect(parseRetrySchedule(text)).toEqual(schedule);
  });

  test.each([
    ["", 'wait 1 is ""'],
    ["5,", 'wait 2 is ""'],
    ["5,,30", 'wait 2 is ""'],
    ["5,soon", 'wait 2 is "soon"'],
    ["-5", 'from 0 to 604800 seconds, separated by commas, but wait 1 is "-5"'],
    ["+5", '"+5"'],
    ["1e3", '"1e3"'],
    ["0x10", '"0x10"'],
    ["5 30", '"5 30"'],
    ["5;30", '"5;30"'],
    ["0,5.", '"5."'],
    [".5", '".5"'],
    ["0.0001", '"0.0001"'],
    ["NaN", '"NaN"'],
    ["Infinity", '"Infinity"'],
    ["٥", '"٥"'],
    ["604801", '"604801"'],
    ["604800.001", '"604800.001"'],
    ["9999999", '"9999999"'],
    [Array(51).fill("1").join(","), "at most 50 waits"],
  ])("%j is refused with a reason", (text, reason) => {
    expect(() => parseRetrySchedule(text)).toThrow(reason);
  });
});
