import { limits } from "../../contract/limits.ts";
import { readAmount } from "../notifications/formats/engine/amount.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import {
  contradictingWord,
  isDoubtfulName,
  isDoubtfulSender,
  isPretence,
  namesOtherMoney,
  takesBack,
  tellsOfFailure,
} from "../notifications/formats/engine/doubtful-words.ts";
import { bareMoney, when } from "../notifications/formats/engine/template.ts";
import { amountIn, findWordFaults, isDate } from "../notifications/payers-words.ts";
import {
  anyMoney,
  findPlaceFaults,
  hasFewWords,
  type Mark,
  proposeMarks,
  type RuleFault,
  taughtPrefix,
} from "../notifications/taught-rules.ts";
import { hasYear, instantOf, readMoment } from "../statements/statement-values.ts";
import { textsOf } from "./mail-content.ts";
import type { ProvenMail } from "./mail-proof.ts";
import { insuredSum, isAfter, isAnswer, type UnreadReason } from "./mail-reading.ts";
import { accountOf, agrees, onlyAccount, type OwnAccount } from "./own-account.ts";
import type { WatchedAccount } from "./mailboxes.sql.ts";

/**
 * Rules that a merchant teaches with a proven email. A later email is read only if it has the same address and
 * signing domain, and if its subject and lines are equal except for the template's places. Tepat replaces the marked
 * parts, the account holders' names, the dates and the numbers with places.
 */

export type MailPart = "amount" | "sender" | "account" | "text";
export type MailMark = Mark<MailPart>;

export interface TaughtMail {
  rule_id: string;
  /** The sender's address, and the only domain whose signature (`d=`) counts. */
  sender: string;
  signing_domain: string;
  /** The template of the subject. */
  title: string | null;
  template: string;
}

export interface TaughtTransfer {
  outcome: "transaction";
  rule: string;
  type: "CREDIT";
  amount: number;
  currency: "IDR";
  sender: string | null;
  /** The account as the email writes it. null: the rule has no place for it. */
  account: string | null;
  own: OwnAccount;
  transferred_at: string;
}

export type TaughtReading = TaughtTransfer | { outcome: "unread"; reason: TaughtReason };

type TaughtReason = Extract<UnreadReason, "ambiguous" | "doubtful"> | "other_account";

interface Reader {
  rules: readonly TaughtMail[];
  accounts: readonly WatchedAccount[];
}

/** Returns whether a person can confirm that an email with this reason reports a transfer. */
export const canBeTaught = (reason: string): boolean =>
  reason === "no_format" || reason === "unknown_wording" || reason === "not_a_notification";

/** Reads an email by the rules only. Returns null if no rule fits. */
export function readTaught(
  mail: Buffer,
  proof: ProvenMail,
  { rules, accounts }: Reader,
): TaughtReading | null {
  const own = rules.filter(
    ({ sender, signing_domain }) =>
      sender === proof.sender && signing_domain === proof.signing_domain.toLowerCase(),
  );
  const texts = own.length === 0 ? [] : readableTexts(mail, proof);
  const readings = texts.flatMap((text) =>
    own.flatMap((rule) => readText(rule, text, { proof, accounts }) ?? []),
  );
  const [first, ...others] = readings;
  if (first === undefined) return null;
  const doubt = readings.find(({ outcome }) => outcome === "unread");
  if (doubt !== undefined) return doubt;
  const { rule: _rule, ...meaning } = first as TaughtTransfer;
  const isSame = others.every((other) => {
    const { rule: _other, ...its } = other as TaughtTransfer;
    return JSON.stringify(its) === JSON.stringify(meaning);
  });
  // A person might read any part, so no part can name only other amounts.
  const isContradicted = texts.some((text) => {
    const amounts = amountsIn(text);
    return amounts.length > 0 && !amounts.includes(meaning.amount);
  });
  return isSame && !isContradicted ? first : { outcome: "unread", reason: "ambiguous" };
}

const amountsIn = (text: string): (number | null)[] =>
  Array.from(text.replace(insuredSum, "").matchAll(anyMoney), ([money]) => readAmount(money));

/**
 * Returns the texts of an email, with characters counted as marks count them. Returns none for a reply or an email
 * that is too large.
 */
export function readableTexts(mail: Buffer, { subject }: Pick<ProvenMail, "subject">): string[] {
  const texts = isAnswer(subject) ? [] : textsOf(mail);
  if (typeof texts === "string") return [];
  return texts.map(cleanText).filter((text) => text !== "" && !isTooLong(text));
}

