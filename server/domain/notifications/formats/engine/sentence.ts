/**
 * Reads wordings that no template knows, by the grammar of these notifications: something that is money or moves it, a
 * word for arriving or receiving, one amount with its currency, and for whom. It believes a sentence only if it knows
 * every word of it but a payer's name, which stands at its place ("dari …", or before "mengirim"). So a negation, a
 * condition, a promise, an offer or a debit is refused for the unknown word in it, without a list of such words.
 *
 * A payer chooses the name, and the name may imitate a bank. So where a name stands before the amount, no other money may
 * stand anywhere in the text. Everything else that is held against a template's match is held against this one too.
 */

import type { AppFormat } from "../../../banks/format.ts";
import { nameCharactersMax, namesMoney, speaksOfOffers, takesBack } from "./doubtful-words.ts";
import type { CleanNotification } from "./doubts.ts";
import type { Lexer, Token, TokenKind } from "./lexicon.ts";
import { cutRemark, type MatchedPart, type TemplateMatch } from "./template.ts";

/** One letter for each part of a sentence, so that an order of parts can be written as a pattern. */
type Letter =
  | "A" // the amount
  | "I" // arriving
  | "R" // received
  | "G" // receiving
  | "g" // getting
  | "s" // sending
  | "M" // a movement
  | "N" // money
  | "O" // of
  | "D" // done
  | "Y" // the reader
  | "y" // the reader's
  | "Q" // an account
  | "C" // the number of an account
  | "P" // the app
  | "B" // a bank
  | "F" // from a payer
  | "K" // to the reader's account
  | "V" // via something
  | "W" // when
  | "L" // a balance or fee
  | "J" // income
  | "c" // a credit's mark
  | "U" // topping up
  | "X" // a name at the start
  | "h"; // a filler

const letters: Readonly<Partial<Record<TokenKind, Letter>>> = {
  amount: "A",
  balance: "L",
  when: "W",
  account_number: "C",
  money: "N",
  movement: "M",
  arriving: "I",
  received: "R",
  receiving: "G",
  getting: "g",
  sending: "s",
  reader: "Y",
  readers: "y",
  done: "D",
  of: "O",
  account: "Q",
  own_account: "Q",
  own_name: "P",
  bank: "B",
  income: "J",
  credit_mark: "c",
  topping_up: "U",
  reference: "W",
  category: "W",
  filler: "h",
};

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

interface Clause {
  letters: string;
  amount: Token | null;
  /** The names in it, in their order. */
  names: { name: "sender" | "channel" | "place"; start: number; end: number }[];
  start: number;
  end: number;
}

/** Longer sentences are about more than money that came in; the bound also keeps the patterns below quick. */
const lettersMax = 30;
const charactersMax = 1000;

type AppKind = AppFormat["kind"];

/** Returns a match like a template's, or null where the text is no such sentence. */
export function matchIncoming(
  notification: CleanNotification,
  app: { kind: AppKind; lex: Lexer },
): TemplateMatch | null {
  const { text, title } = notification;
  const cut = cutRemark(text);
  const clauses = clausesOf(app.lex(cut.text.slice(0, charactersMax)), cut.text, app.kind);
  const index = clauses.findIndex((clause) => clause === null || clause.amount !== null);
  const main = clauses[index];
  if (main === undefined || main === null || main.amount === null) return null;
  const before = clauses.slice(0, index).flatMap((clause) => clause ?? []);
  const after = clauses.slice(index + 1);

  const isBefore = before.every(({ letters: order }) => opening.test(order));
  const evidence = [
    title === text ? "" : titleOrder(title, app),
    ...before.map(({ letters: order }) => order),
  ];
  const isToppedUp = before.some(({ letters: order }) => /^[hP]*UP?D+$/u.test(order));
  const isAnnounced = evidence.some((order) => announcement.test(order));
  const payer = after.find((clause) => clause !== null && /^h*F/u.test(clause.letters));
  const order = main.letters + (payer ? "F" : "");
  if (!isBefore || !tellsOfIncome(order, { kind: app.kind, isAnnounced, isToppedUp })) return null;

  const amount = main.amount;
  const names = [...main.names, ...(main.names.some(isSender) ? [] : (payer?.names ?? []))];
  const parts: MatchedPart[] = [
    ...names.map(({ name, start, end }) => partOf(name, start, end, text)),
    partOf("amount", amount.start, amount.end, text),
  ].toSorted((one, other) => other.rest.length - one.rest.length);
  const footer = cut.text.slice(main.end).replace(/^[.!\s]+/u, "");
  const match = { parts, remark: cut.remark, note: cut.note, footer };
  return mayBeForged(match, main, notification, cut.text) ? null : match;
}

