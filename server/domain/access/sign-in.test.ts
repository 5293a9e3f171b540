import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { ownersKeys } from "../../testing/dashboard.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { limits } from "../../contract/limits.ts";
import { findKnownBrowser } from "./known-browsers.ts";
import { checkPassword, hashPassword } from "../security/passwords.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { actorOf, findSession, forgetEndedSessions, type Client } from "./sessions.ts";
import { signUpRules, strangerRules, visitorRules } from "./sign-in-attempts.ts";
import { countSignInAttempt, type AttemptRule } from "./sign-in-attempts.sql.ts";
import { changePassword, resetPassword, signIn, signUp } from "./sign-in.ts";
import { enableTotp } from "./totp.ts";

const today = drawnDay("signing in");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql, { allowSignUp: true });
});
beforeEach(async () => {
  gateway.setClock(today("10:00"));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

/** Each client has its own address, so that the tests' guesses are counted separately. */
const newClient = (): Client => ({ client_address: randomUUID(), user_agent: "Browser/1" });

const enter = (fields: object = {}, client = newClient(), browser_token = "") =>
  signIn(
    gateway,
    {
      email: shop.email,
      password: shop.password,
      totp_code: null,
      recovery_code: null,
      ...fields,
    },
    client,
    browser_token,
  );

const codeAt = (secret: string, time: Date) => currentTotpCode(secret, time.getTime());

async function refusalOf(attempt: Promise<unknown>): Promise<{ code: string; message: string }> {
  const refusal = await attempt.then(
    () => undefined,
    (cause: { code: string; message: string }) => cause,
  );
  expect(refusal).toBeDefined();
  return { code: refusal?.code ?? "", message: refusal?.message ?? "" };
}

describe("signing in", () => {
  test("opens a session of the merchant, with the address in any case", async () => {
    const { token, session } = await enter({ email: shop.email.toUpperCase() });
    expect(session).toMatchObject({ merchant_id: shop.merchant_id, confirmed_until: null });
    expect(await findSession(gateway, token)).toEqual(session);
  });

  test("answers wrong passwords, unknown addresses and a missing code alike", async () => {
    const other = await shopWithAccount(gateway);
    await enableTotp(gateway, other.merchant_id);
    const refusals = await Promise.all([
      refusalOf(enter({ password: "wrong" })),
      refusalOf(enter({ email: "nobody@example.com" })),
      refusalOf(enter({ email: other.email, password: other.password })),
      refusalOf(enter({ email: other.email, password: "wrong" })),
    ]);
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: "unauthorized" });
    expect(refusals[0]?.message).toContain("one-time code");
  });

  test("answers a wrong code as it answers a wrong password with a code", async () => {
    await enableTotp(gateway, shop.merchant_id);
    const wrongCode = await refusalOf(enter({ totp_code: "000000" }));
    expect(await refusalOf(enter({ password: "wrong", totp_code: "000000" }))).toEqual(wrongCode);
    expect(await refusalOf(enter({ recovery_code: "0000" }))).toEqual(wrongCode);
  });

  test("with a code confirms the person for five minutes, and uses the code up", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const totp_code = codeAt(secret, today("10:00"));
    const { session } = await enter({ totp_code });
    expect(session.confirmed_until).toEqual(today("10:05"));
    expect(await refusalOf(enter({ totp_code }))).toMatchObject({ code: "unauthorized" });
  });

  test("with a recovery code uses that code up, in any spelling", async () => {
    await enableTotp(gateway, shop.merchant_id);
    const [code = "", another = ""] = await renewRecoveryCodes(database.sql, ownersKeys(shop));
    const typed = code.toUpperCase().replaceAll("-", " ");
    const { session } = await enter({ recovery_code: typed });
    expect(session.confirmed_until).toBeNull();
    expect(await refusalOf(enter({ recovery_code: code }))).toMatchObject({ code: "unauthorized" });
    await enter({ recovery_code: another });
  });

  test("accepts one of many simultaneous uses of a recovery code", async () => {
    await enableTotp(gateway, shop.merchant_id);
    const [code = ""] = await renewRecoveryCodes(database.sql, ownersKeys(shop));
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => enter({ recovery_code: code })),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("hashes a password again if its hash has other settings", async () => {
    const old = await hashPassword(shop.password, {
      settings: { memory: 1024, passes: 1, parallelism: 1 },
    });
    await database.sql`update people set password_hash = ${old} where person_id = ${shop.merchant_id}`;
    await enter();
    const [row] = await database.sql<{ password_hash: string }[]>`
      select password_hash from people where person_id = ${shop.merchant_id}`;
    expect(row?.password_hash).toContain("$m=19456,t=2,p=1$");
    await enter();
  });
});

