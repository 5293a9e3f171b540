import { randomInt } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileName } from "../../../testing/hostile-names.ts";
import { readEachAppUnseen, rowsOf } from "../../../testing/leave-one-app-out.ts";
import { trials } from "../../../testing/run-size.ts";
import type { NotificationText } from "../notification-reader.ts";
import { createNotificationReader, createReader } from "../notification-text.ts";
import { appFormats } from "./index.ts";

describe("an app without known samples", () => {
  const apps = readEachAppUnseen();

  test.each(apps)("$app has no invented credit and no wrong amount", (app) => {
    expect(app.false_credits).toEqual([]);
    expect(app.wrong_amounts).toEqual([]);
  });

  test("reads at least nine of ten credits", () => {
    const credits = apps.reduce((sum, app) => sum + app.credits, 0);
    const read = apps.reduce((sum, app) => sum + app.read, 0);
    expect(credits).toBeGreaterThan(100);
    expect(read / credits).toBeGreaterThanOrEqual(0.9);
  });
});

interface Forgery extends NotificationText {
  id: string;
  /** The money that really came in. */
  credited: number;
}

describe("a stranger's text, in an app without known samples,", () => {
  const forgeries = rowsOf<Forgery>("notification-forgeries.jsonl");
  const bare = createReader(appFormats.map((format) => ({ ...format, rules: [] })));
  const creditOf = (notification: NotificationText): number | null => {
    const reading = bare.read(notification);
    return reading.outcome === "transaction" && reading.type === "CREDIT" ? reading.amount : null;
  };

  test.each(forgeries)("$id pays nothing without incoming money: $body", (forgery) => {
    expect([forgery.credited, null]).toContain(creditOf(forgery));
  });

  const samples = appFormats.flatMap(({ packages, rules }) =>
    rules.flatMap((rule) => rule.samples.map((sample) => ({ ...sample, packages }))),
  );
  const named = [
    ...samples.flatMap((sample) => {
      if (!("sender" in sample) || sample.sender === undefined) return [];
      const { packages, title = "", body, amount, sender } = sample;
      return packages.map((package_name) => ({ package_name, title, body, amount, sender }));
    }),
    ...rowsOf<Wording>("notification-wordings.jsonl").flatMap((wording) => {
      const sender = /budi contoh/iu.exec(wording.body)?.[0];
      return wording.credit === null || sender === undefined
        ? []
        : [{ ...wording, amount: wording.credit, sender }];
    }),
  ];
  const seed = randomInt(2 ** 31);

  test(`changes no amount by its writer's name (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...named), hostileName, (text, name) => {
        const { package_name, title, body, amount, sender } = text;
        const forged = body.replace(sender, () => name);
        expect([amount, null]).toContain(creditOf({ package_name, title, body: forged }));
      }),
      { seed, numRuns: trials({ some: 10_000, all: 10_000, more: 100_000 }) },
    );
  });
});

interface Wording {
  id: string;
  package_name: string;
  title: string;
  body: string;
  /** null for a text that must not be read as a credit. */
  credit: number | null;
}

const wordings = rowsOf<Wording>("notification-wordings.jsonl");

/** These apps have no rules for the wordings, so the grammar or a shared rule reads them. */
describe("a wording of no rule", () => {
  const reader = createNotificationReader();

  test.each(wordings)("$id $body", ({ package_name, title, body, credit }) => {
    const reading = reader.read({ package_name, title, body });
    const isCredit = reading.outcome === "transaction" && reading.type === "CREDIT";
    expect(isCredit ? reading.amount : null).toBe(credit);
  });

  /** Each of these words, anywhere between two words, reverses a credit or turns it into a promise. */
  const contradictions = [
    "tidak",
    "belum",
    "akan",
    "gagal",
    "jika",
    "hingga",
    "permintaan",
    "menunggu",
    "maksimal",
    "bisa",
    "not",
    "failed",
    "will",
    "pending",
    "up to",
    "requested",
  ];
  const read = wordings.filter(({ credit }) => credit !== null);
  test.each(contradictions)('is no credit with "%s" before its verb', (word) => {
    for (const { package_name, title, body } of read) {
      const contradicted = body.replace(
        /\b(?:masuk|diterima|menerima|received|credited|mengirim|dikredit)\b/iu,
        (verb) => `${word} ${verb}`,
      );
      if (contradicted === body) continue;
      const reading = reader.read({ package_name, title, body: contradicted });
      const credit = reading.outcome === "transaction" && reading.type === "CREDIT";
      expect(credit, contradicted).toBe(false);
    }
  });
});
