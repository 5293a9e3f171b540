import { expect, test } from "vitest";
import type { z } from "zod";
import { accountOperations } from "../contract/dashboard/accounts.ts";
import { doorOperations, sessionOperations } from "../contract/dashboard/session.ts";
import { settingsOperations } from "../contract/dashboard/settings.ts";
import { limits } from "../contract/limits.ts";
import vectors from "../testing/data/qris.json" with { type: "json" };
import * as account from "./account.ts";
import type { Command } from "./command.ts";
import * as merchant from "./merchant.ts";

/** Tests that the command line and the dashboard accept the same values. */

const commands: readonly Command[] = [...account.commands, ...merchant.commands];

function optionOf(words: string): z.ZodType {
  const [name = "", option = ""] = words.split(" --");
  const schema = commands.find((command) => command.name === name)?.options[option]?.schema;
  if (!schema) throw new Error(`there is no ${words}`);
  return schema;
}

const newAccount = accountOperations.createOwnAccount.input.shape;
const settings = settingsOperations.changeSettings.input.shape;

const pairs: [string, z.ZodType][] = [
  ["account create --number", newAccount.account_number],
  ["account create --holder", newAccount.account_name],
  ["account create --qris", newAccount.qris],
  ["account create --qris", accountOperations.previewQris.input.shape.qris],
  ["account create --package", newAccount.app_package],
  ["account create --device", newAccount.device_id],
  ["account create --min", newAccount.account_min_amount],
  ["account create --max", newAccount.account_max_amount],
  ["account update --min", accountOperations.changeOwnAccount.input.shape.account_min_amount],
  ["account update --max", accountOperations.changeOwnAccount.input.shape.account_max_amount],
  ["merchant create --email", doorOperations.signUp.input.shape.email],
  ["merchant create --name", doorOperations.signUp.input.shape.merchant_name],
  ["merchant create --password", doorOperations.signUp.input.shape.password],
  ["merchant create --password", sessionOperations.changePassword.input.shape.new_password],
  ["merchant create --name", settings.merchant_name],
  ["merchant update --webhook-url", settings.webhook_url],
  ["merchant update --logo-url", settings.logo_url],
  ["merchant update --accent-color", settings.accent_color],
];

const lengths = [
  1,
  9,
  10,
  255,
  256,
  346,
  limits.qrisCharacters,
  limits.qrisCharacters + 1,
  limits.urlCharacters,
  limits.urlCharacters + 1,
];

/** In a form, a blank text means a missing field. A typed option must have a value. */
const texts = [
  ...lengths.map((length) => "x".repeat(length)),
  ...lengths.map((length) => "🙂".repeat(length)),
  ...lengths.map((length) => "https://shop.example/".padEnd(length, "x")),
  ...lengths.map((length) => "a@shop.example".padStart(length, "x")),
  ...lengths.map((length) => "com.bca".padEnd(length, "x")),
  ...vectors.vectors.map((vector) => vector.static),
  " x",
  "x ",
  " ",
  "a\tb",
  "a\0b",
  "a\ud800b",
  "com.bca",
  "com",
  "COM.bca.X1",
  "a@b",
  "a@b@c",
  "http://shop.example",
  "HTTPS://shop.example/hook",
  "https://user:word@shop.example",
  "#00aa5b",
  "#00AA5B",
  "#00aa5",
  "00aa5b",
  "018f0000-0000-7000-8000-000000000000",
  "018f0000-0000-7000-8000",
].filter((text) => text !== undefined);

const numbers = [-1, 0, 1, 1000, limits.paymentAmountMax, limits.paymentAmountMax + 1];

test.each(pairs)("%s is checked as in the dashboard (%#)", (words, field) => {
  const option = optionOf(words);
  const isNumber = field.safeParse(1).success;
  const judged = isNumber
    ? numbers.map((number) => [number, option.safeParse(String(number)), field.safeParse(number)])
    : texts.map((text) => [text, option.safeParse(text), field.safeParse(text)]);
  const verdicts = judged as [
    unknown,
    z.ZodSafeParseResult<unknown>,
    z.ZodSafeParseResult<unknown>,
  ][];
  const isLeftOut = (there: z.ZodSafeParseResult<unknown>) =>
    there.success && there.data === undefined;
  const differing = verdicts.filter(
    ([, here, there]) => here.success !== there.success && !isLeftOut(there),
  );
  expect(differing.map(([value]) => value)).toEqual([]);
  expect(verdicts.some(([, { success }]) => success)).toBe(true);
  expect(verdicts.some(([, { success }]) => !success)).toBe(true);
});

test("account update --quota applies its bound", () => {
  const option = optionOf("account update --quota");
  expect(option.safeParse(String(limits.accountQuotaMax)).success).toBe(true);
  expect(option.safeParse(String(limits.accountQuotaMax + 1)).success).toBe(false);
});
