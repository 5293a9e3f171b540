import { bcaMobile } from "./bca-mobile.ts";
import { blu } from "./blu.ts";
import { bniMerchant } from "./bni-merchant.ts";
import { bniMobile } from "./bni-mobile.ts";
import { brimerchant } from "./brimerchant.ts";
import { brimo } from "./brimo.ts";
import { bsiMobile } from "./bsi-mobile.ts";
import { byond } from "./byond.ts";
import { dana } from "./dana.ts";
import { type CompiledRule, compileRule } from "./engine/judge.ts";
import type { AppFormat, Rule } from "./format.ts";
import { generalIncomingRules } from "./general-incoming.ts";
import { generalMerchantRules } from "./general-merchant.ts";
import { generalOtherRules } from "./general-other.ts";
import { generalOutgoingRules } from "./general-outgoing.ts";
import { gofoodMerchant } from "./gofood-merchant.ts";
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
import { shopeePartner } from "./shopee-partner.ts";
import { shopeepay } from "./shopeepay.ts";
import { superbank } from "./superbank.ts";
import { wondr } from "./wondr.ts";

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
  shopeePartner,
  shopeepay,
  superbank,
  wondr,
];

export interface CompiledApp {
  id: string;
  own_rules: readonly CompiledRule[];
  general_rules: readonly CompiledRule[];
  payer_speaks_first: boolean;
}

const compileGeneral = (rules: readonly Rule[]): CompiledRule[] =>
  rules.map((rule) => compileRule("general", rule));

const generalRules: Readonly<Record<AppFormat["kind"], readonly CompiledRule[]>> = {
  account: compileGeneral([...generalIncomingRules, ...generalOutgoingRules, ...generalOtherRules]),
  merchant: compileGeneral([...generalMerchantRules, ...generalOtherRules]),
};

function compileApp(format: AppFormat): CompiledApp {
  return {
    id: format.id,
    own_rules: format.rules.map((rule) => compileRule(format.id, rule)),
    general_rules: generalRules[format.kind],
    payer_speaks_first: format.rules.some(({ body }) =>
      body.some((template) => /^(?:\[[^\]]*\])*\{sender\}/u.test(template)),
    ),
  };
}

const formatByPackage = new Map(
  appFormats.flatMap((format) => format.packages.map((name) => [name.toLowerCase(), format])),
);
const compiledApps = new Map(appFormats.map((format) => [format, compileApp(format)]));

function formatOf(package_name: string): AppFormat | undefined {
  return formatByPackage.get(package_name.toLowerCase());
}

export function compiledAppOf(package_name: string): CompiledApp | null {
  const format = formatOf(package_name);
  return (format && compiledApps.get(format)) ?? null;
}

/** Package names of every app that has rules, as the Play Store writes them. */
export function knownPackages(): string[] {
  return appFormats.flatMap(({ packages }) => packages);
}

export function appNameOf(package_name: string): string | null {
  return formatOf(package_name)?.name ?? null;
}

/** The notification of an incoming transfer in the app's own words, for simulations; null for an unknown app. */
export function sampleNotification(
  package_name: string,
  transfer: { amount: number; sender: string },
): { title: string; body: string } | null {
  const sample = formatOf(package_name)?.incoming_sample;
  if (sample === undefined) return null;

  const commas = transfer.amount.toLocaleString("en-US");
  const fill = (text: string): string =>
    text
      .replaceAll("{dots}", commas.replaceAll(",", "."))
      .replaceAll("{commas}", commas)
      .replaceAll("{sender}", () => transfer.sender);
  return { title: fill(sample.title), body: fill(sample.body) };
}
