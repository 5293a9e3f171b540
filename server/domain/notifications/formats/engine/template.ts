/**
 * A small language for the texts of bank apps, so that a rule reads like the notification that it describes:
 *
 *    Dana {amount} masuk ke rekening {account}[ pada {when}]
 *
 * `{part}` is one of the parts below, `[…]` is optional, `(a|b)` is a choice, and `\[` is a bracket in the text
 * itself. Letter case does not count, and a space also stands for a line break. A template is anchored at the start
 * of the text and ends at the end of a sentence. A remark, a note or further sentences can follow, and the match
 * contains them.
 */

import assert from "node:assert/strict";

/** A number as it appears in money. The pattern excludes numbers that are cut, abbreviated or longer. */
const number =
  String.raw`\d+(?:[.,]\d+)*(?:[.,]-{1,2})?` +
  String.raw`(?![\p{L}\p{N}\p{M}%]|[.,]\d|[.,]\n\d{3}(?!\d)| ?\.\.| (?:rb|ribu|jt|juta|miliar|milyar)\b| \d{3}(?!\d))`;
const sign = String.raw`(?:\+ ?)?`;
export const money = String.raw`${sign}(?:rp|idr)[.:]? ?${number}`;

/**
 * Money without a required "Rp". Without "Rp", only a number with groups of thousands is money: `20.000`, but never
 * `50` alone.
 */
export const bareMoney = String.raw`(?:${money}|${sign}(?=\d{1,3}[.,]\d{3})${number})`;

/**
 * Words up to the end of a sentence. The full stop of a title (`PT. MAJU JAYA`) does not end a sentence. The bound is
 * far longer than any name. Longer texts still match, so that the reader can refuse them.
 */
const title = String.raw`\b(?:pt|cv|ud|tb|pd|fa|h|hj|dr|drs|dra|ir|st|moh|muh|mhd|m|tn|ny|sdr)`;
const words = String.raw`(?=\S)(?:[^.!?\n]|[.!?](?![ \n]|$)|(?<=${title})\.(?= )){1,400}?`;