const isTooLong = (text: string): boolean =>
  text.length > limits.taughtMailCharacters || text.split("\n").length > limits.taughtMailLines;

interface Given {
  proof: ProvenMail;
  accounts: readonly WatchedAccount[];
}

function readText(
  rule: TaughtMail,
  text: string,
  { proof, accounts }: Given,
): TaughtReading | null {
  const found = valuesIn(rule, { text, subject: proof.subject });
  if (found === null) return null;
  const doubtful = { outcome: "unread", reason: "doubtful" } as const;
  const valuesOf = (...parts: TemplatePart[]): string[] =>
    found.filter(({ part }) => parts.includes(part)).map(({ value }) => value);

  const [written = ""] = valuesOf("amount");
  const amount = readAmount(written);
  if (amount === null) return doubtful;
  if (valuesOf("same").some((money) => readAmount(money) !== amount)) return doubtful;
  const free = valuesOf("sender", "text");
  if (free.some((value) => amountIn(value) !== undefined || isTakenBack(value))) return doubtful;
  if (valuesOf("sender").some((value) => isNoPayer(value, text))) return doubtful;
  if (valuesOf("number").some(isDoubtfulCode)) return doubtful;
  if (!valuesOf("when").every(isDay)) return doubtful;

  const transferred_at = instantIn(valuesOf("when", "number"), proof.written_at);
  if (transferred_at === null || isAfter(transferred_at, proof.written_at)) return doubtful;
  const [account = null] = valuesOf("account");
  const among = { accounts, bank_code: proof.bank_code };
  if (!tellsOfIncome(rule)) return doubtful;
  const own = ownAccountOf(account, among);
  if (own === null) return { outcome: "unread", reason: "other_account" };
  const [sender = ""] = valuesOf("sender");
  return {
    outcome: "transaction",
    rule: `${taughtPrefix}.${rule.rule_id}`,
    type: "CREDIT",
    amount,
    currency: "IDR",
    sender: /\p{L}/u.test(sender) ? sender : null,
    account,
    own: { account_id: own.account_id, package_name: own.package_name },
    transferred_at,
  };
}

const ownAccountOf = (
  written: string | null,
  among: Parameters<typeof onlyAccount>[1],
): OwnAccount | null =>
  (written === null ? null : accountOf(written, among)) ?? onlyAccount(written, among);

/** Returns whether a free place contains a word that reverses the email's meaning: "Transfer keluar", "gagal". */
const isTakenBack = (value: string): boolean =>
  takesBack(value) || tellsOfFailure(value) || wentOut.test(value);
const wentOut =
  /(?<!\p{L})(?:keluar|pengeluaran|outgoing|debi[td]|debet|didebi[td]|didebet|refund|pengembalian|reversal|chargeback|void|koreksi|unsuccessful|tertahan|diblokir|blocked|hold|terkirim|tunggu|(?:akan|segera) di\p{L}+)(?!\p{L})/iu;

/** Returns whether a value shows that no person has paid: "Deposito", "cashback promo", "Simulasi". */
const isNoPayer = (value: string, text: string): boolean => {
  const place = { value, rest: "", text };
  return isDoubtfulName(place) || isDoubtfulSender(place) || isPretence(value);
};

/** Returns whether a number's letters belong to another kind of email: "TRF-OUT-01", "GAGAL-51". */
const isDoubtfulCode = (value: string): boolean =>
  /^(?:rp|idr)/iu.test(value) ||
  codeOfOutgoing.test(value) ||
  isTakenBack(value.match(/\p{L}{3,}/gu)?.join(" ") ?? "");
const codeOfOutgoing = /(?:^|[-_./:])(?:db|dr|out|rev)(?=$|[-_./:]|\d+$)/iu;

/**
 * The bank's own words for income. A sender's line alone ("Transfer dari") also appears in emails about outgoing
 * money.
 */
const income =
  /(?<!\p{L})(?:masuk|menerima|diterima|terima(?! kasih)|penerimaan|(?<!kartu )kredit|dikreditkan|received?|incoming|credited|bertambah)(?!\p{L})/iu;

const tellsOfIncome = ({ title, template }: Pick<TaughtMail, "title" | "template">): boolean =>
  income.test(wordsOf(`${title ?? ""}\n${template}`));

/**
 * Returns the bank's own time of the transfer if the email gives day and time together or side by side; otherwise the
 * time of its signed Date. Returns null if the email's day is more than two days from that Date.
 */
