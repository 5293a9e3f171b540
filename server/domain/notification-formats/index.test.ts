import { describe, expect, test } from "vitest";
import { readNotification } from "../notification-text.ts";
import { cleanText } from "./engine/clean-text.ts";
import { compileTemplate, matchTemplate } from "./engine/template.ts";
import type { Rule } from "./format.ts";
import { generalIncomingRules } from "./general-incoming.ts";
import { generalMerchantRules } from "./general-merchant.ts";
import { generalOtherRules } from "./general-other.ts";
import { generalOutgoingRules } from "./general-outgoing.ts";
import { appFormats, appNameOf, knownPackages, sampleNotification } from "./index.ts";

/** Apps with no rules of their own show what the general rules do. */
const plainAccountApp = "com.bsm.activity2";
const plainMerchantApp = "com.orderkuota.app";

interface RuleCase {
  id: string;
  package_name: string;
  rule: Rule;
}

const casesOf = (app_id: string, package_name: string, rules: readonly Rule[]): RuleCase[] =>
  rules.map((rule) => ({ id: `${app_id}.${rule.name}`, package_name, rule }));

const ruleCases = [
  ...appFormats.flatMap(({ id, packages, rules }) =>
    packages.flatMap((package_name) => casesOf(id, package_name, rules)),
  ),
  ...casesOf("general", plainAccountApp, [
    ...generalIncomingRules,
    ...generalOutgoingRules,
    ...generalOtherRules,
  ]),
  ...casesOf("general", plainMerchantApp, generalMerchantRules),
];

function readingOfSample(rule: Rule, sample: Rule["samples"][number]): object {
  if ("reason" in rule) return { outcome: "not_a_transaction", reason: rule.reason };
  const { title: _title, body: _body, ...found } = { sender: null, ...sample };
  return { outcome: "transaction", type: rule.type, ...found };
}

describe("rules", () => {
  test.each(ruleCases)(
    "$id of $package_name reads its own samples",
    ({ id, package_name, rule }) => {
      expect(rule.samples.length).toBeGreaterThan(0);
      for (const sample of rule.samples) {
        const reading = readNotification({ package_name, title: "", ...sample });
        expect(reading).toMatchObject({ rule: id, ...readingOfSample(rule, sample) });
      }
    },
  );

  test.each(ruleCases)("$id of $package_name has a sample for each template", ({ rule }) => {
    const texts = rule.samples.map(({ body }) => cleanText(body));
    const unused = rule.body.filter((template) => {
      const compiled = compileTemplate(template);
      return !texts.some((text) => matchTemplate(compiled, text));
    });
    expect(unused).toEqual([]);
  });

  test.each(ruleCases)("$id names one amount in each template of a transaction", ({ rule }) => {
    const amounts = rule.body.map(
      (template) => template.match(/\{(?:bare_)?amount\}/gu)?.length ?? 0,
    );
    expect(amounts).toEqual(rule.body.map(() => ("type" in rule ? 1 : expect.any(Number))));
  });

  test.each(ruleCases)(
    "$id wants the currency mark where a payer's words stand before the amount",
    ({ rule }) => {
      const isCredit = "type" in rule && rule.type === "CREDIT";
      const risky = /\{(?:sender|remark_sender|receiver|place|text)\}.*\{bare_amount\}/u;
      expect(rule.body.filter((template) => isCredit && risky.test(template))).toEqual([]);
    },
  );

  test("have names that are unique within their app", () => {
    const names = ruleCases.map(({ id, package_name }) => `${package_name} ${id}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("known packages", () => {
  test("belong to one app each", () => {
    const packages = knownPackages().map((name) => name.toLowerCase());
    expect(new Set(packages).size).toBe(packages.length);
    expect(packages).toContain("com.jago.digitalbanking");
  });

  test("tell the app's name whatever their letter case", () => {
    expect(appNameOf("com.jago.digitalBanking")).toBe("Bank Jago");
    expect(appNameOf("COM.JAGO.DIGITALBANKING")).toBe("Bank Jago");
    expect(appNameOf("com.jago")).toBeNull();
    expect(appNameOf("toString")).toBeNull();
  });
});

describe("sample notifications", () => {
  const amounts = [1, 999, 1000, 50_137, 1_000_451, 250_000_000, Number.MAX_SAFE_INTEGER];
  const senders = ["BUDI CONTOH", "Siti", "PT. MAJU JAYA", "$1 & $&"];

  test.each(knownPackages())("of %s read back as the transfer they tell", (package_name) => {
    for (const amount of amounts) {
      for (const sender of senders) {
        const sample = sampleNotification(package_name, { amount, sender });
        const reading = readNotification({ package_name, title: null, body: null, ...sample });
        expect(reading).toMatchObject({ outcome: "transaction", type: "CREDIT", amount });
        const named = sample?.body.includes(sender) ?? false;
        expect(reading).toMatchObject({ sender: named && /\p{L}/u.test(sender) ? sender : null });
      }
    }
  });

  test("exist for known packages only", () => {
    expect(sampleNotification("com.whatsapp", { amount: 1000, sender: "BUDI" })).toBeNull();
    expect(sampleNotification("ID.CO.BRI.BRIMO", { amount: 1000, sender: "BUDI" })).not.toBeNull();
  });
});
