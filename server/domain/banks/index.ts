import type { Bank } from "./bank.ts";
import { aladin } from "./aladin.ts";
import { allo } from "./allo.ts";
import { bca } from "./bca.ts";
import { bjb } from "./bjb.ts";
import { blu } from "./blu.ts";
import { bni } from "./bni.ts";
import { bri } from "./bri.ts";
import { bsi } from "./bsi.ts";
import { btn } from "./btn.ts";
import { cimb } from "./cimb.ts";
import { dana } from "./dana.ts";
import { danamon } from "./danamon.ts";
import { gopay } from "./gopay.ts";
import { jago } from "./jago.ts";
import { jenius } from "./jenius.ts";
import { krom } from "./krom.ts";
import { linkaja } from "./linkaja.ts";
import { mandiri } from "./mandiri.ts";
import { maybank } from "./maybank.ts";
import { mega } from "./mega.ts";
import { neobank } from "./neobank.ts";
import { ocbc } from "./ocbc.ts";
import { ovo } from "./ovo.ts";
import { panin } from "./panin.ts";
import { permata } from "./permata.ts";
import { qris } from "./qris.ts";
import { raya } from "./raya.ts";
import { saqu } from "./saqu.ts";
import { seabank } from "./seabank.ts";
import { shopeepay } from "./shopeepay.ts";
import { superbank } from "./superbank.ts";

/**
 * All banks, wallets and schemes that an account can belong to. Channels, formats, layouts and pages are derived from
 * this list. Pages show statements in its order.
 */
export const banks: readonly Bank[] = [
  bca,
  mandiri,
  bri,
  bni,
  bsi,
  cimb,
  permata,
  jenius,
  seabank,
  jago,
  superbank,
  blu,
  ocbc,
  danamon,
  maybank,
  btn,
  panin,
  mega,
  bjb,
  neobank,
  allo,
  aladin,
  krom,
  raya,
  saqu,
  dana,
  gopay,
  ovo,
  linkaja,
  shopeepay,
  qris,
];

/** Banks that no account can belong to yet, although notifications name them. */
export const otherBanks: Pick<Bank, "sentence_words" | "account_words"> = {
  sentence_words: ["uob", "dbs", "hsbc", "muamalat", "sinarmas"],
  account_words: [],
};

/** The banks with an email wording in the release. */
export const codesOfReadableEmails: ReadonlySet<string> = new Set(
  banks.filter(({ mail }) => (mail?.rules ?? []).length > 0).map(({ code }) => code),
);

const codesOfSignedEmails: ReadonlySet<string> = new Set(
  banks.filter(({ mail }) => mail !== undefined).map(({ code }) => code),
);

/**
 * Returns whether Tepat can check the signatures of a bank's emails, and whether it reads them already or must be
 * taught.
 */
export const emailsOf = (channel_code: string): "readable" | "teachable" | "unknown" => {
  if (codesOfReadableEmails.has(channel_code)) return "readable";
  return codesOfSignedEmails.has(channel_code) ? "teachable" : "unknown";
};
