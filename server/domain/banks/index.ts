import type { Bank } from "./bank.ts";
import { bca } from "./bca.ts";
import { blu } from "./blu.ts";
import { bni } from "./bni.ts";
import { bri } from "./bri.ts";
import { bsi } from "./bsi.ts";
import { cimb } from "./cimb.ts";
import { dana } from "./dana.ts";
import { gopay } from "./gopay.ts";
import { jago } from "./jago.ts";
import { jenius } from "./jenius.ts";
import { linkaja } from "./linkaja.ts";
import { mandiri } from "./mandiri.ts";
import { ovo } from "./ovo.ts";
import { permata } from "./permata.ts";
import { qris } from "./qris.ts";
import { seabank } from "./seabank.ts";
import { shopeepay } from "./shopeepay.ts";
import { superbank } from "./superbank.ts";

/**
 * All banks, wallets and schemes that an account can belong to. Channels, formats, layouts and pages are made from this
 * list; pages show statements in its order.
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
  dana,
  gopay,
  ovo,
  linkaja,
  shopeepay,
  qris,
];

/** Banks that no account can belong to yet, but that notifications name. */
export const otherBanks: Pick<Bank, "sentence_words" | "account_words"> = {
  sentence_words: ["btn", "danamon", "ocbc", "maybank", "panin", "mega"],
  account_words: ["btn"],
};