const isSender = ({ name }: { name: string }): boolean => name === "sender";

const partOf = (
  name: MatchedPart["name"],
  start: number,
  end: number,
  text: string,
): MatchedPart => ({
  name,
  value: text.slice(start, end),
  rest: text.slice(end),
});

/** A sentence before the one with the amount may greet, and say what the notification is about. */
const opening = /^[hPYyBMNIRDWQCGOU]*$/u;
/** "Transfer masuk", "Pembayaran QRIS diterima", "Kamu menerima dana", "Money in" is "money to". */
const announcement = /^[hPYyBDW]*(?:[MN][MNB]*y?h?D*[IR]|I[MN]+|YD*G[MN]+|D[IR])[hPDWMNQy]*$/u;

function titleOrder(title: string, { kind, lex }: { kind: AppKind; lex: Lexer }): string {
  if (title === "" || title.length > nameCharactersMax) return "";
  const clauses = clausesOf(lex(title.replace(/\bmoney in\b/iu, "money incoming")), title, kind);
  return clauses.some((clause) => clause === null)
    ? ""
    : clauses.map((clause) => clause?.letters).join("");
}

/** What may stand anywhere: to whom, from whom, by which way, when. */
const aside = "[FKVWDhCB]*";
/** "pembayaran Anda", "your transfer": the reader is the one who pays. */
const byReader = /^[hDW]*(?:[MN]+y?Y|y[MN])/u;

const account = [
  // Transfer masuk sebesar Rp1 dari BUDI; Telah masuk dana Rp1
  `h*D*W?(?:[MNB]+${aside}I|I[MN]+|DI[MN]+)${aside}O?A${aside}[IR]?${aside}`,
  // Dana Rp1 dari BUDI telah masuk ke rekening Anda
  `[hW]*[MNBJ]+${aside}O?A${aside}I${aside}`,
  // Anda telah menerima transfer dari BUDI sebesar Rp1
  `[hW]*Y[Dh]*(?:[GR][hMNB]*|g[h]*M+)${aside}O?A${aside}`,
  // Rekening Anda dikredit sebesar Rp1
  `[hW]*(?:y?Q[YyPCB]*|K)[Dh]*(?:R|G[hMN]*)${aside}O?A${aside}`,
].map((order) => new RegExp(`^${order}$`, "u"));

/** Pemasukan Rp1 dari BUDI */
const income = new RegExp(`^[hW]*J${aside}O?A${aside}$`, "u");
/** 27/09 09:15 CR 1234567890 Rp45.000 */
const statementLine = /^W+cC?AF?$/u;
/** Top up berhasil, Rp1 masuk ke GoPay Anda. In another app the wallet's name is not the app's own. */
const toppedUp = new RegExp(`^[hWP]*U[NPyYO]*${aside}A[IRP]*${aside}[IRP]*${aside}$`, "u");
const addedAfterTopUp = /^NO?AD*R[KW]*$/u;

/** These say in which direction only together with a payer or the reader's account. */
const accountWithPartner = [
  // Rp1 dari BUDI telah masuk ke rekening Anda
  `[hW]*A${aside}[IR]${aside}`,
  // Transfer Rp1 dari BUDI diterima; Transfer diterima dari BUDI sebesar Rp1
  `[hW]*[MNB]+${aside}O?A${aside}R${aside}`,
  `[hW]*[MNB]+${aside}R${aside}O?A${aside}`,
  // Berhasil menerima transfer Rp1 dari BUDI
  `[hW]*D+[GR][hMNB]*${aside}O?A${aside}`,
].map((order) => new RegExp(`^${order}$`, "u"));

