import { describe, expect, test } from "vitest";
import {
  creditOf,
  fieldCredits,
  fieldNegatives,
  isHeldOut,
  negativesInApps,
  readCredits,
} from "../../../testing/notification-field.ts";
import { createNotificationReader } from "../notification-text.ts";
import { appFormats } from "./index.ts";

const reader = createNotificationReader();

describe.each([
  { half: "apps that rules were written from", held: false, least: 0.74 },
  { half: "apps that are held out", held: true, least: 0.73 },
])("texts of other projects, in $half:", ({ half, held, least }) => {
  const apps = readCredits(
    reader,
    fieldCredits.filter((text) => isHeldOut(text) === held),
  );
  const sum = (of: "credits" | "read") => apps.reduce((total, app) => total + app[of], 0);

  test("no amount is wrong", () => {
    expect(apps.flatMap(({ wrong_amounts }) => wrong_amounts)).toEqual([]);
  });

  test("the credits are read as far as was reached", () => {
    const lines = apps.map(
      ({ package_name, read, credits }) => `${read} of ${credits} ${package_name}`,
    );
    console.log([`${half}: ${sum("read")} of ${sum("credits")}`, ...lines].join("\n"));
    expect(sum("read") / sum("credits")).toBeGreaterThanOrEqual(least);
  });
});

describe("texts of other projects that tell of no income", () => {
  test("pay nothing in their own app", () => {
    expect(fieldNegatives.filter((text) => creditOf(reader, text) !== null)).toEqual([]);
  });

  test("pay nothing in any other app", () => {
    const everywhere = negativesInApps(appFormats);
    expect(everywhere.length).toBeGreaterThan(1000);
    expect(everywhere.filter((text) => creditOf(reader, text) !== null)).toEqual([]);
  });
});

test("the collection holds what it is meant to hold", () => {
  expect(fieldCredits.length).toBeGreaterThan(150);
  expect(fieldNegatives.length).toBeGreaterThan(250);
  for (const { amount } of fieldCredits) expect(amount).toBeGreaterThan(0);
});