function instantIn(values: readonly string[], written_at: string | null): string | null {
  const moments = values.map((value) => readMoment(value.replace(weekdayAtStart, "")));
  const found = moments.find((moment) => moment !== null && hasYear(moment.day));
  if (!found) return written_at;
  if (found.time !== null) return instantOf(found.day, found.time);
  if (written_at === null) return null;
  const away = Date.parse(written_at) - Date.parse(instantOf(found.day, "00:00:00"));
  return Math.abs(away) <= 2 * dayMilliseconds ? written_at : null;
}

const dayMilliseconds = 86_400_000;

/** The parts of a template: the marked ones, and those that Tepat adds. */
type TemplatePart =
  | MailPart
  /** The amount again. */
  | "same"
  /** A balance or a fee. */
  | "money"
  | "number"
  | "when";

const weekday =
  "(?:senin|selasa|rabu|kamis|jum'?at|sabtu|minggu|ahad|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun)";
const weekdayAtStart = new RegExp(String.raw`^${weekday}, ?`, "iu");
const isDay = (value: string): boolean => isDate(value.replace(weekdayAtStart, ""));
const anyWhen = String.raw`(?:${weekday}, ?)?${when}`;
const anyNumber = String.raw`(?=[\p{L}\p{N}.,:/_-]*[\d*•])[\p{L}\p{N}*•](?:[\p{L}\p{N}*•.,:/_-]*[\p{L}\p{N}*•])?`;
const free = String.raw`[^\n]{1,${limits.taughtMailPlaceCharacters}}?`;

const patterns: Readonly<Record<TemplatePart, string>> = {
  amount: bareMoney,
  same: bareMoney,
  money: bareMoney,
  sender: free,
  text: free,
  account: String.raw`[\dx*•][\dx*•. -]{1,38}[\dx*•]`,
  number: anyNumber,
  when: anyWhen,
};

const freeParts: ReadonlySet<string> = new Set(["sender", "text"]);

const partIn = /\\([\\{}])|\{(\w+)\}/gu;

const isPart = (name: string): name is TemplatePart => Object.hasOwn(patterns, name);

interface Line {
  pattern: RegExp;
  parts: readonly TemplatePart[];
}

function compileLine(line: string): Line {
  const parts: TemplatePart[] = [];
  let source = "";
  let from = 0;
  for (const match of line.matchAll(partIn)) {
    source += escaped(line.slice(from, match.index));
    from = match.index + match[0].length;
    const [, sign, name = ""] = match;
    if (sign !== undefined) source += escaped(sign);
    else if (isPart(name)) {
      parts.push(name);
      source += `(${patterns[name]})`;
    } else throw new Error(`Unknown part {${name}}: ${line}`);
  }
  return { pattern: new RegExp(`^${source}${escaped(line.slice(from))}$`, "iu"), parts };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?{}()|[\]/]/gu, String.raw`\$&`);

interface Found {
  part: TemplatePart;
  value: string;
}

/** Each line is matched separately, so the time grows only with the number of lines. */
function valuesIn(
  { title, template }: TaughtMail,
  { text, subject }: { text: string; subject: string },
): Found[] | null {
  const wanted = [title ?? "", ...template.split("\n")];
  const lines = [cleanText(subject), ...text.split("\n")];
  if (wanted.length !== lines.length) return null;
  const found: Found[] = [];
  for (const [index, line] of lines.entries()) {
    const { pattern, parts } = compileLine(wanted[index] as string);
    const match = pattern.exec(line);
    if (match === null) return null;
    parts.forEach((part, group) => found.push({ part, value: match[group + 1] ?? "" }));
  }
  return found;
}

/** Returns the words that a template requires. */
const wordsOf = (template: string): string =>
  template.replace(partIn, (_, sign: string | undefined) => sign ?? " ");

/**
 * Returns the marked text as a template, with places for the marked parts, the given names, the dates and the numbers.
 * Another amount, which is neither a balance nor a fee, stays in the template and makes the rule faulty.
 */
export function mailTemplateOf(
  text: string,
  marks: readonly MailMark[],
  given: { amount: number | null; names: readonly string[] },
): string {
  const ordered = marks.toSorted((one, other) => one.start - other.start);
  const bounds = [0, ...ordered.map(({ end }) => end)];
  return bounds
    .map((start, index) => {
      const next = ordered[index];
      const before = text.slice(0, start);
      const piece = blanked(text.slice(start, next?.start), { ...given, before });
      return next === undefined ? piece : `${piece}{${next.part}}`;
    })
    .join("");
}

