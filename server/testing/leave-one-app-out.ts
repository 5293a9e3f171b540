import { readFileSync } from "node:fs";
import type { AppFormat } from "../domain/banks/format.ts";
import { appFormats } from "../domain/notifications/formats/index.ts";
import type { NotificationText } from "../domain/notifications/notification-reader.ts";
import { createReader } from "../domain/notifications/notification-text.ts";

/**
 * Measures how a gateway that knows no text of an app reads its texts. All of the app's own rules are removed, and the
 * rules for all apps stay. Facts that an operator states for a new app stay too: its name, its kind, and where a
 * sender's text can appear.
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
  /** The number of texts that report a credit and nothing else. */
  credits: number;
  read: number;
  missed: string[];
  /** Texts that were read as a credit, but are none. */
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

/** Returns the rows of a file in `data/`. */
export function rowsOf<Row>(file: string): Row[] {
  return readFileSync(new URL(`data/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Row => JSON.parse(line));
}
