import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readFunctionFiles } from "./functions.ts";

/** Compares the diagrams of states.md with the statements that write the columns. */

const server = path.join(import.meta.dirname, "..");
const document = readFileSync(path.join(import.meta.dirname, "states.md"), "utf8");

interface Arrow {
  from: string;
  to: string;
  madeBy: string;
}

interface Writer {
  madeBy: string;
  /** null if the caller gives the new state as a value. */
  to: string | null;
}

const tables = [
  { table: "payments", column: "payment_status" },
  { table: "webhook_deliveries", column: "delivery_status" },
  { table: "devices", column: "device_status" },
] as const;

function arrowsOf(column: string): Arrow[] {
  const section = document.split(/^## /m).find((part) => part.includes(`.${column}\``)) ?? "";
  return [...section.matchAll(/^ {2}(\S+) --> (\w+): (\w+)$/gm)].map(([, from, to, madeBy]) => ({
    from: from as string,
    to: to as string,
    madeBy: madeBy as string,
  }));
}

/**
 * Yields the statements. Those in .sql files belong to the function of the file, and those in TypeScript to the
 * function around them.
 */
function* statements(): Generator<{ madeBy: string; text: string }> {
  for (const { name, text } of readFunctionFiles()) {
    yield* text.split(";").map((part) => ({ madeBy: name, text: part }));
  }
  const sources = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(domain|outside|jobs|cli|procedures)\/.*(?<!\.test)\.ts$/.test(file),
  );
  for (const file of sources) {
    const text = readFileSync(path.join(server, file), "utf8").replaceAll(
      /insertRows\(\w+, "\w+", "(\w+)"/g,
      "`insert into $1`",
    );
    for (const { index, 0: statement } of text.matchAll(/`[^`]*`/g)) {
      const before = [
        ...text.slice(0, index).matchAll(/function (\w+)|^(?:export )?const (\w+) = /gm),
      ];
      const around = before.at(-1);
      yield { madeBy: around?.[1] ?? around?.[2] ?? file, text: statement };
    }
  }
}

function writersOf(table: string, column: string): Writer[] {
  const writers: Writer[] = [];
  for (const { madeBy, text } of statements()) {
    const update = new RegExp(
      `update ${table}\\b[\\s\\S]*?\\bset\\b(?<changes>[\\s\\S]*?)(\\bwhere\\b|$)`,
    );
    const changes = update.exec(text)?.groups?.["changes"] ?? "";
    const assignment = new RegExp(`\\b${column} = (?:'(?<to>[A-Z]+)')?`).exec(changes);
    if (assignment) writers.push({ madeBy, to: assignment.groups?.["to"] ?? null });
    if (new RegExp(`insert into ${table}\\b`).test(text)) writers.push({ madeBy, to: null });
  }
  return writers;
}

test.each(tables)("every function that writes $column has its arrows", ({ table, column }) => {
  const drawn = new Set(arrowsOf(column).map(({ madeBy }) => madeBy));
  const writing = new Set(writersOf(table, column).map(({ madeBy }) => madeBy));
  expect(drawn.size).toBeGreaterThan(2);
  expect([...writing].toSorted()).toEqual([...drawn].toSorted());
});

test.each(tables)(
  "a state named by a statement is the end of its arrow ($column)",
  ({ table, column }) => {
    const arrows = arrowsOf(column);
    for (const { madeBy, to } of writersOf(table, column)) {
      if (to !== null) expect(arrows).toContainEqual(expect.objectContaining({ madeBy, to }));
    }
  },
);

test("one statement makes a payment PAID, and an archive restores a paid one", () => {
  const paying = arrowsOf("payment_status").filter(({ to }) => to === "PAID");
  expect(paying).toEqual([
    { from: "[*]", to: "PAID", madeBy: "restorePayments" },
    { from: "PENDING", to: "PAID", madeBy: "pay_pending" },
  ]);
});
