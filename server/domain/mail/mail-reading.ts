/**
 * Reads the transfer in a bank's proven email, by the bank's own rules and the engine that reads notifications. A
 * text that does not match a rule exactly stays unread.
 */

import { banks } from "../banks/index.ts";
import type { Bank, MailRule } from "../banks/bank.ts";
import type { AppFormat, TransactionType } from "../banks/format.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import {
  namesMoney,
  namesOtherMoney,
  tellsOfFailure,
} from "../notifications/formats/engine/doubtful-words.ts";
import { literal } from "../notifications/formats/engine/template.ts";
import { createReader } from "../notifications/notification-text.ts";
import { instantOf, readMoment } from "../statements/statement-values.ts";
import { textsOf } from "./mail-content.ts";
import type { ProvenMail } from "./mail-proof.ts";

export interface MailTransaction {
  outcome: "transaction";
  /** The name for `bank_mail.rule`. */
  rule: string;
  type: TransactionType;
  /** The amount in whole rupiah. */
  amount: number;
  currency: "IDR";
  sender: string | null;
  /** The reader's account as the email writes it. */
  account: string;
  /** The bank's time of the transaction as ISO 8601. */
  transferred_at: string;
}

const unreadReasons = {
  no_format: "Tepat knows no wording of this bank's emails, so Tepat cannot read them.",
  too_complex: "The email has more parts or text than a bank's email, so it was not read.",
  not_a_notification:
    "The email answers, forwards or quotes another one, or its sender is not an address from which the bank reports transfers, so it was not read.",
  unknown_wording:
    "The wording differs from this bank's known emails, so Tepat did not read the email.",
  ambiguous: "The email can be read in two ways, so Tepat did not read it. Check the bank's app.",
  doubtful:
    "Something in the email contradicts a transfer, so Tepat did not read it. Check the bank's app.",
} as const;

export type UnreadReason = keyof typeof unreadReasons;

export type MailReading =
  | MailTransaction
  | { outcome: "unread"; reason: UnreadReason; advice: string };

const unread = (reason: UnreadReason): MailReading => ({
  outcome: "unread",
  reason,
  advice: unreadReasons[reason],
});

export function readMail(mail: Buffer, proof: ProvenMail): MailReading {
  const bank = banks.find(({ code }) => code === proof.bank_code);
  const rules = bank?.mail?.rules ?? [];
  if (bank === undefined || rules.length === 0) return unread("no_format");
  const sent = rules.filter(({ senders }) => senders.includes(proof.sender));
  if (sent.length === 0 || isAnswer(proof.subject)) return unread("not_a_notification");
  const texts = textsOf(mail);
  if (texts === "too_complex") return unread("too_complex");
  if (texts === "quoting") return unread("not_a_notification");
  const readings = texts.flatMap((text) =>
    sent.map((rule) => readText(bank, rule, cleanText(text), proof)),
  );
  return agreed(readings.filter((reading) => reading !== "unknown_wording"));
}

export const isAnswer = (subject: string): boolean =>
  /^\s*(?:re|fwd?|balas|trs)\s*(?:\[\d+\])?\s*:/iu.test(subject);

/** Returns the common reading. The HTML and the plain text must agree if both report a transfer. */
function agreed(readings: readonly (MailTransaction | UnreadReason)[]): MailReading {
  const [first, ...others] = readings;
  if (first === undefined) return unread("unknown_wording");
  const reason = readings.find((reading) => typeof reading === "string");
  if (reason !== undefined) return unread(reason);
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isSame ? (first as MailTransaction) : unread("ambiguous");
}

export const formatId = ({ code }: Pick<Bank, "code">): string => `${code.toLowerCase()}_mail`;

const reader = createReader(banks.flatMap(formatOf));

function formatOf(bank: Bank): AppFormat[] {
  const rules = bank.mail?.rules ?? [];
  if (rules.length === 0) return [];
  return [
    {
      id: formatId(bank),
      name: bank.name,
      packages: [formatId(bank)],
      kind: "account",
      strangers: "remarks",
      rules: rules.map(({ name, type, subject, opening, lines }) => ({
        name,
        type,
        title: subject,
        body: [
          [literal(opening), ...lines.map(([label, part]) => `${literal(label)}: ${part}`)].join(
            "\n",
          ),
        ],
        samples: [],
      })),
      incoming_sample: { title: "", body: "" },
    },
  ];
}

