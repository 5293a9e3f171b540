import { readFileSync } from "node:fs";
import type { AppFormat } from "../domain/banks/format.ts";
import { appFormats } from "../domain/notifications/formats/index.ts";
import type { NotificationText } from "../domain/notifications/notification-reader.ts";
import { createReader } from "../domain/notifications/notification-text.ts";

/**
 * Measures how texts of an app are read by a gateway that has never seen one: all of the app's rules are taken away,
 * and the rules for all apps stay. The facts that an operator states of a new app stay too: its name, its kind, how far
 * strangers' words reach.
 */

interface Finding {
  amount: number | null;
  type: string | null;
}

interface TextRow extends NotificationText {
  id: string;
  expected: Finding;
  also_acceptable?: Finding[];
}

export interface AppReading {
  app: string;
  texts: number;
  /** The texts that tell of a credit and of nothing else. */
  credits: number;
  read: number;
  missed: string[];
  /** Read as a credit, and none. */
  false_credits: string[];
  wrong_amounts: string[];
}

export function readEachAppUnseen(): AppReading[] {
  const rows = ["notifications.jsonl", "notification-variations.jsonl"].flatMap((file) =>
    rowsOf<TextRow>(file),
  );
  return appFormats.map((format) => readUnseen(format, rows));
}

function readUnseen(format: AppFormat, rows: readonly TextRow[]): AppReading {
  const reader = createReader([{ ...format, rules: [] }]);
  const names = new Set(format.packages.map((name) => name.toLowerCase()));
  const own = rows.filter(({ package_name }) => names.has(package_name.toLowerCase()));
  const result: AppReading = {
    app: format.name,
    texts: own.length,
    credits: 0,
    read: 0,
    missed: [],
    false_credits: [],
    wrong_amounts: [],
  };
  for (const row of own) {
    const accepted = [row.expected, ...(row.also_acceptable ?? [])];
    const isCredit = accepted.every(({ type, amount }) => type === "CREDIT" && amount !== null);
    const reading = reader.read(row);
    const found =
      reading.outcome === "transaction" && reading.type === "CREDIT" ? reading.amount : null;
    if (isCredit) result.credits += 1;
    if (found === null) {
      if (isCredit) result.missed.push(row.id);
    } else if (accepted.some(({ type, amount }) => type === "CREDIT" && amount === found)) {
      if (isCredit) result.read += 1;
    } else {
      const isMoney = accepted.some(({ type, amount }) => type === "CREDIT" && amount !== null);
      (isMoney ? result.wrong_amounts : result.false_credits).push(row.id);
    }
  }
  return result;
}

/** The rows of a file of `data/`. */
export function rowsOf<Row>(file: string): Row[] {
  return readFileSync(new URL(`data/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Row => JSON.parse(line));
}