/** BUDI mengirim Rp1 ke rekening Anda; BUDI sent you Rp1 */
const sentByName = /^XD*s(?:h*Yh*[MN]*O?A[VWDhCB]*|h*[MN]*h*O?A(?:V|W)*K[VWDhCB]*)$/u;

/** After a heading that says that money came in, the sentence itself may name the amount alone. */
const announced = new RegExp(`^[hW]*[MNB]*${aside}O?A${aside}$`, "u");

const merchant = [
  // Pembayaran QRIS Rp1 diterima; Pembayaran diterima: Rp1
  `[hW]*[MNB]+${aside}O?A${aside}R${aside}`,
  `[hW]*[MNB]+${aside}R${aside}O?A${aside}`,
  `[hW]*Y[Dh]*[GR][hB]*M+B*${aside}O?A${aside}`,
].map((order) => new RegExp(`^${order}$`, "u"));

const merchantWithPayer = [
  // Transaksi sebesar Rp1 dari GOPAY telah berhasil
  `[hW]*[MNB]+${aside}O?A${aside}D${aside}`,
  `[hW]*[MNB]+${aside}I${aside}O?A${aside}`,
  `[hW]*A${aside}R${aside}`,
  `[hW]*Y[Dh]*[GR][hMNB]*${aside}O?A${aside}`,
].map((order) => new RegExp(`^${order}$`, "u"));

function tellsOfIncome(
  order: string,
  { kind, isAnnounced, isToppedUp }: { kind: AppKind; isAnnounced: boolean; isToppedUp: boolean },
): boolean {
  const fits = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(order));
  const hasPayer = order.includes("F");
  if (byReader.test(order)) return false;
  if (kind === "merchant") {
    // Money that comes into the shop's bank account is a payout.
    if (order.includes("K") || order.includes("Q")) return false;
    if (!hasPayer && !isAnnounced && !order.includes("M")) return false;
    return (
      fits(merchant) ||
      ((hasPayer || isAnnounced) && fits(merchantWithPayer)) ||
      (isAnnounced && announced.test(order))
    );
  }
  const hasPartner = hasPayer || order.includes("K");
  return (
    fits(account) ||
    sentByName.test(order) ||
    statementLine.test(order) ||
    (hasPayer && income.test(order)) ||
    (/[PK]/u.test(order) && order.includes("D") && toppedUp.test(order)) ||
    (isToppedUp && addedAfterTopUp.test(order)) ||
    (hasPartner && (fits(accountWithPartner) || (isAnnounced && announced.test(order))))
  );
}

/** Returns the sentences; null stands for one with a word or an order of words that is not known. */
function clausesOf(tokens: readonly Token[], text: string, kind: AppKind): (Clause | null)[] {
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
  const first = tokens[0] as Token;
  // "- Rp50.000" went out.
  if (all[0]?.text === "-" && first.kind === "amount") return null;
  const clause: Clause = {
    letters: "",
    amount: null,
    names: [],
    start: first.start,
    end: (all.at(-1) as Token).end,
  };
  let at = 0;
  const sendsAt = tokens.findIndex(({ kind: token }) => token === "sending");
  if (sendsAt > 0 && first.kind !== "amount") {
    const until = tokens.findIndex(({ kind: token }) => endsName.has(token));
    const end = until >= 0 && until < sendsAt ? until : sendsAt;
    if (end > 0) {
      const name = nameOf("sender", tokens.slice(0, end));
      const sentence = text.slice(clause.start, clause.end);
      if (!isProperName(text.slice(name.start, name.end), sentence)) return null;
      clause.names.push(name);
      clause.letters = "X";
      at = end;
    }
  }
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const letter = letters[token.kind];
    if (token.kind === "from" || token.kind === "via") {
      const name = token.kind === "from" ? "sender" : "channel";
      const end = endOfName(tokens, at + 1);
      if (end === at + 1) return null;
      const value = nameOf(name, tokens.slice(at + 1, end));
      if (!isName(text.slice(value.start, value.end))) return null;
      clause.names.push(value);
      clause.letters += name === "sender" ? "F" : "V";
      at = end;
    } else if (kind === "merchant" && /^(?:di|at)$/iu.test(token.text)) {
      const end = endOfName(tokens, at + 1);
      if (end === at + 1) return null;
      clause.names.push(nameOf("place", tokens.slice(at + 1, end)));
      clause.letters += "h";
      at = end;
    } else if (token.kind === "to") {
      const end = endOfAccount(tokens, at + 1);
      if (end === at + 1 || !isOwnAccount(tokens.slice(at + 1, end))) return null;
      clause.letters += "K";
      at = end;
    } else if (token.kind === "unknown" && isNameNext(clause.letters, kind)) {
      // "… sebesar Rp10.000 BUDI CONTOH - GOPAY telah diterima"
      const end = endOfName(tokens, at);
      const name = nameOf("sender", tokens.slice(at, end));
      if (!isProperName(text.slice(name.start, name.end), text)) return null;
      clause.names.push(name);
      clause.letters += "F";
      at = end;
    } else if (letter === undefined) {
      return null;
    } else {
      if (letter === "A") {
        if (clause.amount !== null) return null;
        clause.amount = token;
      }
      // "diterima DANA Bisnis": the app is the account.
      const isReceiver = letter === "P" && /[RI][Dh]*$/u.test(clause.letters) && kind === "account";
      clause.letters += isReceiver ? "K" : letter;
      at += 1;
    }
  }
  return clause.letters.length > lettersMax ? null : clause;
}

