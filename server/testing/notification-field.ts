import { createHash } from "node:crypto";
import type { AppFormat } from "../domain/banks/format.ts";
import type {
  NotificationReader,
  NotificationText,
} from "../domain/notifications/notification-reader.ts";
import { rowsOf } from "./leave-one-app-out.ts";

/**
 * Texts from other public projects: their tests, simulators and documents. Tepat's own authors did not choose them.
 * Names are invented. `assigned` means that the source names the app but not this package.
 */
export interface FieldText extends NotificationText {
  id: string;
  title: string;
  body: string;
  /** `unclear` counts for neither side, because the text alone does not show its kind. */
  is:
    | "credit"
    | "debit"
    | "promotion"
    | "otp"
    | "failed"
    | "pending"
    | "bill"
    | "chat"
    | "reversal"
    | "reward"
    | "internal"
    | "summary"
    | "other"
    | "unclear";
  /** The amount of a credit. */
  amount?: number;
  source: string;
  assigned?: readonly string[];
}

const fieldTexts: readonly FieldText[] = rowsOf<FieldText>("notification-field.jsonl");

export const fieldCredits = fieldTexts.filter(({ is }) => is === "credit");
export const fieldNegatives = fieldTexts.filter(({ is }) => is !== "credit" && is !== "unclear");

/**
 * Returns whether the app is held out. Rules are written without looking at the texts of these apps, so their
 * results show how well unknown texts are read.
 */
export function isHeldOut({ package_name }: Pick<FieldText, "package_name">): boolean {
  const [first = 0] = createHash("sha256").update(package_name.toLowerCase()).digest();
  return first % 2 === 1;
}

export interface FieldReading {
  package_name: string;
  credits: number;
  read: number;
  /** The ids of the missed texts. */
  missed: string[];
  wrong_amounts: string[];
}

export function creditOf(reader: NotificationReader, text: NotificationText): number | null {
  const reading = reader.read(text);
  return reading.outcome === "transaction" && reading.type === "CREDIT" ? reading.amount : null;
}

/** Returns how the credits are read, for each app. */
export function readCredits(
  reader: NotificationReader,
  texts: readonly FieldText[],
): FieldReading[] {
  const byApp = Map.groupBy(texts, ({ package_name }) => package_name);
  return Array.from(byApp, ([package_name, own]) => {
    const found = own.map((text) => ({ text, amount: creditOf(reader, text) }));
    const idsOf = (isOne: (one: (typeof found)[number]) => boolean) =>
      found.filter(isOne).map(({ text }) => text.id);
    return {
      package_name,
      credits: own.length,
      read: found.filter(({ text, amount }) => amount === text.amount).length,
      missed: idsOf(({ amount }) => amount === null),
      wrong_amounts: idsOf(({ text, amount }) => amount !== null && amount !== text.amount),
    };
  });
}

/** Returns the texts that report no income, each in every app that could show it. */
export function negativesInApps(formats: readonly AppFormat[]): FieldText[] {
  return formats.flatMap(({ kind, packages: [package_name = ""] }) =>
    fieldNegatives
      // In an app for merchants, "Pembayaran … di TOKO" is a sale and a paid order is income, so
      // such texts are left out there.
      .filter(({ is }) => kind === "account" || !["debit", "other"].includes(is))
      .map((text) => ({ ...text, package_name })),
  );
}
