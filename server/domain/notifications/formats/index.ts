import { bcaMobile } from "./bca-mobile.ts";
import { blu } from "./blu.ts";
import { bniMerchant } from "./bni-merchant.ts";
import { bniMobile } from "./bni-mobile.ts";
import { brimerchant } from "./brimerchant.ts";
import { brimo } from "./brimo.ts";
import { bsiMobile } from "./bsi-mobile.ts";
import { byond } from "./byond.ts";
import { dana } from "./dana.ts";
import type { AppFormat } from "./format.ts";
import { gofoodMerchant } from "./gofood-merchant.ts";
import { gojek } from "./gojek.ts";
import { gopayMerchant } from "./gopay-merchant.ts";
import { gopay } from "./gopay.ts";
import { interactiveQris } from "./interactive-qris.ts";
import { jago } from "./jago.ts";
import { jenius } from "./jenius.ts";
import { linkaja } from "./linkaja.ts";
import { livinMerchant } from "./livin-merchant.ts";
import { livin } from "./livin.ts";
import { merchantBca } from "./merchant-bca.ts";
import { mybca } from "./mybca.ts";
import { octo } from "./octo.ts";
import { orderKuota } from "./order-kuota.ts";
import { ovo } from "./ovo.ts";
import { permata } from "./permata.ts";
import { seabank } from "./seabank.ts";
import { shopee } from "./shopee.ts";
import { shopeePartner } from "./shopee-partner.ts";
import { shopeepay } from "./shopeepay.ts";
import { superbank } from "./superbank.ts";
import { wondr } from "./wondr.ts";

/** All apps that a release knows. */
export const appFormats: readonly AppFormat[] = [
  bcaMobile,
  blu,
  bniMerchant,
  bniMobile,
  brimerchant,
  brimo,
  bsiMobile,
  byond,
  dana,
  gofoodMerchant,
  gojek,
  gopay,
  gopayMerchant,
  interactiveQris,
  jago,
  jenius,
  linkaja,
  livin,
  livinMerchant,
  merchantBca,
  mybca,
  octo,
  orderKuota,
  ovo,
  permata,
  seabank,
  shopee,
  shopeePartner,
  shopeepay,
  superbank,
  wondr,
];
