import { limits } from "../../contract/limits.ts";
import { readAmount } from "./formats/engine/amount.ts";
import { cleanText } from "./formats/engine/clean-text.ts";
import { contradictingWord } from "./formats/engine/doubtful-words.ts";
import { cutRemark, literal, money, reference, when } from "./formats/engine/template.ts";
import type { AppFormat, TransactionRule } from "../banks/format.ts";
import type { NotificationReader, NotificationText, TaughtRule } from "./notification-reader.ts";
import { findWordFaults, isDate, secondAmountIn, type WordFault } from "./payers-words.ts";

/**
 * Rules that a merchant teaches with a text. Places are marked in the text, and all other words must be equal. The
 * rules are data for the engine that reads the release's rules. All doubts about those rules' matches apply to taught
 * rules too. Taught rules count only if no other rule is sure.
 */

export const markedParts = ["amount", "sender", "reference", "when", "account"] as const;
export type MarkedPart = (typeof markedParts)[number];

/** A place in the text: `start` is its first character, and `end` the one after its last. */
export interface Mark<Part extends string = MarkedPart> {
  part: Part;
  start: number;
  end: number;
}

export const taughtPrefix = "taught";

/** Returns the text of a notification in the form in which marks count its characters. */
export function readableText({ title, body, big_text }: NotificationText): string {
  return cleanText(big_text ?? "") || cleanText(body ?? "") || cleanText(title ?? "");
}

