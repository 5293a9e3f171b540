import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { colleague, visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "./audit.ts";
import { newResetToken } from "../security/credentials.ts";
import { redeemPasswordReset, requestPasswordReset, type Mailer } from "./password-resets.ts";
import { findSession } from "./sessions.ts";
import { resetPassword, signIn } from "./sign-in.ts";

const today = drawnDay("password resets");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let mails: Parameters<Mailer["send"]>[0][];
const mailer: Mailer = { send: (mail) => void mails.push(mail) };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  mails = [];
  gateway.setClock(today("10:00"));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const client = () => ({ client_address: randomUUID(), user_agent: null });
const ask = (email = shop.email) => requestPasswordReset(gateway, mailer, email, client());
const redeem = (token: string, new_password = "another calm lake") =>
  redeemPasswordReset(gateway, { token, new_password }, client());
const enter = (password: string) =>
  signIn(gateway, { email: shop.email, password, totp_code: null, recovery_code: null }, client());
const sentToken = () => /#token=(\S+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";

test("the email's link sets a new password, once, and ends every session", async () => {
  const { token } = await visitor(gateway, shop);
  await ask(shop.email.toUpperCase());
  expect(mails).toMatchObject([{ to: shop.email }]);
  expect(mails[0]?.text).toContain("https://pay.example/dashboard/reset-password#token=pgr_");
  await redeem(sentToken());
  expect(await findSession(gateway, token)).toBeNull();
  await expect(enter(shop.password)).rejects.toMatchObject({ code: "unauthorized" });
  await enter("another calm lake");
  await expect(redeem(sentToken())).rejects.toMatchObject({ code: "conflict" });
});

test("the audit log names the person who used the link, not the first owner", async () => {
  const { session } = await colleague(gateway, shop, "finance");
  await ask(session.email);
  await redeem(sentToken());
  const { items } = await listAuditEntries(gateway, {
    merchant_id: shop.merchant_id,
    per_page: 1,
  });
  expect(items).toMatchObject([
    {
      action: "password.reset",
      object_id: session.person.person_id,
      person_name: session.person.name,
    },
  ]);
});

test("a request reveals no account, and a person does not get two emails in a row", async () => {
  await ask("nobody@example.com");
  expect(mails).toEqual([]);
  await ask();
  await ask();
  expect(mails).toHaveLength(1);
  const first = sentToken();
  gateway.setClock(today("10:05"));
  await ask();
  expect(mails).toHaveLength(2);
  await expect(redeem(first)).rejects.toMatchObject({ code: "conflict" });
  await redeem(sentToken());
});

test("the link lasts thirty minutes", async () => {
  await ask();
  gateway.setClock(today("10:30"));
  await expect(redeem(sentToken())).rejects.toMatchObject({ code: "conflict" });
  await enter(shop.password);
});

test("a guessable password changes nothing, and the link stays valid", async () => {
  await ask();
  await expect(redeem(sentToken(), `${shop.email}1`)).rejects.toMatchObject({
    code: "validation_error",
  });
  await enter(shop.password);
  await redeem(sentToken());
});

test("one of many simultaneous uses of a link sets the password", async () => {
  await ask();
  const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
  const attempts = await Promise.allSettled(passwords.map((one) => redeem(sentToken(), one)));
  const winners = passwords.filter((_, index) => attempts[index]?.status === "fulfilled");
  expect(winners).toHaveLength(1);
  await enter(winners[0] ?? "");
});

test.each(["", "pgr_", "x".repeat(43)])("%j is not a token, nor is an unsent one", async (text) => {
  await expect(redeem(text)).rejects.toMatchObject({ code: "conflict" });
  await expect(redeem(newResetToken())).rejects.toMatchObject({ code: "conflict" });
});

test("without a mail server the operation does not exist", async () => {
  const request = requestPasswordReset(gateway, null, shop.email, client());
  await expect(request).rejects.toMatchObject({ code: "not_found" });
});

test("the response takes as long for an unknown address as for a known one", async () => {
  for (const email of [shop.email, "nobody@example.com"]) {
    const askedAt = performance.now();
    await ask(email);
    // A timer can fire one millisecond early.
    expect(performance.now() - askedAt).toBeGreaterThan(limits.passwordResetAnswerMilliseconds - 2);
  }
});

test("another change of the password ends the link", async () => {
  await ask();
  await resetPassword(gateway, shop.merchant_id);
  await expect(redeem(sentToken())).rejects.toMatchObject({ code: "conflict" });
});

test("the database does not contain the token", async () => {
  await ask();
  const [row] = await database.sql<{ everything: string }[]>`
    select json_agg(password_links)::text as everything from password_links`;
  expect(row?.everything).not.toContain(sentToken());
});
