/**
 * Reads wordings that no template knows, by the grammar of these notifications: a word for money or its movement, a
 * word for arriving or receiving, one amount with its currency, and the receiver. A sentence is believed only if
 * every word of it is known, except a payer's name at its place (after "dari", or before "mengirim"). A negation, a
 * condition, a promise, an offer or a debit contains an unknown word and is therefore refused, without a list of such
 * words.
 *
 * A payer chooses the name, and the name can imitate a bank. If a name precedes the amount, the text must therefore
 * contain no other money. All doubts about a template's match apply to this match too.
 */

import type { AppFormat } from "../../../banks/format.ts";
import { clausesOf, type Clause } from "./clause.ts";
import { nameCharactersMax, namesMoney, speaksOfOffers, takesBack } from "./doubtful-words.ts";
import { amountBesideBalance } from "../../payers-words.ts";
import type { CleanNotification } from "./clean-notification.ts";
import {
  announcesPayer,
  isAnnouncement,
  isOpening,
  isTopUp,
  namesPayer,
  tellsOfIncome,
} from "./income-orders.ts";
import type { Lexer, Token } from "./lexicon.ts";
import { signOf } from "./sentence-order.ts";
import { cutRemark, type MatchedPart, type TemplateMatch } from "./template.ts";

const charactersMax = 1000;

interface SentenceApp {
  kind: AppFormat["kind"];
  lex: Lexer;
}

/** Returns a match like a template's, or null if the text is no such sentence. A sentence can span several lines. */
export function matchIncoming(
  notification: CleanNotification,
  app: SentenceApp,
): TemplateMatch | null {
  const { text } = notification;
  const match = matchLines(notification, app);
  if (match !== null || !text.includes("\n") || breaksNumber.test(text)) return match;
  return matchLines({ ...notification, text: text.replaceAll("\n", " ") }, app);
}

/** A line break inside a number. The text after such a break might be the rest of an amount. */
const breaksNumber = /[\d.,]\n\d/u;

function matchLines(notification: CleanNotification, app: SentenceApp): TemplateMatch | null {
  const { text, title } = notification;
  const cut = cutRemark(text);
  const clauses = clausesOf(app.lex(cut.text.slice(0, charactersMax)), cut.text, app.kind);
  const index = clauses.findIndex((clause) => clause === null || clause.amount !== null);
  const main = clauses[index];
  if (main === undefined || main === null || main.amount === null) return null;
  const before = clauses.slice(0, index).flatMap((clause) => (clause ? [clause.signs] : []));
  const after = clauses.slice(index + 1).filter((clause) => clause !== null);
  const announced = after.find(({ signs }) => announcesPayer(signs));
  const payer = announced ?? after.find(({ signs }) => namesPayer(signs));
  const isIncome = tellsOfIncome(main.signs + (payer ? signOf("from") : ""), {
    kind: app.kind,
    isAnnounced:
      announced !== undefined ||
      [title === text ? "" : titleSigns(title, app), ...before].some(isAnnouncement),
    isToppedUp: before.some(isTopUp),
    namesQris: /\bqris\b/iu.test(cut.text.slice(main.start, main.end)),
  });
  if (!before.every(isOpening) || !isIncome) return null;

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

function titleSigns(title: string, { kind, lex }: { kind: AppFormat["kind"]; lex: Lexer }): string {
  if (title === "" || title.length > nameCharactersMax) return "";
  const clauses = clausesOf(lex(title.replace(/\bmoney in\b/iu, "money incoming")), title, kind);
  return clauses.includes(null) ? "" : clauses.map((clause) => clause?.signs).join("");
}

/** Money without its currency, as a bank can write it. */
const bareMoney = /(?<![\d.,/:*-])\d{1,3}(?:[.,]\d{3})+(?![\d.,]*[/:*-]?\d)/u;
const otherAmount = (text: string): string | undefined => amountBesideBalance(text, 0);
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
  if (followsName) return namesMoney(around) || otherAmount(around) !== undefined;
  // The amount is the first money of the text, unless a balance precedes it.
  return (
    otherAmount(text.slice(main.start, amount.start)) !== undefined ||
    bareMoney.test(footer.replace(anyMoney, "Rp"))
  );
}
