import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { EndedLine } from "../testing/program-lines.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Program {
  entry: string;
  name: string;
  /** Options that take a value. */
  options: string[];
  wrong: string[][];
}

const programs: Program[] = [
  {
    entry: "server/simulator/main.ts",
    name: "npm run simulate",
    options: ["--seed"],
    wrong: [
      ["--steps", "0"],
      ["--seed", "x"],
    ],
  },
  {
    entry: "server/chaos/main.ts",
    name: "npm run chaos",
    options: ["--fault"],
    wrong: [
      ["--seconds", "0"],
      ["--fault", "x"],
    ],
  },
  {
    entry: "server/cluster/main.ts",
    name: "npm run cluster",
    options: ["--only"],
    wrong: [
      ["--rounds", "0"],
      ["--minutes", "0"],
      ["--only", "x"],
    ],
  },
  {
    entry: "bench/main.ts",
    name: "npm run bench",
    options: ["--only"],
    wrong: [["--only", "x"]],
  },
];

const run = (entry: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
};

const linesOf = ({ options, wrong }: Program) => [["--help"], options, ...wrong];

let ended: EndedLine[][];
beforeAll(() => {
  const lines = programs.map((program) => [program.entry, linesOf(program)]);
  const { stdout, stderr } = run("server/testing/program-lines.ts", JSON.stringify(lines));
  if (stderr !== "") throw new Error(stderr);
  ended = JSON.parse(stdout) as EndedLine[][];
});

const endOf = (program: number, line: number): EndedLine => {
  const end = ended[program]?.[line];
  if (end === undefined) throw new Error("the command line was not run");
  return end;
};

describe.each(programs.map((program, index) => ({ ...program, index })))("$entry", (program) => {
  const { entry, name, options, index } = program;

  test("--help describes the program and its options", () => {
    const { status, stdout, stderr } = endOf(index, 0);
    expect([status, stderr]).toEqual([0, ""]);
    for (const part of [name, ...options]) expect(stdout).toContain(part);
  });

  const expectRefusal = ({ status, stdout, stderr }: EndedLine) => {
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(name);
    expect(stderr).not.toMatch(/^\s+at /m);
  };

  test.each(
    linesOf(program)
      .map((line, number) => ({ line, number }))
      .slice(1),
  )("$line is refused with a list of the options", ({ number }) =>
    expectRefusal(endOf(index, number)),
  );

  test("--nope is refused, in a process of its own", () => {
    expectRefusal(run("server/bin/run.mjs", entry, "--nope"));
  });
});
