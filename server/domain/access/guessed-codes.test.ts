import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  pendingPayment,
  shopInTestMode,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listAuditEntries } from "./audit.ts";
import { warnOfGuessedCodes } from "./guessed-codes.ts";
import { matchPayment } from "../mutations/matching.ts";
import type { Mailer } from "./password-resets.ts";
import { actorOf } from "./sessions.ts";
import { confirmPerson } from "./two-factor.ts";
import { signIn } from "./sign-in.ts";
import { enableTotp } from "./totp.ts";

/** Tests a person who has a merchant's API key and guesses one-time codes. */

const begin = drawnDay("guessed codes")("10:00").getTime();
const client = { client_address: "198.51.100.7", user_agent: "curl/8" };
const owner = { client_address: "203.0.113.7", user_agent: "Browser/1" };

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let secret: string;
const mails: Parameters<Mailer["send"]>[0][] = [];
const mailer: Mailer = { send: (mail) => void mails.push(mail) };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  mails.length = 0;
  gateway.setClock(new Date(begin));
  shop = await shopWithAccount(gateway);
  ({ secret } = await enableTotp(gateway, shop.merchant_id));
});
afterAll(() => database.drop());

const after = (seconds: number) => gateway.setClock(new Date(begin + seconds * 1000));
const rightCode = () => currentTotpCode(secret, gateway.now()?.getTime() ?? 0);

async function match(
  totp_code: string,
  by: Mailer | null = mailer,
  with_key_of = shop,
): Promise<string> {
  const { payment_code } = await pendingPayment(gateway, with_key_of);
  const { merchant_id } = with_key_of;
  return matchPayment(gateway, {
    merchant_id,
    payment_code,
    mutation_id: null,
    totp_code,
    guessed: (warned) => warnOfGuessedCodes(gateway, by, { merchant_id: warned, client }),
  }).then(
    () => "paid",
    ({ code }: { code: string }) => code,
  );
}

async function guess(times: number, by?: Mailer | null): Promise<void> {
  const wrong = ["000000", "111111", "222222"].find((code) => code !== rightCode()) ?? "";
  for (let time = 0; time < times; time++) {
    expect(await match(wrong, by)).toBe("invalid totp code");
  }
}

const enter = (totp_code: string, browser_token = "") =>
  signIn(
    gateway,
    { email: shop.email, password: shop.password, totp_code, recovery_code: null },
    owner,
    browser_token,
  );

async function warnings() {
  const { items } = await listAuditEntries(gateway, {
    merchant_id: shop.merchant_id,
    per_page: 50,
  });
  return items.filter(({ action }) => action === "codes.guessed");
}

test("five wrong codes block no operation of the owner in the dashboard", async () => {
  await guess(5);
  expect(await match(rightCode())).toBe("rate_limited");
  const { session } = await enter(rightCode());
  after(30);
  const actor = actorOf(session, owner);
  expect(await confirmPerson(gateway, actor, { session, code: rightCode() })).toMatchObject({
    confirmed_until: expect.any(String),
  });
});

test("the owner's wrong codes at sign-in do not count against the API", async () => {
  for (let time = 0; time < limits.totpFailures; time++) {
    await expect(enter("000000")).rejects.toMatchObject({ code: "unauthorized" });
  }
  // Tepat refuses further codes unchecked, even the correct one.
  await expect(enter(rightCode())).rejects.toMatchObject({ code: "unauthorized" });
  expect(await match(rightCode())).toBe("paid");
});

test("a person who knows the password and guesses codes does not lock out known browsers", async () => {
  const { browser_token } = await enter(rightCode());
  after(60);
  for (let time = 0; time < limits.totpFailures; time++) {
    await expect(enter("000000")).rejects.toMatchObject({ code: "unauthorized" });
  }
  await expect(enter(rightCode())).rejects.toMatchObject({ code: "unauthorized" });
  await enter(rightCode(), browser_token);
});

test("the owner gets a warning after five wrong codes, and none before", async () => {
  await guess(4);
  expect([await warnings(), mails]).toEqual([[], []]);
  await guess(1);
  expect(await warnings()).toEqual([
    expect.objectContaining({ actor: "stranger", ...client, details: { count: 5 } }),
  ]);
  expect(mails).toEqual([
    {
      to: shop.email,
      subject: expect.stringContaining("API"),
      text: expect.stringContaining("https://pay.example/dashboard"),
    },
  ]);
  expect(mails[0]?.text).toContain(client.client_address);
  expect(mails[0]?.text).not.toContain(secret);
});

test("wrong codes with a test key block no code of a live key, and the owner gets a warning", async () => {
  const testShop = await shopInTestMode(gateway, shop);
  for (let time = 0; time < limits.totpFailures; time++) {
    expect(await match("000000", mailer, testShop)).toBe("invalid totp code");
  }
  // Tepat no longer checks a correct code either.
  expect(await match(rightCode(), mailer, testShop)).toBe("rate_limited");
  expect(await warnings()).toHaveLength(1);
  expect(mails.map(({ to }) => to)).toEqual([shop.email]);
  expect(await match(rightCode())).toBe("paid");
  await guess(limits.totpFailures);
  expect(await match(rightCode())).toBe("rate_limited");
  after(limits.totpFailureWindowSeconds + 60);
  expect(await match(rightCode(), mailer, testShop)).toBe("paid");
});

test("a merchant without email finds the warning in the audit log", async () => {
  await guess(5, null);
  expect(await warnings()).toHaveLength(1);
});

test("continued guesses cause one warning an hour", async () => {
  const window = limits.totpFailureWindowSeconds;
  for (let round = 0; round * window < limits.guessedCodesPauseSeconds; round++) {
    after(round * (window + 1));
    if (round * (window + 1) < limits.guessedCodesPauseSeconds) await guess(5);
  }
  expect([await warnings(), mails]).toEqual([[expect.anything()], [expect.anything()]]);
  after(limits.guessedCodesPauseSeconds + window);
  await guess(5);
  expect(await warnings()).toHaveLength(2);
  expect(mails).toHaveLength(2);
});
