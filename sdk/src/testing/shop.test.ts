import { expect, test } from "vitest";
import { paymentInput } from "../../test-support/answers.ts";
import { fakeTepat } from "./index.ts";
import { openShop } from "./shop.ts";

const { baseUrl, totpCode, webhookSecret, accounts } = fakeTepat();

test("999 payments of one amount can be PENDING, and the next gets a released total", () => {
  const shop = openShop({
    baseUrl,
    totpCode,
    webhookSecret,
    accounts: accounts.map((account) => ({ ...account })),
    isTotpEnabled: true,
    now: () => new Date("2026-11-21T03:15:00Z"),
    random: Math.random,
  });
  const create = (payment_code: string) => shop.create({ ...paymentInput, payment_code });
  const payments = Array.from({ length: 999 }, (_, index) => create(`INV-${index}`));
  expect(new Set(payments.map(({ payment_unique }) => payment_unique)).size).toBe(999);
  expect(() => create("INV-999")).toThrow(/All 999 unique amounts/);
  const [first] = payments;
  shop.cancel("INV-0");
  expect(create("INV-999")).toMatchObject({ payment_total: first?.payment_total });
});