function readText(
  bank: Bank,
  rule: MailRule,
  text: string,
  { subject, written_at }: ProvenMail,
): MailTransaction | UnreadReason {
  const found = findLines(rule, text);
  if (typeof found === "string") return found;
  if ([subject, found.before, found.after].some(tellsOfFailure)) return "doubtful";
  const reading = reader.read({
    package_name: formatId(bank),
    title: subject,
    body: found.text,
    posted_at: written_at ?? undefined,
  });
  if (reading.outcome === "unread" && reading.reason === "doubtful") return "doubtful";
  if (reading.outcome !== "transaction" || reading.rule !== `${formatId(bank)}.${rule.name}`) {
    return "unknown_wording";
  }
  const transferred_at = instantIn(found.values, rule);
  if (transferred_at === null) return "unknown_wording";
  if (isAfter(transferred_at, written_at)) return "doubtful";
  return {
    ...reading,
    account: found.values.get(rule.account) ?? "",
    transferred_at,
  };
}

interface FoundLines {
  before: string;
  /** The text from the opening to the last line that the rule's template knows. */
  text: string;
  after: string;
  values: ReadonlyMap<string, string>;
}

/**
 * Finds the rule's lines. Each label must appear only once, because a label in a sender's words could hide the bank's
 * own line.
 */
function findLines(rule: MailRule, text: string): FoundLines | "unknown_wording" | "ambiguous" {
  const openings = [...text.matchAll(wordsPattern(rule.opening))];
  const [opening] = openings;
  if (opening === undefined) return "unknown_wording";
  const before = text.slice(0, opening.index);
  if (openings.length > 1 || namesMoney(before)) return "ambiguous";

  let rest = text.slice(opening.index);
  const values = new Map<string, string>();
  for (const label of [...rule.lines.map(([own]) => own), rule.time]) {
    const pattern = new RegExp(String.raw`\n${escaped(label)}[ \n]?:[ \n]?`, "giu");
    const count = [...rest.matchAll(pattern)].length;
    if (count !== 1) return count === 0 ? "unknown_wording" : "ambiguous";
    rest = rest.replace(pattern, () => `\n${label}: `);
    values.set(label, lineAfter(rest, label));
  }
  const end = rest.indexOf(`\n${rule.time}: `);
  if (end < 0) return "unknown_wording";
  const after = rest.slice(end + `\n${rule.time}: `.length + (values.get(rule.time)?.length ?? 0));
  if (namesOtherMoney(after.replace(insuredSum, ""))) return "ambiguous";
  return { before, text: rest.slice(0, end), after, values };
}

/** The sum up to which the state insures deposits (LPS). Banks must state it below their emails. */
export const insuredSum =
  /\b(?:rp|idr)[.: ]*2(?:(?:\.000){3}(?:,00)?(?![\d.,]*\d)| (?:miliar|milyar)\b)/giu;

function lineAfter(text: string, label: string): string {
  const from = text.indexOf(`\n${label}: `) + `\n${label}: `.length;
  return text.slice(from).split("\n", 1)[0]?.trim() ?? "";
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?{}()|[\]/]/gu, String.raw`\$&`);

/** Returns a pattern for the words, because a plain text can be wrapped between any two words. */
const wordsPattern = (words: string): RegExp =>
  new RegExp(
    words
      .split(" ")
      .map(escaped)
      .join(String.raw`[ \n]`),
    "giu",
  );

function instantIn(values: ReadonlyMap<string, string>, { day, time }: MailRule): string | null {
  const moment = readMoment(`${values.get(day)} ${values.get(time)}`);
  return moment?.time == null ? null : instantOf(moment.day, moment.time);
}

const dayMilliseconds = 86_400_000;

/** Returns whether a transfer is more than a day later than its email. A bank reports only past events. */
export const isAfter = (transferred_at: string, written_at: string | null): boolean =>
  written_at !== null && Date.parse(transferred_at) > Date.parse(written_at) + dayMilliseconds;
