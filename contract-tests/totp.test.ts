import { describe, expect, test } from "vitest";
import { cookieOf, personWith, signInRequest } from "./support/dashboard.ts";
import { dataOf, expectRefusal, send } from "./support/http.ts";
import { sendRaw } from "./support/raw-http.ts";
import { openShop, paymentPath, pendingPayment, readPayment } from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";

/** Tests one-time codes (faults F6 to F9). */

const shop = await openShop();

const match = (payment_code: string, totp_code: string) =>
  shop.post(`${paymentPath(payment_code)}/match`, {}, { "x-totp-code": totp_code });

test("one of 20 simultaneous matches with one code pays", async () => {
  const authenticator = await enrolAuthenticator(shop);
  const payments = await Promise.all(Array.from({ length: 20 }, () => pendingPayment(shop)));
  const code = authenticator.code();
  const answers = await Promise.all(payments.map(({ payment_code }) => match(payment_code, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
    // Guesses are counted before they are checked, so some of these simultaneous ones might exceed
    // the limit.
    expect([400, 429]).toContain(status);
    expect(["invalid totp code", "rate_limited"]).toContain(body.code);
  }
  const statuses = await Promise.all(
    payments.map(
      async ({ payment_code }) => (await readPayment(shop, payment_code)).payment_status,
    ),
  );
  expect(statuses.filter((status) => status === "PAID")).toHaveLength(1);
});

test("the previous code counts until a later one was used", async () => {
  const authenticator = await enrolAuthenticator(shop);
  const [first, second, third] = await Promise.all([
    pendingPayment(shop),
    pendingPayment(shop),
    pendingPayment(shop),
  ]);
  dataOf(await match(first.payment_code, authenticator.code(-1)));
  expectRefusal(await match(second.payment_code, authenticator.code(-1)), 400, "invalid totp code");
  dataOf(await match(second.payment_code, authenticator.code()));
  for (const steps of [-1, 0]) {
    const answer = await match(third.payment_code, authenticator.code(steps));
    expectRefusal(answer, 400, "invalid totp code");
  }
});

describe("a one-time code is wrong", () => {
  test.each([
    ["that is of another time", -3, 2, -100, 100],
    ["that has another form", "12345", "1234567", "abcdef", "12 456"],
    ["that is a number in disguise", "1e5000", "0x1234", "-12345", "+12345"],
  ])("%s", async (_case, ...codes) => {
    const authenticator = await enrolAuthenticator(shop);
    const { payment_code } = await pendingPayment(shop);
    for (const code of codes) {
      const given = typeof code === "number" ? authenticator.code(code) : code;
      expectRefusal(await match(payment_code, given), 400, "invalid totp code");
    }
    dataOf(await match(payment_code, authenticator.code()));
  });

  test("in digits of another script, or sent twice", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const { payment_code } = await pendingPayment(shop);
    const code = authenticator.code();
    // Only the inner digits are changed: uWebSockets.js trims bytes beyond ASCII at both ends of a header, like spaces.
    const withZero = (zero: number) =>
      code.replaceAll(/\B\d\B/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const [fullwidth, arabic] = [0xff10, 0x660].map((zero) =>
      Buffer.from(withZero(zero)).toString("latin1"),
    ) as [string, string];
    for (const sent of [[fullwidth], [arabic], [code, code]]) {
      const { status, text } = await sendRaw([
        `POST ${paymentPath(payment_code)}/match HTTP/1.1`,
        `X-Api-Key: ${shop.api_key}`,
        "Content-Length: 0",
        ...sent.map((value) => `X-Totp-Code: ${value}`),
      ]);
      expect({ status, code: JSON.parse(text).code }).toEqual({
        status: 400,
        code: "invalid totp code",
      });
    }
  });
});

describe("after five wrong codes", () => {
  test("further codes are rate limited, even a right one, and other operations work", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const { payment_code } = await pendingPayment(shop);
    for (let guess = 1; guess <= 5; guess++) {
      const answer = await match(payment_code, authenticator.wrongCode());
      expectRefusal(answer, 400, "invalid totp code");
    }
    for (const code of [authenticator.wrongCode(), authenticator.code()]) {
      const answer = await match(payment_code, code);
      expectRefusal(answer, 429, "rate_limited");
      const seconds = Number(answer.headers.get("x-ratelimit-reset"));
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(answer.headers.get("retry-after")).toBe(String(seconds));
      // The figures are the throttle's own, not those of the window of all writes.
      expect(answer.headers.get("x-ratelimit-limit")).toBe("5");
      expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
    }
    expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
    dataOf(await shop.delete(paymentPath(payment_code)));
  });

  test("the owner signs in with the next right code, and finds a warning", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const { payment_code } = await pendingPayment(shop);
    for (let guess = 1; guess <= 5; guess++) await match(payment_code, authenticator.wrongCode());
    expectRefusal(await match(payment_code, authenticator.code()), 429, "rate_limited");
    const answer = await send(signInRequest(shop, { totp_code: authenticator.code() }));
    expect(answer.status).toBe(201);
    const entries = await personWith(cookieOf(answer.headers)).get("/dashboard/api/audit-entries");
    const { items } = dataOf<{ items: { action: string }[] }>(entries);
    expect(items.map(({ action }) => action)).toContain("codes.guessed");
  });

  test("parallel codes count too: at most five are checked", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const { payment_code } = await pendingPayment(shop);
    const wrong = authenticator.wrongCode();
    const answers = await Promise.all(Array.from({ length: 30 }, () => match(payment_code, wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test("a right code does not clear the earlier wrong ones", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const payments = await Promise.all(Array.from({ length: 3 }, () => pendingPayment(shop)));
    const codes = payments.map(({ payment_code }) => payment_code) as [string, string, string];
    for (let guess = 1; guess <= 4; guess++) await match(codes[0], authenticator.wrongCode());
    dataOf(await match(codes[0], authenticator.code(-1)));
    expectRefusal(await match(codes[1], authenticator.wrongCode()), 400, "invalid totp code");
    expectRefusal(await match(codes[1], authenticator.code()), 429, "rate_limited");
  });
});
