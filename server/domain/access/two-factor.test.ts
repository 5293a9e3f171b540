import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { ownerOf, ownersKeys } from "../../testing/dashboard.ts";
import { actorOf, clientOf, findSession, openSession } from "./sessions.ts";
import type { Session } from "./sessions.sql.ts";
import { verifyTotpCode } from "./totp.ts";
import {
  confirmPerson,
  disableTwoFactor,
  enableTwoFactor,
  offerTwoFactor,
  readTwoFactor,
  replaceRecoveryCodes,
} from "./two-factor.ts";

const today = drawnDay("two factors");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let token: string;

const start = today("10:00").getTime();
const client = clientOf("203.0.113.7", undefined);
let clockMilliseconds = start;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  clockMilliseconds = start;
  gateway.setClock(new Date(start));
  shop = await shopWithAccount(gateway);
  const merchant = {
    ...shop,
    merchant_name: "Toko",
    person: ownerOf(shop),
    is_operator: false,
    is_two_factor_enabled: false,
  };
  ({ token } = await openSession(gateway, merchant, { client, is_confirmed: false }));
});
afterAll(() => database.drop());

const session = async () => (await findSession(gateway, token)) as Session;
const actor = async () => actorOf(await session(), client);

function wait(seconds: number): void {
  clockMilliseconds += seconds * 1000;
  gateway.setClock(new Date(clockMilliseconds));
}

/** Returns a code that was not shown before. */
function nextCode(secret: string): string {
  wait(30);
  return currentTotpCode(secret, clockMilliseconds);
}

const anotherBrowser = () =>
  openSession(
    gateway,
    {
      ...shop,
      merchant_name: "Toko",
      person: ownerOf(shop),
      is_operator: false,
      is_two_factor_enabled: true,
    },
    { client, is_confirmed: false },
  );

const offer = async () => offerTwoFactor(gateway, await session());
const enable = async (code: string) =>
  enableTwoFactor(gateway, await actor(), { session: await session(), code });
const verify = (code: string) => verifyTotpCode(gateway, { merchant_id: shop.merchant_id, code });
const confirm = async (code: string) =>
  confirmPerson(gateway, await actor(), { session: await session(), code });

async function enabled(): Promise<string> {
  const { secret } = await offer();
  await enable(nextCode(secret));
  return secret;
}