export const anyMoney = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,-])(?:${money}|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d\d)?(?![\d.,]*\d))`,
  "giu",
);

/** Returns every amount in a notification, whatever its meaning. */
export function namedAmounts(notification: NotificationText): number[] {
  const { title, body, big_text } = notification;
  const text = [title, body, big_text].map((field) => cleanText(field ?? "")).join("\n");
  const amounts = Array.from(text.matchAll(anyMoney), ([found]) => readAmount(found));
  return [...new Set(amounts.filter((amount) => amount !== null))].slice(
    0,
    limits.namedAmountsKept,
  );
}

/** Proposes marks for the parts of the text. If several places name this amount, the first counts. */
export function proposeMarks(text: string, amount: number): Mark[] {
  const marks: Mark[] = [];
  const mark = (part: MarkedPart, start: number, length: number): void => {
    const end = start + length;
    const isFree = marks.every((other) => end <= other.start || start >= other.end);
    if (length > 0 && isFree) marks.push({ part, start, end });
  };
  const found = Array.from(text.matchAll(anyMoney)).find(
    ([money_text]) => readAmount(money_text) === amount,
  );
  if (found !== undefined) mark("amount", found.index, found[0].length);
  for (const [part, pattern] of proposals) {
    const match = pattern.exec(text);
    const value = match?.groups?.["value"];
    if (match !== null && value !== undefined && (part !== "when" || isDate(value))) {
      mark(part, match.index + match[0].length - value.length, value.length);
    }
  }
  return marks.toSorted((one, other) => one.start - other.start);
}

const isNoMoney = String.raw`(?![Rr][Pp][. ]?\d|IDR[. ]?\d)`;
/** A full stop ends the name, except in "PT. MAJU JAYA" and "toko.online". */
const rest = String.raw`(?:[\p{L}\p{N}*'&-]|\.(?=[\p{L}\p{N}])|(?<=\b(?:PT|CV|UD|TB|PD|Hj?|Dra?s?|Ir|Moh|Muh|M|Tn|Ny))\.)*`;
const names = String.raw`${isNoMoney}[\p{Lu}*]${rest}(?: ${isNoMoney}[\p{Lu}*&]${rest})`;
/** Capitals count in this pattern. */
const written = money.replace("rp|idr", "[Rr][Pp]|[Ii][Dd][Rr]");
const capitals = String.raw`${isNoMoney}(?!(?:QRIS|BI|WIB|WITA|WIT|RTGS|SKN|VA|ATM|CR|DB|IDR)\b)[\p{Lu}&][\p{Lu}.'&-]*`;

const proposals: readonly (readonly [MarkedPart, RegExp])[] = [
  ["when", new RegExp(String.raw`(?<![\p{L}\p{N}.,-])(?<value>${when})(?![\p{L}\p{N}])`, "iu")],
  [
    "reference",
    new RegExp(
      String.raw`\b(?:ref(?:erensi|erence)?|id transaksi|no\.? ?ref|trx id|rrn)[ .:#]{1,3}(?<value>${reference})`,
      "iu",
    ),
  ],
  [
    "account",
    /\b(?:rekening|rek|norek|account|dari|dr|from)[ .:]{1,2}(?<value>[\dx*•-]{4,34})(?![\p{L}\p{N}.,])/iu,
  ],
  [
    "sender",
    new RegExp(
      String.raw`\b(?:[Dd]ari|DARI|[Dd]r|DR|[Ff]rom|[Pp]engirim|[Oo]leh|[Bb]y|a/n|A/N|a\.n\.|[Aa]tas nama|[Nn]ama)[ :]{1,2}(?<value>${names}{0,7})`,
      "u",
    ),
  ],
  ["sender", /\b(?:dari|dr|from) (?<value>[\p{L}\p{N}_.-]{2,40})(?= (?:telah|sudah|udah|has)\b)/iu],
  // "BUDI CONTOH mengirim Rp50.000", "Rp50.000 BUDI CONTOH telah diterima": a name is recognised by its capitals and
  // its place.
  [
    "sender",
    new RegExp(
      String.raw`^(?<value>${names}{0,7})(?= (?:telah |sudah |has |just )?(?:mengirim|mentransfer|sent|transferred))`,
      "u",
    ),
  ],
  [
    "sender",
    new RegExp(
      String.raw`(?:${written}|[Pp]ada ${when}) (?<value>${capitals}(?: ${capitals}){1,7})(?= [\p{Ll}-]|[.,]?$)`,
      "u",
    ),
  ],
  [
    "sender",
    new RegExp(
      String.raw`${written} (?<value>${names}{0,7}(?: - ${capitals})?)(?= (?:telah|sudah|udah|berhasil|has)\b)`,
      "u",
    ),
  ],
];

export type RuleFault =
  | {
      code:
        | "amount_missing"
        | "mark_invalid"
        | "marks_overlap"
        | "part_marked_twice"
        | "amount_unreadable"
        | "name_before_amount"
        | "too_few_words"
        | "not_its_own_text"
        | "app_unknown"
        | "other_account"
        | "too_long"
        | "contradictory"
        | "read_already";
    }
  | { code: "contradicting_word"; text: string }
  /** The example is a text that a payer could cause. */
  | (WordFault & { example?: string })
  /** The rule would read this text, which reports no credit or a different amount. */
  | { code: "reads_another" | "reads_otherwise"; text: string };

/**
 * Returns the marked text as a template. Full stops at the end belong to every template. So do a payer's remark and a
 * sentence about the balance, because both can differ or be missing.
 */
export function templateOf(text: string, marks: readonly Mark[]): string {
  const ordered = marks.toSorted((one, other) => one.start - other.start);
  const bounds = [0, ...ordered.map(({ end }) => end)];
  const pieces = bounds.map((start, index) => {
    const next = ordered[index];
    if (next !== undefined) return `${literal(text.slice(start, next.start))}{${next.part}}`;
    const ending = cutRemark(text.slice(start)).text.replace(balanceSentence, "");
    return literal(ending).replace(/[.,! ]+$/u, "");
  });
  return pieces.join("");
}

const balanceSentence =
  /(?:[.!] |\n)(?:(?:sisa|total|your|available|current|new) )?(?:saldo|balance|biaya|fee)\b.*$/isu;

/** Finds the reasons why the marks form no template. `repeated` lists the parts that can be marked more than once. */
export function findPlaceFaults<Part extends string>(
  text: string,
  marks: readonly Mark<Part>[],
  repeated: ReadonlySet<string> = new Set(),
): RuleFault[] {
  const ordered = marks.toSorted((one, other) => one.start - other.start);
  const isInside = ({ start, end }: Mark<Part>) => start >= 0 && start < end && end <= text.length;
  if (!ordered.every(isInside)) return [{ code: "mark_invalid" }];
  if (ordered.some(({ start }, index) => start < (ordered[index - 1]?.end ?? 0))) {
    return [{ code: "marks_overlap" }];
  }
  if (ordered.filter(({ part }) => part === "amount").length !== 1) {
    return [{ code: "amount_missing" }];
  }
  // Several adjacent names could divide one text in very many ways, and matching would take as long.
  const once = ordered.map(({ part }) => part).filter((part) => !repeated.has(part));
  return new Set(once).size < once.length ? [{ code: "part_marked_twice" }] : [];
}

/** Returns whether a stranger's text could match, because the template has too few fixed words. */
export function hasFewWords(unmarked: string): boolean {
  const letters = unmarked.replace(/\P{L}/gu, "").length;
  const words = unmarked.match(/\p{L}{3,}/gu)?.length ?? 0;
  return letters < limits.taughtRuleLetters || words < limits.taughtRuleWords;
}

/** Finds the reasons against a rule, before the texts that it would read are examined. */
export function findMarkFaults(text: string, marks: readonly Mark[], amount: number): RuleFault[] {
  const misplaced = findPlaceFaults(text, marks);
  const place = marks.find(({ part }) => part === "amount");
  if (misplaced.length > 0 || place === undefined) return misplaced;
  if (readAmount(text.slice(place.start, place.end)) !== amount)
    return [{ code: "amount_unreadable" }];

  const faults: RuleFault[] = [];
  const unmarked = templateOf(text, marks).replace(/\{\w+\}/gu, " ");
  if (marks.some(({ part, start }) => part === "sender" && start < place.start)) {
    faults.push({ code: "name_before_amount" });
  }
  if (hasFewWords(unmarked)) faults.push({ code: "too_few_words" });
  const word = contradictingWord(unmarked);
  if (word !== null) faults.push({ code: "contradicting_word", text: word });
  return faults;
}

/** Finds the reasons why a rule could read a payer's words in the text that teaches it. */
export function findPayersFaults(
  text: string,
  marks: readonly Mark[],
  app: Pick<AppFormat, "kind" | "name">,
  title: string | null = null,
): RuleFault[] {
  // A mark must not hide the bank's own amount.
  const certain = marks.filter(
    ({ part, start, end }) =>
      part === "amount" || (part === "when" && isDate(text.slice(start, end))),
  );
  const second = secondAmountIn(templateOf(text, certain));
  const faults: WordFault[] = findWordFaults(templateOf(text, marks), app, title);
  // With fewer marks, a remark cuts the template earlier.
  if (second !== undefined && !faults.some(({ code }) => code === "second_amount")) {
    faults.unshift({ code: "second_amount", text: second.trim() });
  }
  const place = marks.find(({ part }) => part === "amount");
  if (place === undefined) return faults;
  const example = `${text.slice(0, place.start)}${forgedAmount}${text.slice(place.end)}`;
  return faults.map((fault) => (hasExample.has(fault.code) ? { ...fault, example } : fault));
}

const hasExample: ReadonlySet<RuleFault["code"]> = new Set(["second_amount", "payers_amount"]);

const forgedAmount = "Rp9.999.999";

/** A rule with its app's name at the time of teaching. null: the rule has no such name. */
export interface StoredRule extends TaughtRule {
  taught_name: string | null;
}

/** Finds the faults of a stored rule. Its app might have another name now, or might no longer be known. */
export function findStoredFaults(
  reader: NotificationReader,
  { package_name, title, template, taught_name }: Omit<StoredRule, "rule_id">,
): WordFault[] {
  const app = reader.appOf(package_name) ?? { kind: "account", name: package_name };
  const faults = findWordFaults(template, app, title);
  if (faults.length === 0 || taught_name === null) return faults;
  return findWordFaults(template, { ...app, name: taught_name }, title);
}

/** A text without a credit, which no rule must match. */
export interface Refusal extends NotificationText {
  shown: string;
}

/** Finds the texts that a rule reads and must not read. */
export function findReadRefusals(
  reader: NotificationReader,
  rule: TaughtRule,
  refusals: readonly Refusal[],
): RuleFault[] {
  const read = refusals.filter((refusal) => {
    // A refusal must not be protected only by its title, so it gets the rule's title.
    const title = rule.title ?? refusal.title;
    const reading = reader.judgeTaught({ ...refusal, title, package_name: rule.package_name }, [
      rule,
    ]);
    return reading?.outcome === "transaction";
  });
  return read
    .slice(0, limits.taughtRuleFaultsShown)
    .map(({ shown }) => ({ code: "reads_another", text: shown }));
}

/** A text that became a transfer, and the decision about it. */
interface Decided {
  title: string | null;
  body: string | null;
  amount_parsed: number | null;
  type_parsed: string | null;
}

/** Finds the decided texts in which a rule would read another amount, or a credit that did not exist. */
export function findReadOtherwise(
  reader: NotificationReader,
  rule: TaughtRule,
  decided: readonly Decided[],
): RuleFault[] {
  const otherwise = decided.filter(({ title, body, amount_parsed, type_parsed }) => {
    const text = { package_name: rule.package_name, title: rule.title ?? title, body };
    const reading = reader.judgeTaught(text, [rule]);
    return (
      reading?.outcome === "transaction" &&
      (type_parsed !== "CREDIT" || reading.amount !== amount_parsed)
    );
  });
  return otherwise.slice(0, limits.taughtRuleFaultsShown).map((text) => ({
    code: "reads_otherwise",
    text: readableText({ package_name: rule.package_name, ...text }),
  }));
}

/**
 * Creates a rule for an exported file, with invented names and numbers, because an exported rule must not reveal a
 * payer.
 */
export function exportedRule(
  { rule_id, title, template }: TaughtRule,
  sample: { title: string | null; amount: number },
): TransactionRule {
  const examples: Readonly<Record<MarkedPart, string>> = {
    amount: `Rp${sample.amount.toLocaleString("en-US").replaceAll(",", ".")}`,
    sender: "BUDI CONTOH",
    reference: "REF0000000001",
    when: "01/12/2026 10:30",
    account: "1234567890",
  };
  const body = template
    .replace(/\{(\w+)\}/gu, (whole, part: string) => examples[part as MarkedPart] ?? whole)
    .replace(/\\([[\](){}|\\])/gu, "$1");
  return {
    name: `taught_${rule_id.slice(-12)}`,
    type: "CREDIT",
    ...(title !== null && { title: [literal(title)] }),
    body: [template],
    samples: [
      {
        ...(title !== null && { title }),
        body,
        amount: sample.amount,
        ...(template.includes("{sender}") && { sender: examples.sender }),
      },
    ],
  };
}
