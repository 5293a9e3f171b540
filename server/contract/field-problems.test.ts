import { expect, test } from "vitest";
import type { z } from "zod";
import { fieldProblems } from "./messages.ts";
import { dashboardOperations } from "./index.ts";
import { problem, problemInEnglish } from "./field-problems.ts";
import { refusalReason } from "./refusal-reasons.ts";

const operations = Object.entries(dashboardOperations) as [string, { input: z.ZodObject }][];

/** Input as people, faulty pages and strangers send it. */
const anything = [
  undefined,
  null,
  "",
  " ",
  " x ",
  "x",
  "\u0000",
  "\ud800",
  "\n",
  "x".repeat(3_000),
  "2026-02-30T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  -1,
  0,
  0.5,
  1e9,
  Number.MAX_SAFE_INTEGER,
  1e300,
  Number.NaN,
  true,
  [],
  Array.from({ length: 2_000 }, () => ({ title: "", content: "" })),
  [{ title: "", content: "x" }],
  [7],
  {},
];

test.each(operations)("a value that %s refuses has its own code", (_, { input }) => {
  for (const field of Object.keys(input.shape)) {
    for (const value of anything) {
      const parsed = input.safeParse({ [field]: value });
      if (parsed.success) continue;
      for (const { path, problem: found } of fieldProblems(parsed.error)) {
        expect(found, `${path.join(".")}: ${JSON.stringify(value)}`).toMatchObject({
          code: expect.not.stringMatching(/^invalid$/),
        });
        expect(problem.parse(found)).toEqual(found);
        expect(problemInEnglish(found)).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  }
});

test("each problem inside a list names its item and its field", () => {
  const additions = [
    { title: "Satu", content: "Dua" },
    { title: "", content: "" },
  ];
  const parsed = dashboardOperations.changeChannelSteps.input.safeParse({
    channel_id: "019aa5c2-0003-7000-8000-000000000002",
    additions,
  });
  expect(fieldProblems(parsed.error as z.ZodError)).toEqual([
    { path: ["additions", "1", "title"], problem: { code: "empty", params: {} } },
    { path: ["additions", "1", "content"], problem: { code: "empty", params: {} } },
  ]);
});

test("a code without its parameters, or with an unknown name, is invalid", () => {
  for (const wrong of [
    { code: "too_long", params: {} },
    { code: "longer", params: {} },
    { code: "required" },
  ]) {
    expect(problem.safeParse(wrong).success).toBe(false);
  }
  expect(refusalReason.safeParse({ code: "api_key_limit", params: {} }).success).toBe(false);
});
