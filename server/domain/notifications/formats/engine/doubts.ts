/**
 * Signs that a text which fits a template does not mean what the template says: "Transfer masuk Rp50.000 dari BUDI
 * gagal" fits "Transfer masuk {amount} dari {sender}". A doubtful text is left unread, because a payment that a person
 * confirms later costs less than one that never happened.
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

export function isDoubtful(
  match: TemplateMatch,
  rule: Pick<TransactionRule, "type" | "title">,
  { title, text }: CleanNotification,
  app: AppTraits,
): boolean {
  const titleSpeaksAgainst = rule.title === undefined && isDoubtfulTitle(title, rule.type);
  const signSpeaksAgainst = rule.type === "DEBIT" && amountText(match).startsWith("+");
  return (
    titleSpeaksAgainst ||
    signSpeaksAgainst ||
    takesBack(match.note) ||
    [match.remark, match.note, ...match.parts.map(({ value }) => value)].some(tellsOfSending) ||
    takesBack(match.footer) ||
    endsInAbbreviation(match, text) ||
    namesOtherMoney(match.footer) ||
    mayForgeAmount(match, app) ||
    continuesWithRequest(match, app) ||
    (rule.type === "CREDIT" && continuesWithAction(match, app)) ||
    match.parts.some((part) => isDoubtfulPart(part, text))
  );
}

/** "… masuk ke rek. ****0001 khusus …": the full stop ended no sentence, so the template does not fit the whole of it. */
function endsInAbbreviation({ footer }: TemplateMatch, text: string): boolean {
  return (
    footer !== "" && /\b(?:rek|norek)\.\s*$/iu.test(text.slice(0, text.length - footer.length))
  );
}

/** Returns whether a payer's words could have put the amount where the template looks for it. */
function mayForgeAmount(match: TemplateMatch, { payer_speaks_first }: AppTraits): boolean {
  const beforeAmount = match.parts.slice(0, match.parts.findIndex(isAmount));
  if (!payer_speaks_first && !beforeAmount.some(isFree)) return false;

  const freeTexts = match.parts.filter(isFree).map(({ value }) => value);
  return [...freeTexts, match.remark, match.note, match.footer].some(namesMoney);
}

function isDoubtfulPart({ name, value, rest }: MatchedPart, text: string): boolean {
  const place = { value, rest, text };
  switch (name) {
    case "sender":
    case "channel":
      return isDoubtfulName(place) || isDoubtfulSender(place);
    case "receiver":
      return isDoubtfulName(place) || isDoubtfulReceiver(value);
    case "place":
      return isDoubtfulName(place) || isForeignAccount(value) || isPretence(value);
    default:
      return false;
  }
}
