import { expect, test } from "vitest";
import type { z } from "zod";
import { accountOperations } from "./dashboard/accounts.ts";
import { operatorOperations } from "./dashboard/operator.ts";
import { overviewOperations } from "./dashboard/overview.ts";
import { sessionOperations } from "./dashboard/session.ts";
import { settingsOperations } from "./dashboard/settings.ts";
import { limits } from "./limits.ts";
import { createPaymentInput, listPayments } from "./payments.ts";
import { heartbeat, notification, reportMutations } from "./worker.ts";

/** Every bound of a field is tested: the bound itself is accepted, one more is not. */

const id = "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01";
const create = {
  account_id: id,
  payment_code: "INV-1",
  payment_amount: 1,
  payment_expired_at: "2099-01-01T00:00:00Z",
  customer_name: "Siti",
  customer_email: "siti@shop.example",
};
const report = {
  key: "0",
  package_name: "com.bca",
  title: null,
  body: null,
  posted_at: "2026-11-21T00:00:00Z",
};
const item = { name: "Kopi", price: 1, quantity: 1, subtotal: 1 };
const bankAccount = { channel_id: id, account_number: "1", account_name: "TOKO" };
const letters = (count: number) => "x".repeat(count);
const url = (count: number) => "https://shop.example/".padEnd(count, "x");
const list = <Item>(count: number, one: Item) => Array.from({ length: count }, () => one);
const step = { title: "Satu", content: "Dua" };

const bounds: [keyof typeof limits, z.ZodType, (value: number) => unknown][] = [
  ["paymentAmountMax", createPaymentInput, (n) => ({ ...create, payment_amount: n })],
  ["paymentCodeCharacters", createPaymentInput, (n) => ({ ...create, payment_code: letters(n) })],
  ["textCharacters", createPaymentInput, (n) => ({ ...create, customer_name: letters(n) })],
  [
    "customerPhoneCharacters",
    createPaymentInput,
    (n) => ({ ...create, customer_phone: "0".repeat(n) }),
  ],
  ["urlCharacters", createPaymentInput, (n) => ({ ...create, payment_return_url: url(n) })],
  ["urlCharacters", createPaymentInput, (n) => ({ ...create, payment_webhook_url: url(n) })],
  ["urlCharacters", settingsOperations.changeSettings.input, (n) => ({ webhook_url: url(n) })],
  [
    "orderItems",
    createPaymentInput,
    (n) => ({ ...create, payment_amount: n, customer_orders: list(n, item) }),
  ],
  [
    "passwordCharactersMax",
    sessionOperations.changePassword.input,
    (n) => ({ current_password: "x", new_password: letters(n) }),
  ],
  ["overviewDaysMax", overviewOperations.getOverview.input, (n) => ({ days: n })],
  ["qrisCharacters", accountOperations.previewQris.input, (n) => ({ qris: letters(n) })],
  [
    "additionalSteps",
    accountOperations.changeChannelSteps.input,
    (n) => ({ channel_id: id, additions: list(n, step) }),
  ],
  [
    "instructionCharacters",
    accountOperations.changeChannelSteps.input,
    (n) => ({ channel_id: id, additions: [{ ...step, content: letters(n) }] }),
  ],
  ["quotaDaysPerOrder", accountOperations.orderQuota.input, (n) => ({ account_id: id, days: n })],
  ["quotaDaysPerOrder", operatorOperations.grantQuota.input, (n) => ({ account_id: id, days: n })],
  [
    "paymentAmountMax",
    accountOperations.createOwnAccount.input,
    (n) => ({ ...bankAccount, account_max_amount: n }),
  ],
  ["notificationsPerReport", reportMutations.input, (n) => ({ notifications: list(n, report) })],
  ["notificationTextCharacters", notification, (n) => ({ ...report, body: letters(n) })],
  ["notificationTextCharacters", notification, (n) => ({ ...report, big_text: letters(n) })],
  ["notificationKeyCharacters", notification, (n) => ({ ...report, key: letters(n) })],
  ["listenerErrorCharacters", heartbeat.input, (n) => ({ listener_error: letters(n) })],
];

test.each(bounds)("%s holds (%#)", (name, schema, valueOf) => {
  expect(schema.safeParse(valueOf(limits[name])).error).toBeUndefined();
  expect(schema.safeParse(valueOf(limits[name] + 1)).success).toBe(false);
});

test("a password has its least length", () => {
  const { input } = sessionOperations.changePassword;
  const withPassword = (count: number) => ({ current_password: "x", new_password: letters(count) });
  expect(input.safeParse(withPassword(limits.passwordCharactersMin)).success).toBe(true);
  expect(input.safeParse(withPassword(limits.passwordCharactersMin - 1)).success).toBe(false);
});

test.each(["account_number", "account_name"])("an account's %s is one line of text", (field) => {
  const { input } = accountOperations.createOwnAccount;
  const refusalOf = (value: string) =>
    input.safeParse({ ...bankAccount, [field]: value }).error?.issues[0]?.message;
  expect(refusalOf("  ")).toBe("must not be empty");
  expect(refusalOf("123\t456")).toBe("must not contain control characters");
  expect(refusalOf("123\u0085")).toBe("must not contain control characters");
  expect(refusalOf(" 123")).toBe("must not begin or end with a space");
  expect(refusalOf("0812-3456 7890 (Toko “Sari”)")).toBeUndefined();
});

test("what is not asked for has its default", () => {
  expect(listPayments.input.parse({})).toEqual({ page: 1, per_page: limits.perPageDefault });
  expect(overviewOperations.getOverview.input.parse({})).toEqual({
    days: limits.overviewDaysDefault,
  });
});
