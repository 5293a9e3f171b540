import { generalOtherRules } from "./formats/general-other.ts";
import { generalOutgoingRules } from "./formats/general-outgoing.ts";
import { appFormats } from "./formats/index.ts";
import type { Refusal } from "./taught-rules.ts";

/**
 * Returns every text that the release knows as no credit: promotions, rewards, failures, outgoing money, one-time
 * codes. A taught rule must read none of them, for any app.
 */
export function knownRefusals(): readonly Refusal[] {
  return refusals;
}

const codes = [
  "Kode OTP 654321 untuk transfer Rp50.000",
  "JANGAN BERIKAN KODE OTP 492019 ke siapapun termasuk pihak bank.",
  "123456 is your verification code for a transfer of Rp50.000",
];

const rules = [
  ...appFormats.flatMap(({ rules: own }) => own),
  ...generalOtherRules,
  ...generalOutgoingRules,
].filter((rule) => !("type" in rule) || rule.type === "DEBIT");

const refusals: readonly Refusal[] = [
  ...rules.flatMap(({ samples }) => samples.map(({ title = null, body }) => ({ title, body }))),
  ...codes.map((body) => ({ title: null, body })),
].map((text) => ({ ...text, package_name: "", shown: text.body }));
