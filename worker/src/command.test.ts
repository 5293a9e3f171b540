import { expect, test } from "vitest";
import { outputOf } from "./command.ts";

const bounds = { milliseconds: 5_000, outputBytes: 1_000 };

const shell = (script: string, changed: Partial<typeof bounds> = {}) =>
  outputOf("sh", ["-c", script], { ...bounds, ...changed });

test("a program's output is its standard output", async () => {
  expect(await shell("echo out; echo err >&2")).toBe("out\n");
});

test("a failing program is named", async () => {
  await expect(shell("exit 3")).rejects.toThrow("sh failed (exit code 3)");
  await expect(outputOf("termux-nothing", [], bounds)).rejects.toThrow(
    "termux-nothing is not installed",
  );
});

test("a hanging program is killed, with helpers that hold its output open", async () => {
  const marker = `3${process.pid}.25`;
  await expect(shell(`sleep ${marker} & wait`, { milliseconds: 200 })).rejects.toThrow(
    "sh did not end in time",
  );
  await expect.poll(() => shell(`pgrep -f 'sleep ${marker}$' | wc -l`)).toMatch(/^\s*0\s*$/);
});

test("a program with endless output is killed", async () => {
  await expect(shell("yes")).rejects.toThrow("sh printed too much");
});