interface Blanking {
  amount: number | null;
  names: readonly string[];
  /** The text before the piece, which can show that its first amount is a balance. */
  before: string;
}

function blanked(piece: string, { amount, names, before }: Blanking): string {
  const known = names.filter((name) => name.length > 2 && !isBanksWording(name)).map(escaped);
  const places = new RegExp(
    [
      String.raw`(?<insured>${insuredSum.source})`,
      ...(known.length > 0 ? [String.raw`(?<name>(?<!\p{L})(?:${known.join("|")})(?!\p{L}))`] : []),
      String.raw`(?<money>${anyMoney.source})`,
      String.raw`(?<when>(?<![\p{L}\p{N}.,/-])${anyWhen}(?![\p{L}\p{N}]))`,
      String.raw`(?<number>(?<![\p{L}\p{N}*•])${anyNumber})`,
      String.raw`(?<sign>[\\{}])`,
    ].join("|"),
    "giu",
  );
  return piece.replace(places, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const index = rest.at(-3) as number;
    if (groups["insured"] !== undefined) return whole;
    if (groups["sign"] !== undefined) return `\\${whole}`;
    if (groups["name"] !== undefined) return "{text}";
    if (groups["when"] !== undefined) {
      return isDay(whole) ? "{when}" : whole.replace(new RegExp(anyNumber, "iu"), "{number}");
    }
    if (groups["number"] !== undefined) return "{number}";
    if (amount !== null && readAmount(whole) === amount) return "{same}";
    const line = `${before}${piece.slice(0, index)}`.split("\n").at(-1) ?? "";
    return isBalanceOrFee(line) ? "{money}" : whole;
  });
}

/**
 * Returns whether a name repeats the bank's words. A payer called "telah menerima" would turn the words for income
 * into a place.
 */
const isBanksWording = (name: string): boolean =>
  income.test(name) ||
  contradictingWord(name) !== null ||
  name.replace(banksWords, "").trim() === "";
const banksWords =
  /(?<!\p{L})(?:anda|telah|sudah|berhasil|sukses|transfer|transaksi|dana|uang|saldo|rekening|ke|dari|di|dengan|you|have|has|to|from|account|money)(?!\p{L})/giu;

const isBalanceOrFee = (line: string): boolean =>
  !namesOtherMoney(`${line.trimEnd().replace(/ ?: ?$/u, ":")} Rp1`.replace(/ :/u, ":"));

