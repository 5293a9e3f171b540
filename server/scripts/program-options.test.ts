import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const run = (entry: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["server/bin/run.mjs", entry, ...args],
    { cwd: root, encoding: "utf8" },
  );
  return { status, stdout, stderr };
};

describe.each([
  [
    "server/simulator/main.ts",
    "npm run simulate",
    ["--seed"],
    [
      ["--steps", "0"],
      ["--seed", "x"],
    ],
  ],
  [
    "server/chaos/main.ts",
    "npm run chaos",
    ["--fault"],
    [
      ["--seconds", "0"],
      ["--fault", "x"],
    ],
  ],
  [
    "server/cluster/main.ts",
    "npm run cluster",
    ["--only"],
    [
      ["--rounds", "0"],
      ["--minutes", "0"],
      ["--only", "x"],
    ],
  ],
  ["bench/main.ts", "npm run bench", ["--only"], [["--only", "x"]]],
])("%s", (entry, name, options, wrong) => {
  test("--help describes the program and its options", () => {
    const { status, stdout, stderr } = run(entry, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    for (const part of [name, ...options]) expect(stdout).toContain(part);
  });

  test.each([["--nope"], options, ...wrong])(
    "%s is refused with a list of the options",
    (...args) => {
      const { status, stdout, stderr } = run(entry, ...args);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(name);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
});
