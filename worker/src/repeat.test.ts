import { expect, test } from "vitest";
import { repeat } from "./repeat.ts";

test("a failing step is retried after growing waits, and others continue", async () => {
  const waits: number[] = [];
  const logged: string[] = [];
  let steps = 0;
  const endOfTest = new Error("end of test");
  const repeated = repeat(
    async () => {
      steps += 1;
      if (steps <= 3) throw new Error("disk full", { cause: new Error("ENOSPC") });
      return 2_000;
    },
    {
      random: () => 1,
      log: (message) => logged.push(message),
      async sleep(milliseconds) {
        waits.push(milliseconds);
        if (waits.length === 5) throw endOfTest;
      },
    },
  );
  await expect(repeated).rejects.toBe(endOfTest);
  expect(waits).toEqual([1_000, 2_000, 4_000, 2_000, 2_000]);
  expect(logged).toEqual(Array.from({ length: 3 }, () => "Unexpected: disk full: ENOSPC"));
});
