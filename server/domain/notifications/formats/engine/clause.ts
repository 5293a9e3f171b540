import type { AppFormat } from "../../../banks/format.ts";
import type { Token, TokenKind } from "./lexicon.ts";
import { inOrder, partOfToken, signOf, type Part } from "./sentence-order.ts";

/** A sentence in which every word is known, except the names at their places. */
export interface Clause {
  /** The signs of the sentence's parts. */
  signs: string;
  amount: Token | null;
  /** The names in the sentence, in their order. */
  names: Name[];
  start: number;
  end: number;
}

interface Name {
  name: "sender" | "channel" | "place";
  start: number;
  end: number;
}

type AppKind = AppFormat["kind"];

/** Longer sentences concern more than incoming money. The bound also keeps the matching of orders fast. */
const partsMax = 30;

/** Returns the sentences. null stands for a sentence with an unknown word or an unknown order of words. */
export function clausesOf(
  tokens: readonly Token[],
  text: string,
  kind: AppKind,
): (Clause | null)[] {
  const clauses: (Clause | null)[] = [];
  let from = 0;
  for (let index = 0; index <= tokens.length; index++) {
    if (index < tokens.length && tokens[index]?.kind !== "end") continue;
    const sentence = tokens.slice(from, index);
    from = index + 1;
    if (sentence.some(({ kind: token }) => token !== "punctuation")) {
      clauses.push(readClause(sentence, text, kind));
    }
  }
  return clauses;
}

function readClause(all: readonly Token[], text: string, kind: AppKind): Clause | null {
  const tokens = all.filter(({ kind: token }) => token !== "punctuation");
  const { start, kind: first } = tokens[0] as Token;
  // "- Rp50.000" went out.
  if (all[0]?.text === "-" && first === "amount") return null;
  const { end } = all.at(-1) as Token;
  const clause: Clause = { signs: "", amount: null, names: [], start, end };
  for (let at = 0; at < tokens.length;) {
    const read = readPart(tokens, at, { text, kind, clause });
    if (read === null) return null;
    if (read.part === "amount") {
      if (clause.amount !== null) return null;
      clause.amount = tokens[at] as Token;
    }
    clause.signs += signOf(read.part);
    if (read.name) clause.names.push(read.name);
    at = read.next;
  }
  return clause.signs.length > partsMax ? null : clause;
}

/** Returns the part that begins at this token, and the start of the next part. null: the part is not understood. */
function readPart(
  tokens: readonly Token[],
  at: number,
  { text, kind, clause }: { text: string; kind: AppKind; clause: Clause },
): { part: Part; name?: Name; next: number } | null {
  const named = (
    part: Part,
    [from, next]: [number, number],
    { name, check }: { name: Name["name"]; check: (value: string) => boolean },
  ) => {
    const [first, last] = [tokens[from], tokens[next - 1]];
    if (next <= from || !first || !last) return null;
    const { start } = first;
    const { end } = last;
    return check(text.slice(start, end)) ? { part, name: { name, start, end }, next } : null;
  };
  const token = tokens[at] as Token;
  const subjectEnd = at === 0 ? endOfSubject(tokens) : 0;
  if (subjectEnd > 0) {
    const sentence = text.slice(clause.start, clause.end);
    const check = (value: string) => isProperName(value, sentence);
    return named("name", [0, subjectEnd], { name: "sender", check });
  }
  if (token.kind === "from") {
    return named("from", [at + 1, endOfName(tokens, at + 1)], { name: "sender", check: isName });
  }
  if (token.kind === "via") {
    return named("via", [at + 1, endOfName(tokens, at + 1)], { name: "channel", check: isName });
  }
  if (kind === "merchant" && /^(?:di|at)$/iu.test(token.text)) {
    const check = () => true;
    return named("filler", [at + 1, endOfName(tokens, at + 1)], { name: "place", check });
  }
  if (token.kind === "to") {
    const next = endOfAccount(tokens, at + 1);
    return isOwnAccount(tokens.slice(at + 1, next)) ? { part: "to", next } : null;
  }
  if (token.kind === "unknown" && isNameNext(clause.signs, kind)) {
    // "… sebesar Rp10.000 BUDI CONTOH - GOPAY telah diterima"
    const check = (value: string) => isProperName(value, text);
    return named("from", [at, endOfName(tokens, at)], { name: "sender", check });
  }
  const part = partOfToken[token.kind];
  if (part === undefined) return null;
  // "diterima DANA Bisnis": the app is the account.
  const isReceiver = part === "app" && kind === "account" && endsReceived(clause.signs);
  return { part: isReceiver ? "to" : part, next: at + 1 };
}

const endsReceived = inOrder("any* [received arriving] [done filler]*");
const endsWithAmount = inOrder("any* amount");
const isStatementLine = inOrder("when+ credit number? amount");
const isAmountAlone = inOrder("amount");

/**
 * Returns whether a name comes next. In a merchant's app and in a line of a statement, the payer can follow the
 * amount without "dari".
 */
const isNameNext = (before: string, kind: AppKind): boolean =>
  (kind === "merchant" && endsWithAmount(before)) ||
  isStatementLine(before) ||
  isAmountAlone(before);

/** Words that end a payer's name. */
const endsName: ReadonlySet<TokenKind> = new Set([
  "amount",
  "balance",
  "when",
  "category",
  "arriving",
  "received",
  "of",
  "to",
  "via",
  "from",
  "done",
  "end",
]);

function endOfName(tokens: readonly Token[], start: number): number {
  const length = tokens.slice(start).findIndex(({ kind }) => endsName.has(kind));
  return length < 0 ? tokens.length : start + length;
}

/** Returns the end of the name at the start of a sentence about sending; 0 if there is none. */
function endOfSubject(tokens: readonly Token[]): number {
  const sendsAt = tokens.findIndex(({ kind }) => kind === "sending");
  return Math.max(0, Math.min(sendsAt, endOfName(tokens, 0)));
}

/**
 * Returns whether a text can be a name. "3 transaksi" is a sum and not a name. A masked or a long number is an
 * account's.
 */
const isName = (text: string): boolean =>
  !/^\d{1,4}\b|\.\./u.test(text) && /[\p{L}\d*•]/u.test(text);

/**
 * Returns whether each word of a name has its capital. A name at the start of a sentence could continue as one ("budi
 * ingin mengirim …").
 */
function isProperName(name: string, sentence: string): boolean {
  const others = sentence.replace(name, "");
  return /\p{Ll}/u.test(others) && name.split(" ").every((word) => !/^\p{Ll}/u.test(word));
}

const accountWords: ReadonlySet<TokenKind> = new Set([
  "account",
  "own_account",
  "own_name",
  "reader",
  "readers",
  "account_number",
  "money",
  "bank",
]);

function endOfAccount(tokens: readonly Token[], start: number): number {
  const length = tokens.slice(start).findIndex(({ kind }) => !accountWords.has(kind));
  return length < 0 ? tokens.length : start + length;
}

/**
 * Returns whether the account is the reader's. A named bank could be another one that received the money, unless the
 * text says that the account is the reader's.
 */
function isOwnAccount(tokens: readonly Token[]): boolean {
  const has = (...kinds: TokenKind[]) => tokens.some(({ kind }) => kinds.includes(kind));
  if (has("reader", "readers", "own_account", "own_name")) return true;
  return has("account") && !has("bank");
}
