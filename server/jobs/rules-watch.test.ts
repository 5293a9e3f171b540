import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DomainError } from "../domain/base/domain-error.ts";
import type { OperatorRules } from "../domain/notifications/operator-rules.ts";
import { createNotificationReader } from "../domain/notifications/notification-text.ts";
import { watchRules } from "./rules-watch.ts";

const everySeconds = 0.005;

let outcomes: Awaited<ReturnType<OperatorRules["refresh"]>>[];
let looks: number;
let watch: { stop(): void };
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(() => {
  for (const method of Object.values(log)) method.mockReset();
  outcomes = [];
  looks = 0;
  const reader = createNotificationReader();
  const refresh: OperatorRules["refresh"] = async () => {
    looks += 1;
    return outcomes.shift() ?? "unchanged";
  };
  watch = watchRules({ reader: () => reader, refresh }, log, everySeconds);
});
afterEach(() => watch.stop());

const threeMoreLooks = async () => {
  const enough = looks + 3;
  await expect.poll(() => looks).toBeGreaterThanOrEqual(enough);
};

test("an unchanged file adds no line to the log", async () => {
  await threeMoreLooks();
  expect([log.info, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test("a new version and a refused version each add one line to the log", async () => {
  outcomes.push("changed", new DomainError("my_bca.credit: Unknown part {x}"));
  await threeMoreLooks();
  expect(log.info).toHaveBeenCalledOnce();
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { problem: "my_bca.credit: Unknown part {x}" },
    expect.stringContaining("the previous ones stay"),
  );
});

test("a stopped watch no longer checks and logs nothing", async () => {
  await threeMoreLooks();
  watch.stop();
  const seen = looks;
  await wait(everySeconds * 10_000);
  expect(looks).toBeLessThanOrEqual(seen + 1);
  expect(log.error).not.toHaveBeenCalled();
});
