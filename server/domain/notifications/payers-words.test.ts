import { randomInt } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../testing/leave-one-app-out.ts";
import { attack } from "../../testing/teaching-attacks.ts";
import type { Rule } from "../banks/format.ts";
import { generalIncomingRules } from "./formats/general-incoming.ts";
import { generalMerchantRules } from "./formats/general-merchant.ts";
import { appFormats } from "./formats/index.ts";
import type { NotificationText } from "./notification-reader.ts";
import { createNotificationReader } from "./notification-text.ts";
import { findWordFaults } from "./payers-words.ts";
import {
  findMarkFaults,
  findPayersFaults,
  proposeMarks,
  readableText,
  templateOf,
} from "./taught-rules.ts";

const reader = createNotificationReader();
const general = { kind: "account", name: "Bank" } as const;

interface Sample {
  expected?: { amount: number; type: string };
  credit?: number | null;
}
type Honest = NotificationText & { amount: number };

const plain = (package_name: string, rules: readonly Rule[]): Honest[] =>
  rules.flatMap((rule) =>
    "type" in rule && rule.type === "CREDIT"
      ? rule.samples.map(({ title = "", body, amount }) => ({ package_name, title, body, amount }))
      : [],
  );
const honest: Honest[] = [
  ...["notifications.jsonl", "notification-variations.jsonl", "notification-wordings.jsonl"]
    .flatMap((file) => rowsOf<NotificationText & Sample>(file))
    .flatMap(({ expected, credit, ...text }) => {
      const amount = expected?.type === "CREDIT" ? expected.amount : credit;
      return typeof amount === "number" ? [{ ...text, amount }] : [];
    }),
  ...appFormats.flatMap(({ packages: [package_name = ""], rules }) => plain(package_name, rules)),
  ...plain("com.bsm.activity2", generalIncomingRules),
  ...plain("com.orderkuota.app", generalMerchantRules),
];

/** Returns the proposal for a text, and the reason why it cannot be taught. */
function propose(notification: NotificationText, amount: number) {
  const text = readableText(notification);
  const marks = proposeMarks(text, amount);
  const template = templateOf(text, marks);
  const app = reader.appOf(notification.package_name) ?? general;
  const marked = findMarkFaults(text, marks, amount);
  const title = "strangers" in app && app.strangers === "remarks" ? notification.title : null;
  const rule = {
    rule_id: "rule",
    package_name: notification.package_name.toLowerCase(),
    title,
    template,
  };
  const reads = marked.length === 0 ? reader.judgeTaught(notification, [rule]) : null;
  const isReadAsMarked = reads?.outcome === "transaction" && reads.amount === amount;
  return { template, isReadAsMarked, faults: findPayersFaults(text, marks, app, title) };
}

describe("honest wordings", () => {
  const proposed = [...new Map(honest.map((text) => [readableText(text), text])).values()]
    .map((text) => propose(text, text.amount))
    .filter(({ isReadAsMarked }) => isReadAsMarked);

  test("can be taught, except those with a balance before the amount", () => {
    const refused = proposed.filter(({ faults }) => faults.length > 0);
    console.log(`${proposed.length} honest wordings fit, ${refused.length} are refused`);
    expect(proposed.length).toBeGreaterThan(190);
    expect(refused.filter(({ template }) => !template.startsWith("Saldo"))).toEqual([]);
    expect(refused.length).toBeLessThanOrEqual(3);
  });

  test.each([
    ["Kredit Rp5.000 dari BUDI CONTOH. Saldo akhir Rp9.000.000", "Kredit {amount} dari {sender}"],
    ["Dana Rp5.000 masuk. Ket.: lunas Rp9.000", "Dana {amount} masuk"],
    [
      "Mutasi kredit Rp5.000 BUDI CONTOH telah dibukukan",
      "Mutasi kredit {amount} {sender} telah dibukukan",
    ],
    [
      "Rp5.000 dari budi_88 udah masuk ke akun kamu",
      "{amount} dari {sender} udah masuk ke akun kamu",
    ],
    ["BUDI CONTOH mengirim Rp5.000 ke akun kamu", "{sender} mengirim {amount} ke akun kamu"],
    ["Setor 1 pelanggan Rp5.000 lunas", "Setor 1 pelanggan {amount} lunas"],
  ])("of %s is proposed as %s", (text, template) => {
    expect(templateOf(text, proposeMarks(text, 5000))).toBe(template);
  });

  test("include all of the release's own rules", () => {
    const rules = [
      ...appFormats.flatMap((app) => app.rules.map((rule) => ({ app, rule }))),
      ...generalIncomingRules.map((rule) => ({ app: general, rule })),
      ...generalMerchantRules.map((rule) => ({
        app: { kind: "merchant", name: "App" } as const,
        rule,
      })),
    ].filter(({ rule }) => "type" in rule && rule.type === "CREDIT");
    const faults = rules.flatMap(({ app, rule }) =>
      rule.body.flatMap((template) =>
        findWordFaults(template, app).map((fault) => ({ template, fault })),
      ),
    );
    expect(faults).toEqual([]);
  });
});

describe("a rule with a payer's name in its fixed words", () => {
  const rule = {
    rule_id: "rule",
    package_name: "com.bca",
    title: null,
    template: "Kredit rekening nasabah BUDI CONTOH {amount} telah masuk",
  };
  const read = (body: string) =>
    reader.judgeTaught({ package_name: "com.bca", title: "BCA mobile", body }, [rule]);
  const forged = "Kredit rekening nasabah BUDI CONTOH Rp500.498 telah masuk";

  test.each([
    [" ket: Rp1 telah masuk"],
    [". Catatan: IDR 1.00 telah masuk"],
    [". Saldo Rp1 telah masuk"],
    [". Saldo akhir 1.000,00."],
    [". Balance: IDR 1.00 telah masuk"],
    [". Biaya Rp1 telah masuk"],
    ["\nsetoran 1.000 telah masuk"],
  ])("does not read the name as the amount if the bank's amount follows: %s", (rest) => {
    expect(read(`${forged}${rest}`)).toBe(null);
  });

  test.each([
    [""],
    [" ket: lunas"],
    [". Saldo Rp9.000.000"],
    [". Saldo akhir 500.498,00"],
    [". Biaya Rp0. Saldo Rp25.150.123"],
  ])("reads the amount with %j behind it", (rest) => {
    expect(read(`${forged}${rest}`)).toMatchObject({ outcome: "transaction", amount: 500_498 });
  });
});

/** `ATTACKS=20000` draws more. */
const attacks = Number(process.env["ATTACKS"] ?? 1000);

test(`resists all of ${attacks} drawn attacks`, { timeout: 180_000 + attacks * 30 }, () => {
  const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
  console.log(`attacks: SEED=${seed}`);
  let fitting = 0;
  fc.assert(
    fc.property(
      attack,
      fc.integer({ min: 10_001, max: 2_000_000 }),
      ({ text, ...app }, claimed) => {
        const drawn = { ...app, body: text(claimed) };
        expect(reader.read(drawn), drawn.body).not.toMatchObject({
          type: "CREDIT",
          amount: claimed,
        });
        const { isReadAsMarked, faults } = propose(drawn, claimed);
        if (isReadAsMarked) fitting += 1;
        expect(isReadAsMarked && faults.length === 0, text(claimed)).toBe(false);
      },
    ),
    { seed, numRuns: attacks },
  );
  console.log(`${fitting} of them make a rule that reads its own text`);
  expect(fitting).toBeGreaterThan(attacks / 2);
});