describe("guessing", () => {
  const guess = (client: Client, email = shop.email, browser_token = "") =>
    refusalOf(enter({ email, password: "wrong" }, client, browser_token));
  const judgedOf = (guesses: { code: string }[]) =>
    guesses.filter(({ code }) => code === "unauthorized").length;
  const many = <Outcome>(count: number, one: () => Promise<Outcome>) =>
    Promise.all(Array.from({ length: count }, one));
  /** Counts a guess without hashing it. Returns null if the guess would be checked. */
  const attempt = (rules: AttemptRule[]) =>
    countSignInAttempt(database.sql, { rules, at: gateway.now() });
  const strangersAttempt = (email = shop.email) => attempt(strangerRules(email, randomUUID()));
  const admittedOf = (attempts: (number | null)[]) =>
    attempts.filter((wait) => wait === null).length;

  test("from one network is blocked after ten wrong passwords, even in parallel, and locks out no other person", async () => {
    const stranger = newClient();
    const guesses = await many(15, () => guess(stranger));
    expect(judgedOf(guesses)).toBe(limits.signInAttemptsPerAccountAndNetwork);
    // From here on, even the correct password is refused until the window ends.
    expect(await refusalOf(enter({}, stranger))).toMatchObject({ code: "rate_limited" });
    await enter();
    gateway.setClock(today("10:15:01"));
    await enter({}, stranger);
  });

  test("is refused with the time to wait, which a refused attempt does not lengthen", async () => {
    const stranger = newClient();
    await many(limits.signInAttemptsPerAccountAndNetwork, () => guess(stranger));
    gateway.setClock(today("10:05"));
    for (const _again of [1, 2, 3]) {
      await expect(enter({}, stranger)).rejects.toMatchObject({
        headers: { "x-ratelimit-reset": "600", "retry-after": "600" },
      });
    }
  });

  test("from everywhere at once is checked twenty times, then after doubling delays", async () => {
    const attempts = await many(40, () => strangersAttempt());
    expect(admittedOf(attempts)).toBe(limits.signInAttemptsPerAccount);
    for (const [seconds, wait] of [
      [1, "2"],
      [3, "4"],
      [7, "8"],
    ] as const) {
      gateway.setClock(new Date(today("10:00").getTime() + seconds * 1_000));
      expect(admittedOf(await many(3, () => strangersAttempt()))).toBe(1);
      await expect(enter()).rejects.toMatchObject({ headers: { "retry-after": wait } });
    }
  });

  test(`at one account is checked ${limits.signInGuessesPerAccountAndDay} times a day at most`, async () => {
    const begin = today("10:00").getTime();
    const end = begin + limits.signInDaySeconds * 1_000;
    let [at, judged] = [begin, 0];
    while (at < end) {
      gateway.setClock(new Date(at));
      const wait_seconds = await strangersAttempt();
      if (wait_seconds === null) judged += 1;
      else at += wait_seconds * 1_000;
    }
    expect(judged).toBe(limits.signInGuessesPerAccountAndDay);
  });

  test("does not lock out a browser that signed in before", async () => {
    const { browser_token } = await enter();
    await many(40, () => strangersAttempt());
    expect(await refusalOf(enter())).toMatchObject({ code: "rate_limited" });
    const crowded = newClient();
    await many(60, () => attempt(visitorRules(crowded.client_address)));
    const { browser_token: renewed } = await enter({}, crowded, browser_token);
    // Each cookie stays valid until the next one replaces it.
    expect(await refusalOf(enter({}, newClient(), browser_token))).toMatchObject({
      code: "rate_limited",
    });
    await enter({}, newClient(), renewed);
  });

  test("in a known browser is checked ten times, then only after delays, and does not help at another account", async () => {
    const { browser_token } = await enter();
    const guesses = await many(12, () => guess(newClient(), shop.email, browser_token));
    expect(judgedOf(guesses)).toBe(limits.signInAttemptsPerBrowser);
    await enter();
    const other = await shopWithAccount(gateway);
    await many(limits.signInAttemptsPerAccount, () => strangersAttempt(other.email));
    expect(await guess(newClient(), other.email, browser_token)).toMatchObject({
      code: "rate_limited",
    });
  });

  test.each([
    ["none", ""],
    ["one of the right form", "A".repeat(43)],
    ["a long one", "x".repeat(5_000)],
    ["NUL", "\0"],
  ])("with an invented cookie counts as a stranger's: %s", async (_case, browser_token) => {
    await many(limits.signInAttemptsPerAccount, () => strangersAttempt());
    expect(await guess(newClient(), shop.email, browser_token)).toMatchObject({
      code: "rate_limited",
    });
  });

  test("a browser is known for 180 days", async () => {
    const { browser_token: token } = await enter();
    const { email } = shop;
    gateway.setClock(today("09:59:59", 180));
    expect(await findKnownBrowser(gateway, { email, token })).not.toBeNull();
    gateway.setClock(today("10:00", 180));
    expect(await findKnownBrowser(gateway, { email, token })).toBeNull();
  });

  test("a new password makes all browsers unknown again", async () => {
    const { browser_token } = await enter();
    const { password } = await resetPassword(gateway, shop.merchant_id);
    await many(limits.signInAttemptsPerAccount, () => strangersAttempt());
    expect(await refusalOf(enter({ password }, newClient(), browser_token))).toMatchObject({
      code: "rate_limited",
    });
  });

  test("is counted together for every spelling of the address", async () => {
    const named = await shopWithAccount(gateway);
    const email = `siti.${named.email}`;
    await database.sql`update merchants set email = ${email} where merchant_id = ${named.merchant_id}`;
    const spellings = ["siti", "SITI", "s\u0130ti", "sit\u0130", "s\u0130t\u0130"].map(
      (name) => `${name}.${named.email}`,
    );
    const same = await database.sql<{ email: string }[]>`
      select spelling as email from unnest(${spellings}::text[]) spelling where lower(spelling) = lower(${email})`;
    const stranger = newClient();
    const attempts = await Promise.all(
      same.flatMap((one) =>
        [1, 2, 3, 4, 5, 6].map(() => attempt(strangerRules(one.email, stranger.client_address))),
      ),
    );
    expect(admittedOf(attempts)).toBe(limits.signInAttemptsPerAccountAndNetwork);
  });

  test("from many networks locks out no known browser and ends no session", async () => {
    let { browser_token, session } = await enter();
    const over = new AbortController();
    const flood = Array.from({ length: 2 * limits.passwordHashesWaiting }, async () => {
      while (!over.signal.aborted) {
        await checkPassword(null, "guess").catch(() => wait(1));
      }
    });
    try {
      // The queue is full now.
      await expect
        .poll(() => refusalOf(enter({ password: "wrong" })))
        .toMatchObject({
          code: "rate_limited",
          message: expect.stringContaining("busy"),
        });
      for (let time = 0; time < 8; time++) {
        ({ browser_token, session } = await enter({}, newClient(), browser_token));
      }
      const actor = actorOf(session, newClient());
      const change = { current_password: shop.password, new_password: "another long one" };
      await changePassword(gateway, { session, actor }, change);
    } finally {
      over.abort();
      await Promise.all(flood);
    }
  });

  test("at unknown addresses is blocked like at known ones", async () => {
    const email = `${randomUUID()}@example.com`;
    const stranger = newClient();
    const guesses = await many(12, () => guess(stranger, email));
    expect(guesses.filter(({ code }) => code === "rate_limited")).toHaveLength(2);
  });

  test("from one address at many accounts is blocked after fifty", async () => {
    const client = newClient();
    await database.sql`
      insert into sign_in_attempts (subject, window_started_at, attempt_count)
      values (sha256(convert_to('client:' || ${client.client_address}, 'UTF8')), ${today("10:00")}, 49)`;
    expect(await guess(client, "one@example.com")).toMatchObject({ code: "unauthorized" });
    expect(await guess(client, "two@example.com")).toMatchObject({ code: "rate_limited" });
  });

  test("leaves no rows when refused, and rows of past windows are deleted", async () => {
    await database.sql`delete from sign_in_attempts`;
    const { client_address } = newClient();
    await many(60, () => attempt(strangerRules(`${randomUUID()}@example.com`, client_address)));
    const countRows = async () => (await database.sql`select from sign_in_attempts`).count;
    expect(await countRows()).toBe(1 + 2 * limits.signInAttemptsPerAddress);
    gateway.setClock(today("10:16"));
    await forgetEndedSessions(gateway);
    expect(await countRows()).toBe(limits.signInAttemptsPerAddress);
    gateway.setClock(today("10:00:01", 1));
    await forgetEndedSessions(gateway);
    expect(await countRows()).toBe(0);
  });

  test("in progress keeps its row and does not block the cleanup of many ended windows", async () => {
    await database.sql`delete from sign_in_attempts`;
    await database.sql`
      insert into sign_in_attempts (subject, window_started_at, attempt_count)
      select sha256(number::text::bytea), ${today("10:00", -1)}, 1
      from generate_series(1, 2500) number
    `;
    await database.sql.begin(async (tx) => {
      const [held] = await tx<{ subject: Buffer }[]>`
        select subject from sign_in_attempts limit 1 for update
      `;
      await forgetEndedSessions(gateway);
      const left = await database.sql`select subject from sign_in_attempts`;
      expect([...left]).toEqual([held]);
    });
  });

  test("does not include right passwords, at any number", async () => {
    const client = newClient();
    for (let count = 0; count < limits.signInAttemptsPerAccount + 2; count += 1) {
      await enter({}, client);
    }
  });
});