/** Proposes marks. The amount is that of a line for amounts, or the first that is neither a balance nor a fee. */
export function proposeMailMarks(text: string, accounts: readonly WatchedAccount[]): MailMark[] {
  const marks: MailMark[] = [];
  const mark = (part: MailPart, start: number, length: number): void => {
    const end = start + length;
    const isFree = marks.every((other) => end <= other.start || start >= other.end);
    if (length > 0 && isFree) marks.push({ part, start, end });
  };
  const lineAt = (index: number) => text.slice(text.lastIndexOf("\n", index - 1) + 1, index);
  const insured = new Set(Array.from(text.matchAll(insuredSum), ({ index }) => index));
  const amounts = Array.from(text.matchAll(anyMoney)).filter(
    ({ 0: money, index }) =>
      readAmount(money) !== null && !insured.has(index) && !isBalanceOrFee(lineAt(index)),
  );
  const amount = amounts.find(({ index }) => amountLabel.test(lineAt(index))) ?? amounts[0];
  if (amount !== undefined) mark("amount", amount.index, amount[0].length);

  const numbers = Array.from(
    text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}*•])${patterns.account}`, "giu")),
  );
  const own = numbers.find(({ 0: written }) =>
    accounts.some((account) => agrees(account, written)),
  );
  if (own !== undefined) mark("account", own.index, own[0].length);

  for (const { groups, index, 0: whole } of text.matchAll(labelledLine)) {
    const { label = "", value = "" } = groups ?? {};
    const start = index + whole.length - value.length;
    if (readAmount(value) !== null || !/\p{L}{2}/u.test(value) || income.test(value)) continue;
    const isSender = senderLabel.test(label) && !othersLabel.test(label);
    if (isSender && !marks.some(({ part }) => part === "sender")) {
      mark("sender", start, value.length);
    } else if (freeLabel.test(label)) mark("text", start, value.length);
  }
  for (const { groups, index, 0: whole } of text.matchAll(greeting)) {
    const { name = "" } = groups ?? {};
    if (!income.test(name)) mark("text", index + whole.length - name.length, name.length);
  }
  if (amount !== undefined && !marks.some(({ part }) => part === "sender")) {
    const begin = amount.index - lineAt(amount.index).length;
    const [line = ""] = text.slice(begin).split("\n", 1);
    const sender = proposeMarks(line, readAmount(amount[0]) ?? 0).find(
      ({ part, start }) => part === "sender" && begin + start > amount.index,
    );
    if (sender) mark("sender", begin + sender.start, sender.end - sender.start);
  }
  return marks.toSorted((one, other) => one.start - other.start);
}

const amountLabel = /(?:nominal|jumlah|amount|total|sebesar|senilai)[ \p{L}]{0,20}:? ?$/iu;
const labelledLine = /(?<=^|\n)(?<label>[\p{L} ./-]{2,40}?) ?: ?(?<value>[^\n]+)/gu;
const senderLabel = /pengirim|dari|from|sender/iu;
const othersLabel = /bank|rek|account|no\b|nomor/iu;
const freeLabel =
  /berita|catatan|keterangan|pesan|remark|message|note|pengirim|penerima|sender|recipient|bank asal|nama|name|ref/iu;
const greeting =
  /(?<=^|\n)(?:halo|hai|hi|hello|dear|yth|kepada(?: yth)?)[ ,.]+(?<name>\p{Lu}[\p{L}.' ]{1,60})(?=[,!.]?(?:\n|$))/giu;

/** Finds the reasons against a rule, before the rule reads an email. */
export function findMailFaults(
  text: string,
  marks: readonly MailMark[],
  {
    rule,
    proof,
    accounts,
    bank_name,
  }: Given & { rule: Pick<TaughtMail, "title" | "template">; bank_name: string },
): RuleFault[] {
  const misplaced = findPlaceFaults(text, marks, repeated);
  const place = marks.find(({ part }) => part === "amount");
  if (misplaced.length > 0 || place === undefined) return misplaced;
  if (
    readAmount(text.slice(place.start, place.end)) === null ||
    otherCurrency.test(text.slice(0, place.start))
  ) {
    return [{ code: "amount_unreadable" }];
  }
  const faults: RuleFault[] = [];
  const { title, template } = rule;
  const lines = template.split("\n");
  const ofAmount = lines.findIndex((line) => line.includes("{amount}"));
  const line = lines[ofAmount] ?? "";
  const freeIn = (part: string): number =>
    compileLine(part).parts.filter((name) => freeParts.has(name)).length;
  if (freeIn(line.slice(0, line.indexOf("{amount}"))) > 0) {
    faults.push({ code: "name_before_amount" });
  }
  // More free places could divide one line in very many ways.
  if (lines.some((each) => freeIn(each) > 2)) faults.push({ code: "part_marked_twice" });
  const words = wordsOf(template);
  if (hasFewWords(words) || !marks.every((mark) => isPlace(text, mark))) {
    faults.push({ code: "too_few_words" });
  }

  const money = new RegExp(anyMoney.source, "iu").exec(
    words.replace(insuredSum, "").concat("\n", wordsOf(title ?? "")),
  );
  if (money !== null) faults.push({ code: "second_amount", text: money[0] });
  // A value can be on the line below its label.
  const labelled = /\p{L}/u.test(wordsOf(line)) ? line : `${lines[ofAmount - 1] ?? ""} ${line}`;
  const inLine = findWordFaults(labelled, { kind: "account", name: bank_name });
  faults.push(
    ...inLine.filter(({ code }) => code === "payers_amount" || code === "outgoing_words"),
  );
  const below = text.slice(0, Math.max(...marks.map(({ end }) => end))).split("\n").length;
  const told = [title ?? "", ...lines.filter((each, at) => at < below || !isSentence(each))];
  const outgoing = outgoingAccount(lines) ?? told.map(outgoingWord).find(Boolean);
  if (outgoing !== undefined && inLine.every(({ code }) => code !== "outgoing_words")) {
    faults.push({ code: "outgoing_words", text: outgoing });
  }
  const contradiction = contradictingWord(told.concat(labelled).map(wordsOf).join("\n"));
  if (contradiction !== null) faults.push({ code: "contradicting_word", text: contradiction });
  const failed = text.split("\n").find(tellsOfFailure);
  if (failed !== undefined) faults.push({ code: "contradicting_word", text: failed });

  const account = marks.find(({ part }) => part === "account");
  const written = account ? text.slice(account.start, account.end) : null;
  const among = { accounts, bank_code: proof.bank_code };
  if (!tellsOfIncome(rule)) faults.push({ code: "no_income", text: proof.subject });
  const isUnmarked = written === null && namesAccount(lines);
  if (isUnmarked || ownAccountOf(written, among) === null) faults.push({ code: "other_account" });
  return faults;
}

/**
 * Returns whether a mark covers only text that people write: a name or a remark, which a label or a greeting
 * indicates.
 */
function isPlace(text: string, { part, start, end }: MailMark): boolean {
  if (!freeParts.has(part)) return true;
  if (income.test(text.slice(start, end))) return false;
  const lines = text.slice(0, start).split("\n");
  const before = lines.at(-1) ?? "";
  // A value can be on the line below its label.
  const [label, shape] = /\p{L}/u.test(before)
    ? [before, labelInLine]
    : [lines.at(-2) ?? "", labelAbove];
  const [named = ""] = shape.exec(label) ?? [];
  if (freeLabel.test(named) || senderLabel.test(named)) return true;
  if (part === "text") return greetingBefore.test(before);
  const [after = ""] = text.slice(end).split("\n", 1);
  return !before.includes(":") && (payerBefore.test(before) || payerAfter.test(after));
}

const labelInLine = /^[\p{L} ./-]{2,40}(?= ?:|$)/u;
const labelAbove = /^[\p{L} ./-]{2,40}(?= ?:?$)/u;
const greetingBefore =
  /^(?:halo|hai|hi|hello|dear|yth|kepada(?: yth)?)[ ,.]+(?:(?:bapak|ibu|bpk|sdri?|saudara|saudari|mr|mrs|ms)[ ,./]+)*$/iu;
const payerBefore = /(?<!\p{L})(?:dari|dr|from|oleh|by|pengirim|sender|nama|a\/n|a\.n\.?)[ .]*$/iu;
const payerAfter =
  /^ (?:telah |sudah |udah |has |just )?(?:berhasil |diterima|masuk|mengirim|mentransfer|sent|transferred)/iu;

/**
 * Returns whether a line is a sentence. "Jangan berikan PIN kepada siapa pun." below an email says nothing about its
 * transfer.
 */
const isSentence = (line: string): boolean => /^(?:\S+ ){6}/u.test(line);

/** Returns a word for outgoing money in one line of an email whose other lines report income. */
function outgoingWord(line: string): string | undefined {
  const told = line.replace(receiver, "");
  const app = { kind: "account", name: "" } as const;
  return findWordFaults(`masuk ${told}`, app).find(({ code }) => code === "outgoing_words")?.text;
}

/** The words for the reader, which emails about incoming money use too. */
const receiver = /^kepada[ ,.]+(?!:)|(?<!\p{L})(?:penerima|beneficiary|recipient)(?!\p{L})/giu;

/** Returns the label of the reader's account if the money came from it. */
function outgoingAccount(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => line.includes("{account}"));
  const label = at < 0 ? "" : labelBefore(lines, at, "{account}");
  return from.test(label) ? label : undefined;
}

/** Returns whether a line names an account. Without a mark, an account's number would fit every other account. */
const namesAccount = (lines: readonly string[]): boolean =>
  lines.some((line, at) => {
    const label = line.includes("{number}") ? labelBefore(lines, at, "{number}") : "";
    return accountLabel.test(label) && !from.test(label);
  });

/** Returns the label before a place. A value can be on the line below its label. */
function labelBefore(lines: readonly string[], at: number, place: string): string {
  const line = lines[at] ?? "";
  const before = wordsOf(line.slice(0, line.indexOf(place)));
  return (/\p{L}/u.test(before) ? before : wordsOf(lines[at - 1] ?? "")).trim();
}

const from =
  /(?<!\p{L})(?:sumber|asal|dari|from|source|pengirim|sender)(?!\p{L})(?!.*(?<!\p{L})(?:ke|kepada|to|into|di|in|pada|tujuan|penerima)(?!\p{L}))/iu;
const accountLabel =
  /(?<!\p{L})(?:rek|rekening|norek|account|acc|akun|tabungan|giro|tujuan|penerima)(?!\p{L})/iu;

const repeated: ReadonlySet<string> = new Set(["text"]);
const otherCurrency =
  /(?:(?<!\p{L})(?:usd|us|sgd|myr|rm|eur|jpy|aud|cny|hkd|gbp|sar|thb)|\p{Sc}) ?$/iu;
