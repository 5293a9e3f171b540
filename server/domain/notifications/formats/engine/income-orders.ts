import type { AppFormat } from "../../../banks/format.ts";
import { inOrder, signOf, type Part } from "./sentence-order.ts";

/** The orders of words that say that money came in. */

/** A sentence before the one with the amount can greet, and state the subject of the notification. */
export const isOpening = inOrder(
  "[filler app you your bank movement money arriving received done when account number receiving of top_up]*",
);

/** "Transfer masuk", "Pembayaran QRIS diterima", "Kamu menerima dana". In "Money in", the parts are "money to". */
export const isAnnouncement = inOrder(
  `[filler app you your bank done when]*
   ([movement money] [movement money bank]* your? filler? done* [arriving received]
   | arriving [movement money]+ | you done* receiving [movement money]+ | done [arriving received])
   [filler app done when movement money account your]*`,
);

export const isTopUp = inOrder("[filler app]* top_up app? done+");

/** A sentence after the one with the amount can name the payer. */
export const namesPayer = inOrder("filler* from any*");
/** Such a sentence can also say that the money came: "QRIS Rp1 berhasil. Pembayaran diterima dari BUDI". */
export const announcesPayer = inOrder(
  "[filler app]* [movement money]+ done* [received arriving] done* from [via when]*",
);

/** "pembayaran Anda", "your transfer": the reader is the payer. */
const isPaidByReader = inOrder(
  "[filler done when app]* ([movement money]+ your? you | your [movement money]) any*",
);

const arrivesInAccount = inOrder(
  // Transfer masuk sebesar Rp1 dari BUDI; Telah masuk dana Rp1
  `[filler app]* done* when?
   ([movement money bank app]+ aside arriving | done? arriving [movement money]+ | arriving to)
   aside of? amount aside [arriving received]? aside`,
  // Dana Rp1 dari BUDI telah masuk ke rekening Anda
  "[filler when app]* [movement money bank income app]+ aside of? amount aside arriving aside",
  // Anda telah menerima transfer dari BUDI sebesar Rp1
  `[filler when app]* ([movement money bank]+ arriving)? [filler when]* you [done filler]*
   ([receiving received] [filler movement money bank]* | getting filler* movement+) aside of? amount aside`,
  // Berhasil menerima pembayaran QRIS sebesar Rp1
  "[filler when app]* done+ receiving [filler movement money bank app]* aside of? amount aside",
  // Rekening Anda dikredit sebesar Rp1
  `[filler when app bank]* (your? account [account you your app number bank]* | to) [done filler]*
   (received | receiving [filler movement money]*) aside of? amount aside`,
  // Transaksi kredit ke rekening Anda sebesar Rp1; Kredit Rek. 1234567890 Rp1
  `[filler when app bank]* movement* income (to | account [account you app number bank]*)
   [done filler]* of? amount [when via done from]*`,
);

/** Pemasukan Rp1 dari BUDI */
const isIncome = inOrder("[filler when app]* income aside of? amount aside");
/** Penerimaan transfer Rp1 dari BUDI; Penerimaan Rp1 telah dikreditkan */
const isReceipt = inOrder(
  `[filler when app]* receipt [movement money bank app]* aside of? amount aside
   ([received arriving] aside)?`,
);
/** Saldo Anda bertambah Rp1. A gift has a person or a thing as its source. */
const isIncrease = inOrder(
  `[filler when app]* [money account] [app you your account number bank]* [done filler]* increasing
   of? amount [when via done]*`,
);
/** 27/09 09:15 CR 1234567890 Rp45.000 */
const isStatementLine = inOrder("when+ credit number? amount from?");
/** Top up berhasil, Rp1 masuk ke GoPay Anda. In another app, the wallet's name is not the app's own. */
const isToppedUp = inOrder(
  `[filler when app]* top_up [money app your you of]* aside amount
   [arriving received app]* aside [arriving received app]* aside`,
);
const isAddedAfterTopUp = inOrder("money of? amount done* received [to when]*");