describe("signing up", () => {
  const open = (fields: object = {}, client = newClient()) =>
    signUp(
      gateway,
      {
        merchant_name: "Warung Baru",
        email: `${randomUUID()}@example.com`,
        password: "a calm lake",
        ...fields,
      },
      client,
    );

  test("opens an account that can sign in", async () => {
    const email = `${randomUUID()}@example.com`;
    const { session } = await open({ email });
    expect(session).toMatchObject({ email, merchant_name: "Warung Baru", is_operator: false });
    const again = await enter({ email, password: "a calm lake" });
    expect(again.session.merchant_id).toBe(session.merchant_id);
  });

  test("refuses a used address", async () => {
    await expect(open({ email: shop.email.toUpperCase() })).rejects.toThrow("already registered");
  });

  test("is limited to fifty attempts from a network, without affecting sign-ins from there", async () => {
    const client = newClient();
    const rules = signUpRules(client.client_address);
    for (let count = 0; count < limits.signInAttemptsPerAddress; count += 1) {
      await countSignInAttempt(database.sql, { rules, at: gateway.now() });
    }
    expect(await refusalOf(open({}, client))).toMatchObject({ code: "rate_limited" });
    await enter({}, client);
  });

  test("does not exist unless the operator allows it", async () => {
    const closed = testGateway(database.sql);
    const person = { merchant_name: "x", email: "x@example.com", password: "a calm lake" };
    await expect(signUp(closed, person, newClient())).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("another password", () => {
  test("ends every other session, and not its own", async () => {
    const here = await enter();
    const elsewhere = await enter();
    const client = newClient();
    const actor = actorOf(here.session, client);
    const request = { current_password: shop.password, new_password: "another calm lake" };
    await changePassword(gateway, { session: here.session, actor }, request);
    expect(await findSession(gateway, here.token)).not.toBeNull();
    expect(await findSession(gateway, elsewhere.token)).toBeNull();
    expect(await refusalOf(enter())).toMatchObject({ code: "unauthorized" });
    await enter({ password: "another calm lake" });
  });

  test("must not be guessable", async () => {
    const { session } = await enter();
    const options = { session, actor: actorOf(session, newClient()) };
    for (const new_password of ["password123", shop.email]) {
      const request = { current_password: shop.password, new_password };
      const refused = await refusalOf(changePassword(gateway, options, request));
      expect(refused).toMatchObject({ code: "validation_error" });
    }
    await enter();
  });

  test("requires the current one, and wrong ones count as guesses", async () => {
    const { session } = await enter();
    const client = newClient();
    const actor = actorOf(session, client);
    const request = { current_password: "wrong", new_password: "another calm lake" };
    const attempts = Array.from({ length: 12 }, () =>
      refusalOf(changePassword(gateway, { session, actor }, request)),
    );
    const codes = (await Promise.all(attempts)).map(({ code }) => code);
    expect(codes.filter((code) => code === "validation_error")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
    // Another browser of the person can still change the password.
    const { session: elsewhere } = await enter();
    await changePassword(
      gateway,
      { session: elsewhere, actor: { ...actor, session_id: elsewhere.session_id } },
      { ...request, current_password: shop.password },
    );
  });

  test("leaves no session to a sign-in with the old one that began before the change", async () => {
    const random = randomFrom("a reset while somebody signs in");
    for (let round = 0; round < 5; round += 1) {
      const merchant = await shopWithAccount(gateway);
      const entering = enter({ email: merchant.email, password: merchant.password }).catch(
        () => null,
      );
      await wait(random() * 120);
      await resetPassword(gateway, merchant.merchant_id);
      const entered = await entering;
      const session = entered && (await findSession(gateway, entered.token));
      expect(session, `round ${round}`).toBeNull();
    }
  });

  test("made by the operator ends every session", async () => {
    const { token } = await enter();
    const { password, ended_sessions } = await resetPassword(gateway, shop.merchant_id);
    expect(ended_sessions).toBe(1);
    expect(await findSession(gateway, token)).toBeNull();
    await enter({ password });
    await expect(resetPassword(gateway, randomUUID())).rejects.toThrow("There is no merchant");
  });
});
