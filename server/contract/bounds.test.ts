import { expect, test } from "vitest";
import type { z } from "zod";
import { accountOperations } from "./dashboard/accounts.ts";
import { invoiceOperations } from "./dashboard/invoices.ts";
import { operatorOperations } from "./dashboard/operator.ts";
import { overviewOperations } from "./dashboard/overview.ts";
import { sessionOperations } from "./dashboard/session.ts";
import { settingsOperations } from "./dashboard/settings.ts";
import { linkOperations } from "./dashboard/links.ts";
import { limits } from "./limits.ts";
import { createPaymentInput, listPayments } from "./payments.ts";
import { heartbeat, notification, reportMutations } from "./worker.ts";

/** Tests the bounds of fields: the bound itself is accepted, and one more is refused. */

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
const invoice = {
  form_key: id,
  account_id: id,
  payment_amount: 1,
  customer_name: "Siti",
  deadline_seconds: 3600,
};
const newInvoice = invoiceOperations.createInvoice.input;
const letters = (count: number) => "x".repeat(count);
const url = (count: number) => "https://shop.example/".padEnd(count, "x");
const list = <Item>(count: number, one: Item) => Array.from({ length: count }, () => one);
const notes = (count: number) =>
  Object.fromEntries(list(count, "x").map((one, i) => [`key ${i}`, one]));
const link = { link_name: "Kopi", amounts: [1] };
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
  ["metadataKeys", createPaymentInput, (n) => ({ ...create, metadata: notes(n) })],
  [
    "metadataKeyCharacters",
    createPaymentInput,
    (n) => ({ ...create, metadata: { [letters(n)]: "" } }),
  ],
  [
    "metadataValueCharacters",
    createPaymentInput,
    (n) => ({ ...create, metadata: { a: letters(n) } }),
  ],
  [
    "passwordCharactersMax",
    sessionOperations.changePassword.input,
    (n) => ({ current_password: "x", new_password: letters(n) }),
  ],
  ["saleNoteCharacters", newInvoice, (n) => ({ ...invoice, note: letters(n) })],
  ["saleDeadlineSecondsMax", newInvoice, (n) => ({ ...invoice, deadline_seconds: n })],
  [
    "itemQuantityMax",
    newInvoice,
    (n) => ({ ...invoice, payment_amount: n, items: [{ ...item, quantity: n }] }),
  ],
  ["orderItems", newInvoice, (n) => ({ ...invoice, payment_amount: n, items: list(n, item) })],
  ["paymentAmountMax", newInvoice, (n) => ({ ...invoice, payment_amount: n })],
  [
    "paymentAmountMax",
    newInvoice,
    (n) => ({ ...invoice, payment_amount: null, items: [{ ...item, price: n - 1 }, item] }),
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
  [
    "linkSlugCharactersMax",
    linkOperations.createLink.input,
    (n) => ({ ...link, slug: letters(n) }),
  ],
  [
    "linkDescriptionCharacters",
    linkOperations.createLink.input,
    (n) => ({ ...link, description: letters(n) }),
  ],
  ["linkAmounts", linkOperations.createLink.input, (n) => ({ ...link, amounts: list(n, 1) })],
  ["linkQuantityMax", linkOperations.createLink.input, (n) => ({ ...link, quantity_max: n })],
  ["linkStockMax", linkOperations.createLink.input, (n) => ({ ...link, stock: n })],
  ["linkStockMax", linkOperations.createLink.input, (n) => ({ ...link, payments_max: n })],
  [
    "linkDeadlineSecondsMax",
    linkOperations.createLink.input,
    (n) => ({ ...link, deadline_seconds: n }),
  ],
  [
    "logoCharacters",
    settingsOperations.changeSettings.input,
    (n) => ({ logo_url: "data:image/png;base64,".padEnd(n, "A") }),
  ],
  [
    "linkPictureCharacters",
    linkOperations.setLinkPicture.input,
    (n) => ({ link_id: id, picture: letters(n) }),
  ],
  ["notificationsPerReport", reportMutations.input, (n) => ({ notifications: list(n, report) })],
  ["notificationTextCharacters", notification, (n) => ({ ...report, body: letters(n) })],
  ["notificationTextCharacters", notification, (n) => ({ ...report, big_text: letters(n) })],
  ["notificationKeyCharacters", notification, (n) => ({ ...report, key: letters(n) })],
  ["listenerErrorCharacters", heartbeat.input, (n) => ({ listener_error: letters(n) })],
];

test.each(bounds)("%s is enforced (%#)", (name, schema, valueOf) => {
  expect(schema.safeParse(valueOf(limits[name])).error).toBeUndefined();
  expect(schema.safeParse(valueOf(limits[name] + 1)).success).toBe(false);
});

test("an invoice has a minimum deadline", () => {
  const withDeadline = (deadline_seconds: number) =>
    newInvoice.safeParse({ ...invoice, deadline_seconds }).success;
  expect(withDeadline(limits.saleDeadlineSecondsMin)).toBe(true);
  expect(withDeadline(limits.saleDeadlineSecondsMin - 1)).toBe(false);
});

test("the address and the deadline of a payment link have minimum values", () => {
  const { input } = linkOperations.createLink;
  const takes = (fields: object) => input.safeParse({ ...link, ...fields }).success;
  expect(takes({ slug: letters(limits.linkSlugCharactersMin) })).toBe(true);
  expect(takes({ slug: letters(limits.linkSlugCharactersMin - 1) })).toBe(false);
  expect(takes({ deadline_seconds: limits.linkDeadlineSecondsMin })).toBe(true);
  expect(takes({ deadline_seconds: limits.linkDeadlineSecondsMin - 1 })).toBe(false);
  expect(input.parse(link).deadline_seconds).toBe(limits.linkDeadlineSecondsDefault);
});

test("a password has a minimum length", () => {
  const { input } = sessionOperations.changePassword;
  const withPassword = (count: number) => ({ current_password: "x", new_password: letters(count) });
  expect(input.safeParse(withPassword(limits.passwordCharactersMin)).success).toBe(true);
  expect(input.safeParse(withPassword(limits.passwordCharactersMin - 1)).success).toBe(false);
});

test.each(["account_number", "account_name"])("an account's %s is one line of text", (field) => {
  const { input } = accountOperations.createOwnAccount;
  const refusalOf = (value: string) =>
    input.safeParse({ ...bankAccount, [field]: value }).error?.issues[0]?.message;
  // A blank text in an optional field counts as absent.
  expect(refusalOf("  ")).toBeUndefined();
  expect(refusalOf("123\t456")).toBe("must not contain control characters");
  expect(refusalOf("123\u0085")).toBe("must not contain control characters");
  expect(refusalOf(" 123")).toBe("must not begin or end with a space");
  expect(refusalOf("0812-3456 7890 (Toko “Sari”)")).toBeUndefined();
});

test("a missing parameter has its default", () => {
  expect(listPayments.input.parse({})).toEqual({ page: 1, per_page: limits.perPageDefault });
  expect(overviewOperations.getOverview.input.parse({})).toEqual({
    days: limits.overviewDaysDefault,
  });
});
