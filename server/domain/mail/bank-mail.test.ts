import { expect, test } from "vitest";
import {
  type HeaderLines,
  rsaKey,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import type { MailRule } from "../banks/bank.ts";
import { ocbc } from "../banks/ocbc.ts";
import { judgeMail, tooLarge } from "./bank-mail.ts";

const key = rsaKey("ocbcnisp.com", "mail2026");
const dns = new TestDns([key]);
const address = "kasir@toko.example";
const rule = ocbc.mail?.rules?.[0] as MailRule;
const [sample] = rule.samples as [MailRule["samples"][number]];
const at = new Date(Date.parse(sample.at) + 60_000);
const accounts = [
  {
    account_id: "one",
    account_number: sample.account,
    account_name: null,
    channel_code: "OCBC",
    package_name: "com.ocbc",
  },
];
const header: HeaderLines = [
  ["From", "OCBC <noreply@ocbcnisp.com>"],
  ["To", address],
  ["Subject", sample.subject],
  ["Date", at.toUTCString().replace("GMT", "+0000")],
  ["Message-ID", "<1@ocbcnisp.com>"],
  ["Content-Type", "text/plain; charset=utf-8"],
];

async function judged(change: (text: string) => string, signedBy = key) {
  const mail = writeMail(header, change(sample.text).replaceAll("\n", "\r\n"));
  const signed = await signMail(mail, signedBy, { signedAt: at });
  const { lookUpKey } = dns;
  return judgeMail(Buffer.from(signed), { address, accounts, taught: [] }, { lookUpKey, at });
}

test("an email of a bank names the account by all digits that it writes", async () => {
  const { account } = sample;
  expect(await judged((text) => text)).toMatchObject({ outcome: "recorded" });
  expect(await judged((text) => text.replace(account, account.slice(-6)))).toMatchObject({
    outcome: "recorded",
    mutation: { account_id: "one" },
  });
});

test.each([5, 3, 1])("a number with %i visible digits names no account", async (digits) => {
  const { account } = sample;
  const masked = await judged((text) => text.replace(account, `***${account.slice(-digits)}`));
  expect(masked).toMatchObject({ outcome: "unread", mutation: null });
  const short = await judged((text) => text.replace(account, account.slice(-digits)));
  expect(short).toMatchObject({ outcome: "unread", mutation: null });
});

test("an email with a key that DNS does not have waits for it by its name", async () => {
  const next = rsaKey("ocbcnisp.com", "new2027");
  expect(await judged((text) => text, next)).toMatchObject({
    outcome: "waiting",
    waits_for: "no_key",
    key_name: "new2027._domainkey.ocbcnisp.com",
  });
  dns.isAway = true;
  expect(await judged((text) => text)).toMatchObject({
    outcome: "waiting",
    waits_for: "dns_away",
    key_name: "mail2026._domainkey.ocbcnisp.com",
  });
  dns.isAway = false;
});

test("an email that is too large shows its sender", () => {
  const from = "From: OCBC <noreply@ocbcnisp.com>\r\n\r\n";
  expect(tooLarge({ uid: 1, from })).toMatchObject({ sender: "noreply@ocbcnisp.com" });
});