describe("switching on two-factor authentication", () => {
  test("requires a scan and one code, and returns ten recovery codes", async () => {
    const offered = await offer();
    expect(offered.uri).toContain(offered.secret);
    expect(offered.qr_svg).toMatch(/^<svg .*<\/svg>$/);
    const { recovery_codes } = await enable(nextCode(offered.secret));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/);
    expect(await readTwoFactor(gateway, ownersKeys(shop))).toMatchObject({
      is_enabled: true,
      unused_recovery_codes: 10,
    });
    await verify(nextCode(offered.secret));
  });

  test("changes nothing before the code", async () => {
    const { secret } = await offer();
    expect(await readTwoFactor(gateway, ownersKeys(shop))).toMatchObject({ is_enabled: false });
    await expect(verify(nextCode(secret))).rejects.toMatchObject({ code: "totp_not_enabled" });
    await expect(enable("000000")).rejects.toMatchObject({ code: "invalid totp code" });
    expect(await readTwoFactor(gateway, ownersKeys(shop))).toMatchObject({ is_enabled: false });
  });

  test("uses the code up, and confirms the person with it", async () => {
    const { secret } = await offer();
    const code = nextCode(secret);
    await enable(code);
    expect((await session()).confirmed_until).toEqual(new Date(clockMilliseconds + 5 * 60 * 1000));
    await expect(confirm(code)).rejects.toThrow("already used");
  });

  test("requires a recent offer, of which only the last one counts", async () => {
    await expect(enable("123456")).rejects.toMatchObject({ code: "conflict" });
    const replaced = await offer();
    const present = await offer();
    await expect(enable(nextCode(replaced.secret))).rejects.toMatchObject({
      code: "invalid totp code",
    });
    wait(16 * 60);
    await expect(enable(nextCode(present.secret))).rejects.toMatchObject({ code: "conflict" });
  });

  test("succeeds once when two browsers confirm the same code simultaneously", async () => {
    const { secret } = await offer();
    const code = nextCode(secret);
    const attempts = await Promise.allSettled([enable(code), enable(code), enable(code)]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("again requires a confirmed person, and keeps the old secret until the new code", async () => {
    const old = await enabled();
    wait(5 * 60);
    await expect(offer()).rejects.toMatchObject({ code: "confirmation_required" });
    await confirm(nextCode(old));
    const replacement = await offer();
    await verify(nextCode(old));
    await enable(nextCode(replacement.secret));
    await expect(verify(nextCode(old))).rejects.toMatchObject({ code: "invalid totp code" });
    await verify(nextCode(replacement.secret));
  });
});

test("does not replace the secret with an offer from before another browser switched it on", async () => {
  const before = await session();
  const secret = await enabled();
  const late = await offerTwoFactor(gateway, before);
  wait(5 * 60);
  const replacing = enableTwoFactor(gateway, await actor(), {
    session: before,
    code: nextCode(late.secret),
  });
  await expect(replacing).rejects.toMatchObject({ code: "conflict" });
  await expect(enable(nextCode(late.secret))).rejects.toMatchObject({
    code: "confirmation_required",
  });
  await verify(nextCode(secret));
});

describe("confirming the person", () => {
  test("lasts five minutes, in this session only", async () => {
    const secret = await enabled();
    const elsewhere = await anotherBrowser();
    await confirm(nextCode(secret));
    expect((await session()).confirmed_until).not.toBeNull();
    expect((await findSession(gateway, elsewhere.token))?.confirmed_until).toBeNull();
    wait(299);
    expect((await session()).confirmed_until).not.toBeNull();
    wait(1);
    expect((await session()).confirmed_until).toBeNull();
  });

  test("accepts each code once, also if sent many times simultaneously", async () => {
    const secret = await enabled();
    const code = nextCode(secret);
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(code)));
    // Each attempt counts as wrong until it is checked, so some attempts are refused before their check.
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is limited per session, so guesses in a stolen session do not lock the person out", async () => {
    const secret = await enabled();
    const owner = await anotherBrowser();
    for (let count = 0; count < 5; count += 1) {
      await expect(confirm("000000")).rejects.toMatchObject({ code: "invalid totp code" });
    }
    await expect(confirm(nextCode(secret))).rejects.toMatchObject({ code: "rate_limited" });
    await verify(nextCode(secret));
    await confirmPerson(gateway, await actor(), { ...owner, code: nextCode(secret) });
    wait(15 * 60);
    await confirm(nextCode(secret));
  });

  test("is throttled for all sessions after twenty wrong codes, and a right one does not count", async () => {
    const secret = await enabled();
    await confirm(nextCode(secret));
    for (let count = 0; count < 20; count += 1) {
      const { session: guessing } = await anotherBrowser();
      const guess = confirmPerson(gateway, await actor(), { session: guessing, code: "000000" });
      await expect(guess).rejects.toMatchObject({ code: "invalid totp code" });
    }
    await expect(confirm(nextCode(secret))).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("needs two-factor authentication", async () => {
    await expect(confirm("123456")).rejects.toMatchObject({ code: "totp_not_enabled" });
  });
});

describe("switching off two-factor authentication", () => {
  const disable = async (proof: { totp_code?: string; recovery_code?: string }) =>
    disableTwoFactor(gateway, await actor(), {
      session: await session(),
      totp_code: null,
      recovery_code: null,
      ...proof,
    });

  test("accepts a code of the app, and ends the recovery codes", async () => {
    const secret = await enabled();
    await expect(disable({ totp_code: "000000" })).rejects.toMatchObject({
      code: "invalid totp code",
    });
    await disable({ totp_code: nextCode(secret) });
    expect(await readTwoFactor(gateway, ownersKeys(shop))).toEqual({
      is_enabled: false,
      enabled_at: null,
      unused_recovery_codes: 0,
    });
  });

  test("accepts a recovery code", async () => {
    const { secret } = await offer();
    const { recovery_codes } = await enable(nextCode(secret));
    await expect(disable({ recovery_code: randomUUID() })).rejects.toMatchObject({
      code: "invalid totp code",
    });
    await disable({ recovery_code: recovery_codes[3] ?? "" });
    expect(await readTwoFactor(gateway, ownersKeys(shop))).toMatchObject({ is_enabled: false });
  });
});

test("replaces the old recovery codes with new ones", async () => {
  const { secret } = await offer();
  const old = await enable(nextCode(secret));
  const renewed = await replaceRecoveryCodes(gateway, await actor(), {
    session: await session(),
    code: nextCode(secret),
  });
  expect(renewed.recovery_codes.filter((code) => old.recovery_codes.includes(code))).toEqual([]);
  expect(await readTwoFactor(gateway, ownersKeys(shop))).toMatchObject({
    unused_recovery_codes: 10,
  });
});