/** In a merchant's app, and in a line of a statement, the payer may follow the amount without "dari". */
function isNameNext(order: string, kind: AppKind): boolean {
  return (kind === "merchant" && order.endsWith("A")) || /^W+cC?A$/u.test(order);
}

function endOfName(tokens: readonly Token[], start: number): number {
  let end = start;
  while (end < tokens.length && !endsName.has((tokens[end] as Token).kind)) end += 1;
  return end;
}

const nameOf = (
  name: Clause["names"][number]["name"],
  tokens: readonly Token[],
): Clause["names"][number] => ({
  name,
  start: (tokens[0] as Token).start,
  end: (tokens.at(-1) as Token).end,
});

/** "3 transaksi" is a sum, and nobody's name. A masked or a long number is an account's. */
function isName(text: string): boolean {
  return !/^\d{1,4}\b|\.\./u.test(text) && /[\p{L}\d*•]/u.test(text);
}

/** A name that opens a sentence could go on as one ("budi ingin mengirim …"), so each word needs its capital. */
function isProperName(name: string, sentence: string): boolean {
  const others = sentence.slice(name.length);
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
  let end = start;
  while (end < tokens.length && accountWords.has((tokens[end] as Token).kind)) end += 1;
  return end;
}

/** A bank that is named could be another one, to which money went, if the account is not said to be the reader's. */
function isOwnAccount(tokens: readonly Token[]): boolean {
  const has = (...kinds: TokenKind[]) => tokens.some(({ kind }) => kinds.includes(kind));
  if (has("reader", "readers", "own_account", "own_name")) return true;
  return has("account") && !has("bank");
}

/** Money as a bank may write it without its currency. */
const bareMoney = /(?<![\d.,/:*-])\d{1,3}(?:[.,]\d{3})+(?![\d.,]*[/:*-]?\d)/u;
const anyMoney = /(?:rp|idr)[.: ]*\d[\d.,]*/giu;

function mayBeForged(
  { remark, note, footer, parts }: TemplateMatch,
  main: Clause,
  { title }: CleanNotification,
  text: string,
): boolean {
  const amount = main.amount as Token;
  if (
    speaksOfOffers(title) ||
    speaksOfOffers(footer) ||
    speaksOfOffers(text.slice(0, main.start))
  ) {
    return true;
  }
  if (namesMoney(remark + note) || takesBack(remark) || speaksOfOffers(note)) return true;
  if (text.slice(0, main.end + 1).includes("?")) return true;
  if (
    parts.some(
      ({ name, value }) => name !== "amount" && (namesMoney(value) || bareMoney.test(value)),
    )
  ) {
    return true;
  }
  const followsName = main.names.some(({ start }) => start < amount.start);
  const around = text.slice(0, amount.start) + text.slice(amount.end);
  if (followsName) return namesMoney(around) || bareMoney.test(around);
  // The amount is the first money of the text, unless a balance precedes it.
  return bareMoney.test(footer.replace(anyMoney, "Rp"));
}