const date = String.raw`\d{1,4}[-/ ](?:\d{1,2}|[a-z]{3,9})(?:[-/ ]\d{2,4})?`;
export const time = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?\(?wi(?:b|ta|t)\)?)?`;

export const reference = String.raw`[\p{L}\p{N}_-]{2,64}`;
export const when = String.raw`${date}(?:[ ,-]{1,3}(?:pukul |jam |at )?${time})?`;

const parts = {
  amount: money,
  bare_amount: bareMoney,
  /** Money other than the amount: a balance, a fee, or the limit of a promotion. */
  other_money: bareMoney,
  sender: words,
  /** A sender whom the bank names inside the remark. The name is shown, but says nothing about the transaction. */
  remark_sender: words,
  receiver: words,
  place: words,
  /** Words of the app itself, which can be cut: "at Account Transfe...". */
  category: words,
  text: ".*",
  /** The way of the money: `BI-FAST`, `BCA OneKlik`. */
  channel: String.raw`[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+)?`,
  account: String.raw`[\dx*•-]{2,34}`,
  reference,
  count: String.raw`\d{1,6}`,
  when,
} as const;

export type PartName = keyof typeof parts;

/** Parts that can contain a payer's or a shop's own words. */
const freeParts: ReadonlySet<PartName> = new Set([
  "sender",
  "remark_sender",
  "receiver",
  "place",
  "category",
  "channel",
  "text",
]);

/** A remark is the payer's, and a note might be the bank's. Neither can be part of a template. */
const labelled = (labels: string, group: string): string =>
  String.raw`[.,;!]*[ \n]?\(?(?:${labels})\.? ?: ?(?<${group}>.*)`;
const remarkLabels = "berita|pesan|ket|message|remark|memo";
const noteLabels = "keterangan|catatan|notes?|deskripsi";
const remark = labelled(remarkLabels, "remark");
const note = labelled(noteLabels, "note");
const firstLabel = new RegExp(
  String.raw`(?:^|[ \n.,;!(])(?:(?<remark>${remarkLabels})|${noteLabels})\.? ?: ?`,
  "iu",
);
const sentenceEnd = String.raw`[.!]*$|(?:(?<!${title})[.!]+[ \n]|\n)(?<footer>.+)$`;

/** Escapes a text, so that it stands for itself in a template. */
export function literal(text: string): string {
  return text.replace(/[[\](){}|\\]/gu, "\\$&").replaceAll("\n", " ");
}

export interface Template {
  pattern: RegExp;
  parts: readonly PartName[];
}

export interface MatchedPart {
  name: PartName;
  value: string;
  /** The text from the end of the part to the end of the notification. */
  rest: string;
}

export interface TemplateMatch {
  parts: MatchedPart[];
  remark: string;
  note: string;
  /** Further sentences after the template. */
  footer: string;
}

export function isAmount({ name }: MatchedPart): boolean {
  return name === "amount" || name === "bare_amount";
}

export function isFree({ name }: Pick<MatchedPart, "name">): boolean {
  return freeParts.has(name);
}

/** Returns the amount as written. A test checks that each template of a transaction rule has one amount. */
export function amountText(match: TemplateMatch): string {
  const part = match.parts.find(isAmount);
  assert(part !== undefined, "a template of a transaction has an amount");
  return part.value;
}

/** Cuts a text at the beginning of its remark or note, for readers without a template. */
export function cutRemark(text: string): { text: string; remark: string; note: string } {
  const label = firstLabel.exec(text);
  if (label === null) return { text, remark: "", note: "" };
  const said = text.slice(label.index + label[0].length);
  const isRemark = label.groups?.["remark"] !== undefined;
  return {
    text: text.slice(0, label.index),
    remark: isRemark ? said : "",
    note: isRemark ? "" : said,
  };
}

function isPartName(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

const syntax: Readonly<Record<string, string>> = {
  "[": "(?:",
  "]": ")?",
  "(": "(?:",
  ")": ")",
  "|": "|",
  " ": "[ \\n]",
};

export function compileTemplate(template: string): Template {
  if (!hasPairedBrackets(template)) throw new Error(`Brackets without a pair: ${template}`);
  const partNames: PartName[] = [];
  const source = template.replace(/\\[[\](){}|\\]|\{(\w+)\}|./gu, (token, name?: string) => {
    if (token.length === 2 && token.startsWith("\\")) return token;
    if (name === undefined) return syntax[token] ?? token.replace(/[\\^$.*+?{}/]/u, "\\$&");
    if (!isPartName(name)) throw new Error(`Unknown part {${name}}: ${template}`);
    partNames.push(name);
    return `(${parts[name]})`;
  });
  const pattern = new RegExp(`^(?:${source})(?:${remark}|${note}|${sentenceEnd})`, "disu");
  return { pattern, parts: partNames };
}

/**
 * Returns whether all brackets are paired. An unpaired bracket could close the group that anchors the whole template
 * at the start of the text.
 */
function hasPairedBrackets(template: string): boolean {
  const awaited: string[] = [];
  for (const sign of template.replace(/\\[[\](){}|\\]/gu, "")) {
    if (sign === "[") awaited.push("]");
    if (sign === "(") awaited.push(")");
    if ((sign === "]" || sign === ")") && awaited.pop() !== sign) return false;
  }
  return awaited.length === 0;
}

export function matchTemplate(template: Template, text: string): TemplateMatch | null {
  const match = template.pattern.exec(text);
  if (match === null) return null;

  const matched = template.parts.flatMap((name, index) => {
    const [start, end] = match.indices?.[index + 1] ?? [-1, -1];
    return start < 0 ? [] : [{ name, value: text.slice(start, end), rest: text.slice(end) }];
  });
  return {
    parts: matched,
    remark: match.groups?.["remark"] ?? "",
    note: match.groups?.["note"] ?? "",
    footer: match.groups?.["footer"] ?? "",
  };
}
