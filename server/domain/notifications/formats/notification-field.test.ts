import { randomInt } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileName } from "../../../testing/hostile-names.ts";
import {
  creditOf,
  fieldCredits,
  fieldNegatives,
  isHeldOut,
  negativesInApps,
  readCredits,
} from "../../../testing/notification-field.ts";
import { trials } from "../../../testing/run-size.ts";
import { createNotificationReader } from "../notification-text.ts";
import { appFormats } from "./index.ts";

const reader = createNotificationReader();

describe.each([
  { half: "apps that rules were written from", held: false, least: 0.95 },
  { half: "apps that are held out", held: true, least: 0.85 },
])("texts of other projects, in $half:", ({ half, held, least }) => {
  const apps = readCredits(
    reader,
    fieldCredits.filter((text) => isHeldOut(text) === held),
  );
  const sum = (of: "credits" | "read") => apps.reduce((total, app) => total + app[of], 0);

  test("no amount is wrong", () => {
    expect(apps.flatMap(({ wrong_amounts }) => wrong_amounts)).toEqual([]);
  });

  test("the credits are read up to the measured share", () => {
    const lines = apps.map(
      ({ package_name, read, credits }) => `${read} of ${credits} ${package_name}`,
    );
    console.log([`${half}: ${sum("read")} of ${sum("credits")}`, ...lines].join("\n"));
    expect(sum("read") / sum("credits")).toBeGreaterThanOrEqual(least);
  });
});

describe("texts of other projects that report no income", () => {
  test("pay nothing in their own app", () => {
    expect(fieldNegatives.filter((text) => creditOf(reader, text) !== null)).toEqual([]);
  });

  test("pay nothing in any other app", () => {
    const everywhere = negativesInApps(appFormats);
    expect(everywhere.length).toBeGreaterThan(1000);
    expect(everywhere.filter((text) => creditOf(reader, text) !== null)).toEqual([]);
  });
});

test("are complete in the collection", () => {
  expect(fieldCredits.length).toBeGreaterThan(150);
  expect(fieldNegatives.length).toBeGreaterThan(250);
  for (const { amount } of fieldCredits) expect(amount).toBeGreaterThan(0);
});

describe("a credit of another project", () => {
  const named = fieldCredits.flatMap((text) => {
    const reading = reader.read(text);
    const sender = reading.outcome === "transaction" ? reading.sender : null;
    return sender === null ? [] : [{ text, sender }];
  });
  const seed = randomInt(2 ** 31);

  test(`keeps its amount or is not read, with any payer's name (seed ${seed})`, () => {
    expect(named.length).toBeGreaterThan(80);
    fc.assert(
      fc.property(fc.constantFrom(...named), hostileName, ({ text, sender }, name) => {
        const body = text.body.replace(sender, () => name);
        expect([text.amount, null]).toContain(creditOf(reader, { ...text, body }));
      }),
      { seed, numRuns: trials({ some: 10_000, all: 10_000, more: 100_000 }) },
    );
  });

  const verb =
    /\b(?:masuk|diterima|menerima|received|credited|mengirim(?:kan)?|di-?kredit(?:kan)?|ditambahkan|bertambah|berhasil|sent)\b/iu;
  test.each(["tidak", "belum", "akan", "gagal", "jika", "menunggu", "not", "will be", "pending"])(
    'is none with "%s" before its first verb',
    (word) => {
      const contradicted = fieldCredits.map((text) => ({
        ...text,
        body: text.body.replace(verb, (found) => `${word} ${found}`),
      }));
      const isChanged = ({ body }: { body: string }, index: number) =>
        body !== fieldCredits[index]?.body;
      const read = contradicted.filter(isChanged).filter((text) => creditOf(reader, text) !== null);
      expect(read).toEqual([]);
    },
  );
});
