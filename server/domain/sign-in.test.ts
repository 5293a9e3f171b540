import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, testGateway, type Shop, type TestGateway } from "../testing/fixtures.ts";
import { currentTotpCode } from "../testing/totp.ts";
import { limits } from "../contract/limits.ts";
import { hashPassword } from "./passwords.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { findSession, type Client } from "./sessions.ts";
import { changePassword, resetPassword, signIn, signUp } from "./sign-in.ts";
import { enableTotp } from "./totp.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql, { allowSignUp: true });
});
beforeEach(async () => {
  gateway.setClock("2026-11-21T10:00:00Z");
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

/** Each its own address, so that one test's guesses are not another's. */
const newClient = (): Client => ({ client_address: randomUUID(), user_agent: "Browser/1" });

const enter = (fields: object = {}, client = newClient()) =>
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
  );

const codeAt = (secret: string, time: string) => currentTotpCode(secret, Date.parse(time));

async function refusalOf(attempt: Promise<unknown>): Promise<{ code: string; message: string }> {
  const refusal = await attempt.then(
    () => undefined,
    (cause: { code: string; message: string }) => cause,
  );
  expect(refusal).toBeDefined();
  return { code: refusal?.code ?? "", message: refusal?.message ?? "" };
}

describe("signing in", () => {
  test("opens a session of the merchant, however the address is capitalised", async () => {
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
    const totp_code = codeAt(secret, "2026-11-21T10:00:00Z");
    const { session } = await enter({ totp_code });
    expect(session.confirmed_until?.toISOString()).toBe("2026-11-21T10:05:00.000Z");
    expect(await refusalOf(enter({ totp_code }))).toMatchObject({ code: "unauthorized" });
  });

  test("with a recovery code uses that one up, however it is typed", async () => {
    await enableTotp(gateway, shop.merchant_id);
    const [code = "", another = ""] = await renewRecoveryCodes(database.sql, shop.merchant_id);
    const typed = code.toUpperCase().replaceAll("-", " ");
    const { session } = await enter({ recovery_code: typed });
    expect(session.confirmed_until).toBeNull();
    expect(await refusalOf(enter({ recovery_code: code }))).toMatchObject({ code: "unauthorized" });
    await enter({ recovery_code: another });
  });

  test("lets one of many through who send the same recovery code at once", async () => {
    await enableTotp(gateway, shop.merchant_id);
    const [code = ""] = await renewRecoveryCodes(database.sql, shop.merchant_id);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => enter({ recovery_code: code })),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("hashes a password anew that was hashed with other settings", async () => {
    const old = await hashPassword(shop.password, { memory: 1024, passes: 1, parallelism: 1 });
    await database.sql`update merchants set password_hash = ${old} where merchant_id = ${shop.merchant_id}`;
    await enter();
    const [row] = await database.sql<{ password_hash: string }[]>`
      select password_hash from merchants where merchant_id = ${shop.merchant_id}`;
    expect(row?.password_hash).toContain("$m=19456,t=2,p=1$");
    await enter();
  });
});

describe("guessing", () => {
  const guess = (client: Client, email = shop.email) =>
    refusalOf(enter({ email, password: "wrong" }, client));

  test("at one account ends after ten wrong ones, from wherever they come and however many at once", async () => {
    const guesses = await Promise.all(Array.from({ length: 15 }, () => guess(newClient())));
    const judged = guesses.filter(({ code }) => code === "unauthorized");
    expect(judged).toHaveLength(limits.signInAttemptsPerAccount);
    // The right password is of no use either, until the window is over.
    expect(await refusalOf(enter())).toMatchObject({ code: "rate_limited" });
    gateway.setClock("2026-11-21T10:15:01Z");
    await enter();
  });

  test("says how long to wait", async () => {
    gateway.setClock("2026-11-21T11:00:00Z");
    for (let count = 0; count < limits.signInAttemptsPerAccount; count += 1)
      await guess(newClient());
    gateway.setClock("2026-11-21T11:05:00Z");
    await expect(enter()).rejects.toMatchObject({ headers: { "x-ratelimit-reset": "600" } });
  });

  test("at unknown addresses ends as at known ones", async () => {
    const email = `${randomUUID()}@example.com`;
    const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(newClient(), email)));
    expect(guesses.filter(({ code }) => code === "rate_limited")).toHaveLength(2);
  });

  test("from one address at many accounts ends after fifty", async () => {
    const client = newClient();
    await database.sql`
      insert into sign_in_attempts (subject, window_started_at, attempt_count)
      values (sha256(convert_to('client:' || ${client.client_address}, 'UTF8')), '2026-11-21T10:00:00Z', 49)`;
    expect(await guess(client, "one@example.com")).toMatchObject({ code: "unauthorized" });
    expect(await guess(client, "two@example.com")).toMatchObject({ code: "rate_limited" });
  });

  test("is not what a right password does, however often", async () => {
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

  test("refuses an address that is taken", async () => {
    await expect(open({ email: shop.email.toUpperCase() })).rejects.toThrow("exists already");
  });

  test("is not there unless the operator wants it", async () => {
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
    const actor = { actor: "merchant", session_id: here.session.session_id, ...client } as const;
    const request = { current_password: shop.password, new_password: "another calm lake" };
    await changePassword(gateway, { session: here.session, actor, client }, request);
    expect(await findSession(gateway, here.token)).not.toBeNull();
    expect(await findSession(gateway, elsewhere.token)).toBeNull();
    expect(await refusalOf(enter())).toMatchObject({ code: "unauthorized" });
    await enter({ password: "another calm lake" });
  });

  test("needs the present one, and wrong ones count as guesses", async () => {
    const { session } = await enter();
    const client = newClient();
    const actor = { actor: "merchant", session_id: session.session_id, ...client } as const;
    const request = { current_password: "wrong", new_password: "another calm lake" };
    const attempts = Array.from({ length: 12 }, () =>
      refusalOf(changePassword(gateway, { session, actor, client }, request)),
    );
    const codes = (await Promise.all(attempts)).map(({ code }) => code);
    expect(codes.filter((code) => code === "validation_error")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
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
