/**
 * Finds habits that make English hard to read (ENGLISH.md). A finding fails in texts that an editor has revised. In
 * other texts, and if a pattern is often wrong, it warns about changed lines. A comment with `english-ok: reason`
 * excuses its line and the next one. `--all` prints every finding, and `--count` the number by habit and folder.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findHabits, habits, type Finding } from "./english/habits.ts";
import { textsOf, type Kind } from "./english/texts.ts";

const root = path.resolve(import.meta.dirname, "../..");

const inComments = [
  "nobody",
  "is told",
  "so many",
  "of its own",
  "any more",
  "by hand",
  "pay back",
];

/**
 * The texts that an editor still has to revise. There, a habit only warns about changed lines. Remove an entry when the
 * revision is done.
 */
const unedited: Record<Kind, { habits?: readonly string[]; files?: RegExp }> = {
  page: {},
  message: {},
  document: {
    files:
      /^docs\/(?:languages|upgrading|refunds|api-changes|statements)|^contract-tests\/|CHANGELOG|^openapi\//u,
  },
  comment: { habits: [...inComments, "make an invoice"] },
  test: { habits: [...inComments, "make an invoice", "present"] },
};

const notOurs =
  /generated\/|\.gen\.|schema\.sql$|\.id\.md$|^patches\/|db\/migrations\/|^server\/scripts\/english|^server\/ENGLISH|fault-proofs|testing\/data\//u;

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e8 });

interface Found extends Finding {
  file: string;
  fails: boolean;
}

function findIn(file: string): Found[] {
  const source = readFileSync(path.join(root, file), "utf8");
  const lines = source.split("\n");
  const isExcused = (line: number) =>
    [lines[line - 2], lines[line - 1]].some((each) => each?.includes("english-ok: "));
  return textsOf(file, source).flatMap((text) => {
    const later = unedited[text.kind];
    const warns = (habit: string) =>
      habits[habit]?.warns || later.habits?.includes(habit) || later.files?.test(file);
    return findHabits(text)
      .filter(({ line }) => !isExcused(line))
      .map((each) => ({ ...each, file, fails: !warns(each.habit) }));
  });
}

/** Returns the lines that differ from the last commit, as `file:line`. */
function changedLines(): Set<string> {
  const changed = new Set<string>();
  let file = "";
  for (const line of git("diff", "HEAD", "--unified=0", "--no-color").split("\n")) {
    if (line.startsWith("+++ b/")) file = line.slice("+++ b/".length);
    const [, first, count = 1] = /^@@ .*\+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    if (first === undefined) continue;
    for (let at = 0; at < Number(count); at++) changed.add(`${file}:${Number(first) + at}`);
  }
  return changed;
}

const files = git("ls-files", "--cached", "--others", "--exclude-standard")
  .split("\n")
  .filter((file) => /\.(?:md|tsx?|mjs|sql)$/u.test(file) && !notOurs.test(file))
  .filter((file) => existsSync(path.join(root, file)));
const all = files.flatMap(findIn);

if (process.argv.includes("--count")) {
  const counts: Record<string, Record<string, number>> = {};
  for (const { habit, file } of all) {
    const [folder] = file.includes("/") ? file.split("/") : ["root"];
    const row = (counts[habit] ??= { all: 0 });
    row["all"] = (row["all"] ?? 0) + 1;
    row[folder!] = (row[folder!] ?? 0) + 1;
  }
  console.table(counts);
} else {
  const changed = changedLines();
  const isShown = ({ fails, file, line }: Found) =>
    fails || process.argv.includes("--all") || changed.has(`${file}:${line}`);
  for (const each of all.filter(isShown)) {
    const { file, line, habit, found, fails } = each;
    console.log(
      `${file}:${line}: ${fails ? "" : "warning: "}${habit}: "${found}". Instead: ${habits[habit]!.instead}.`,
    );
  }
  if (all.some(({ fails }) => fails)) process.exitCode = 1;
}