/** These words show the direction only together with a payer or the reader's account. */
const arrivesWithPartner = inOrder(
  // Rp1 dari BUDI telah masuk ke rekening Anda
  "[filler when app]* amount aside [arriving received] aside",
  // Transfer Rp1 dari BUDI diterima; Transfer diterima dari BUDI sebesar Rp1
  "[filler when app]* [movement money bank]+ aside of? amount aside received aside",
  "[filler when app]* [movement money bank]+ aside received aside of? amount aside",
  // Berhasil menerima transfer Rp1 dari BUDI
  "[filler when app]* done+ [receiving received] [filler movement money bank]* aside of? amount aside",
);

/** Transfer Rp1 dari BUDI ke rekening Anda. With both partners named, the direction needs no verb. */
const movesToReader = inOrder("[filler when app]* [movement money bank]+ aside of? amount aside");

/** BUDI mengirim Rp1 ke rekening Anda; BUDI sent you Rp1 */
const isSentByName = inOrder(
  `name done* sending filler* you filler* [movement money]* of? amount
   [via when done filler number bank]*`,
  `name done* sending filler* [movement money]* filler* of? amount [via when]* to
   [via when done filler number bank]*`,
);

/** After a heading that reports incoming money, the sentence itself can name only the amount. */
const isAnnounced = inOrder("[filler when app]* [movement money bank]* aside of? amount aside");

/** For texts that name QRIS, which a merchant's app does only for sales: QRIS Rp1 berhasil; QRIS masuk Rp1 */
const isQrisSale = inOrder(
  "[filler when app]* [movement money bank]+ aside of? amount aside done aside",
  "[filler when app]* [movement money bank]+ aside [done arriving] aside of? amount aside",
);

const reachesMerchant = inOrder(
  // Pembayaran QRIS Rp1 diterima; Pembayaran diterima: Rp1
  "[filler when app]* [movement money bank]+ aside of? amount aside received aside",
  "[filler when app]* [movement money bank]+ aside received aside of? amount aside",
  // Anda menerima pembayaran QRIS Rp1
  `[filler when app]* you [done filler]* [receiving received] [filler bank]* movement+ bank*
   aside of? amount aside`,
);

const reachesMerchantWithPayer = inOrder(
  // Transaksi sebesar Rp1 dari GOPAY telah berhasil
  "[filler when app]* [movement money bank]+ aside of? amount aside done aside",
  "[filler when app]* [movement money bank]+ aside arriving aside of? amount aside",
  "[filler when app]* amount aside received aside",
  `[filler when app]* you [done filler]* [receiving received] [filler movement money bank]*
   aside of? amount aside`,
);

export function tellsOfIncome(
  signs: string,
  before: {
    kind: AppFormat["kind"];
    isAnnounced: boolean;
    isToppedUp: boolean;
    namesQris: boolean;
  },
): boolean {
  const has = (part: Part) => signs.includes(signOf(part));
  const isAfterHeading = before.isAnnounced && isAnnounced(signs);
  if (before.kind === "account" && isIncrease(signs)) return true;
  if (isPaidByReader(signs)) return false;
  if (before.kind === "merchant") {
    const hasPayer = has("from") || before.isAnnounced;
    // Money that comes into the shop's bank account is a payout.
    if (has("to") || has("account") || !(hasPayer || has("movement"))) return false;
    return (
      reachesMerchant(signs) ||
      (hasPayer && (reachesMerchantWithPayer(signs) || isReceipt(signs))) ||
      (before.namesQris && isQrisSale(signs)) ||
      isAfterHeading
    );
  }
  const hasPartner = has("from") || has("to");
  return (
    arrivesInAccount(signs) ||
    isSentByName(signs) ||
    isStatementLine(signs) ||
    (has("from") && isIncome(signs)) ||
    ((has("from") || has("received")) && isReceipt(signs)) ||
    ((has("app") || has("to")) && has("done") && isToppedUp(signs)) ||
    (before.isToppedUp && isAddedAfterTopUp(signs)) ||
    (has("from") && has("to") && movesToReader(signs)) ||
    (hasPartner && (arrivesWithPartner(signs) || isAfterHeading))
  );
}
