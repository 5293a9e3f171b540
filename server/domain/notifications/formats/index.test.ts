import { describe, expect, test } from "vitest";
import { findTemplateFaults } from "../notification-rule-faults.ts";
import { createNotificationReader } from "../notification-text.ts";
import type { Rule } from "../../banks/format.ts";
import { generalIncomingRules } from "./general-incoming.ts";
import { generalMerchantRules } from "./general-merchant.ts";
import { generalOtherRules } from "./general-other.ts";
import { generalOutgoingRules } from "./general-outgoing.ts";
import { appFormats } from "./index.ts";

const { read: readNotification, appNameOf, mayBeStrangers, sampleOf } = createNotificationReader();
const knownPackages = appFormats.flatMap(({ packages }) => packages);

/** Apps without their own rules show the effect of the general rules. */
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

test.each(
  appFormats
    .filter(({ strangers }) => strangers !== "messages")
    .flatMap(({ name, packages }) => packages.map((package_name) => ({ package_name, name }))),
)("$package_name can title its own notifications $name", ({ package_name, name }) => {
  expect(mayBeStrangers({ package_name, title: name, body: "" })).toBe(false);
});

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

  test.each(ruleCases)("$id of $package_name has templates without faults", ({ rule }) => {
    expect(findTemplateFaults(rule)).toEqual([]);
  });

  test("have names that are unique within their app", () => {
    const names = ruleCases.map(({ id, package_name }) => `${package_name} ${id}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("known packages", () => {
  test("belong to one app each", () => {
    const packages = knownPackages.map((name) => name.toLowerCase());
    expect(new Set(packages).size).toBe(packages.length);
    expect(packages).toContain("com.jago.digitalbanking");
  });

  test("have their own titles if strangers can write in them, and otherwise none", () => {
    for (const { name, strangers, own_titles = [] } of appFormats) {
      expect(own_titles.length > 0, name).toBe(strangers === "messages");
    }
  });

  test("have an app name in any letter case", () => {
    expect(appNameOf("com.jago.digitalBanking")).toBe("Bank Jago");
    expect(appNameOf("COM.JAGO.DIGITALBANKING")).toBe("Bank Jago");
    expect(appNameOf("com.jago")).toBeNull();
    expect(appNameOf("toString")).toBeNull();
  });
});

describe("sample notifications", () => {
  const amounts = [1, 999, 1000, 50_137, 1_000_451, 250_000_000, Number.MAX_SAFE_INTEGER];
  const senders = ["BUDI CONTOH", "Siti", "PT. MAJU JAYA", "$1 & $&"];

  test.each(knownPackages)("of %s are read as the simulated transfer", (package_name) => {
    for (const amount of amounts) {
      for (const sender of senders) {
        const sample = sampleOf(package_name, { amount, sender });
        const reading = readNotification({ package_name, title: null, body: null, ...sample });
        expect(reading).toMatchObject({ outcome: "transaction", type: "CREDIT", amount });
        const named = sample?.body.includes(sender) ?? false;
        expect(reading).toMatchObject({ sender: named && /\p{L}/u.test(sender) ? sender : null });
      }
    }
  });

  test("exist for known packages only", () => {
    expect(sampleOf("com.whatsapp", { amount: 1000, sender: "BUDI" })).toBeNull();
    expect(sampleOf("ID.CO.BRI.BRIMO", { amount: 1000, sender: "BUDI" })).not.toBeNull();
  });
});
