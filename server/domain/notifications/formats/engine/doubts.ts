/**
 * Signs that a text which fits a template has another meaning: "Transfer masuk Rp50.000 dari BUDI gagal" fits
 * "Transfer masuk {amount} dari {sender}". A doubtful text stays unread, because a payment that a person confirms
 * later costs less than one that never happened.
 */

import type { TransactionRule } from "../../../banks/format.ts";
import {
  isDoubtfulName,
  isDoubtfulReceiver,
  isDoubtfulSender,
  isDoubtfulTitle,
  isForeignAccount,
  isPretence,
  namesMoney,
  namesOtherMoney,
  takesBack,
  tellsOfSending,
} from "./doubtful-words.ts";
import { continuesWithAction, continuesWithRequest } from "./strangers.ts";
import { amountText, isAmount, isFree, type MatchedPart, type TemplateMatch } from "./template.ts";
import type { AppTraits, CleanNotification } from "./clean-notification.ts";

/** The sign that caused the doubt. A person who decides about the text should check it. */
export type Doubt =
  /** The title concerns another subject. */
  | "title"
  /** The money might have gone out. */
  | "outgoing"
  /** The transfer might have failed, or might not be completed yet. */
  | "not_settled"
  /** A sentence might be incomplete. */
  | "cut"
  | "second_amount"
  /** A person in the app might request something. */
  | "request"
  /** The name's place contains more than a name. */
  | "name"
  /** Another account might have received the money. */
  | "place"
  | "later_day";

/** Returns the first sign, or null if there is none. */
export function findDoubt(
  match: TemplateMatch,
  rule: Pick<TransactionRule, "type" | "title">,
  { title, text }: CleanNotification,
  app: AppTraits,
): Doubt | null {
  const { remark, note, footer, parts } = match;
  if (rule.title === undefined && isDoubtfulTitle(title, rule.type)) return "title";
  if (rule.type === "DEBIT" && amountText(match).startsWith("+")) return "outgoing";
  if (takesBack(note) || takesBack(footer)) return "not_settled";
  if ([remark, note, ...parts.map(({ value }) => value)].some(tellsOfSending)) return "outgoing";
  if (endsInAbbreviation(match, text)) return "cut";
  if (namesOtherMoney(footer) || mayForgeAmount(match, app)) return "second_amount";
  if (continuesWithRequest(match, app)) return "request";
  if (rule.type === "CREDIT" && continuesWithAction(match, app)) return "request";
  return parts.map((part) => doubtInPart(part, text)).find((doubt) => doubt !== null) ?? null;
}

/**
 * Returns whether a full stop belongs to an abbreviation, as in "… masuk ke rek. ****0001 khusus …". The stop then
 * ends no sentence, so the template does not cover the whole sentence.
 */
function endsInAbbreviation({ footer }: TemplateMatch, text: string): boolean {
  return (
    footer !== "" && /\b(?:rek|norek)\.\s*$/iu.test(text.slice(0, text.length - footer.length))
  );
}

/** Returns whether a payer's words could have put the amount into the template's place. */
function mayForgeAmount(match: TemplateMatch, { payer_speaks_first }: AppTraits): boolean {
  const beforeAmount = match.parts.slice(0, match.parts.findIndex(isAmount));
  if (!payer_speaks_first && !beforeAmount.some(isFree)) return false;

  const freeTexts = match.parts.filter(isFree).map(({ value }) => value);
  return [...freeTexts, match.remark, match.note, match.footer].some(namesMoney);
}

function doubtInPart({ name, value, rest }: MatchedPart, text: string): "name" | "place" | null {
  const place = { value, rest, text };
  switch (name) {
    case "sender":
    case "channel":
      return isDoubtfulName(place) || isDoubtfulSender(place) ? "name" : null;
    case "receiver":
      if (isDoubtfulName(place)) return "name";
      return isDoubtfulReceiver(value) ? "place" : null;
    case "place":
      if (isDoubtfulName(place)) return "name";
      return isForeignAccount(value) || isPretence(value) ? "place" : null;
    default:
      return null;
  }
}
