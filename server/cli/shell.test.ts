import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { exportLine } from "./shell.ts";

test.each([
  "plain",
  "",
  "two words",
  "it's",
  "''",
  "a'; echo injected; '",
  '$HOME `id` $(id) \\ " !',
  "line\nbreak",
  "*?[a]~#&|;<>",
])("a shell reads the line as exactly %j", (value) => {
  const script = `eval "$1"; printf %s "$FIRST" "|" "$SECOND"`;
  const line = exportLine({ FIRST: value, SECOND: value });
  expect(execFileSync("sh", ["-c", script, "sh", line], { encoding: "utf8" })).toBe(
    `${value}|${value}`,
  );
});
