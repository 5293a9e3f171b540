import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { cookieOf, personWith, signedIn, signInRequest } from "./support/dashboard.ts";
import { dataOf, expectInvalid, expectRefusal, send } from "./support/http.ts";
import { newCode, newMerchant, openShop, paymentInput, readPayment } from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";

/** Tests signing in to the dashboard, over HTTP. */

const api = "/dashboard/api";

describe("signing in", () => {
  test("sets a cookie that scripts cannot read and other sites' forms do not send", async () => {
    const merchant = await newMerchant();
    const answer = await send(signInRequest(merchant));
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^tepat_session=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Lax; Max-Age=604800$/,
      ),
      expect.stringMatching(
        /^tepat_browser=[\w-]{43}; Path=\/dashboard\/api\/session; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
      ),
    ]);
    const person = personWith(cookieOf(answer.headers));
    expect(dataOf(await person.get(`${api}/session`))).toEqual(answer.body.data);
  });

  test("refuses wrong passwords and unknown addresses alike", async () => {
    const merchant = await newMerchant();
    const answers = [
      await send(signInRequest({ ...merchant, password: "wrong" })),
      await send(signInRequest({ ...merchant, email: `${randomUUID()}@shop.example` })),
    ];
    for (const answer of answers) {
      expectRefusal(answer, 401, "unauthorized");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test("is blocked after ten wrong passwords from a network, except in a browser that signed in before", async () => {
    const merchant = await newMerchant();
    const first = await send(signInRequest(merchant));
    const [, browser = ""] = first.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    for (let count = 0; count < 10; count += 1) {
      expectRefusal(
        await send(signInRequest({ ...merchant, password: "wrong" })),
        401,
        "unauthorized",
      );
    }
    const answer = await send(signInRequest(merchant));
    expectRefusal(answer, 429, "rate_limited");
    expect(Number(answer.headers.get("x-ratelimit-reset"))).toBeGreaterThan(800);
    const { headers, ...request } = signInRequest(merchant);
    dataOf(await send({ ...request, headers: { ...headers, cookie: browser } }));
  });

  test("requires a code if two-factor authentication is on", async () => {
    const merchant = await newMerchant();
    const authenticator = await enrolAuthenticator(merchant);
    const refusal = await send(signInRequest(merchant));
    expectRefusal(refusal, 401, "unauthorized", expect.stringContaining("one-time code"));
    const answer = await send(signInRequest(merchant, { totp_code: authenticator.code() }));
    expect(dataOf(answer)).toMatchObject({
      is_two_factor_enabled: true,
      confirmed_until: expect.any(String),
    });
  });

  test("names the invalid fields of a sign-in", async () => {
    const merchant = await newMerchant();
    const answer = await send(signInRequest({ email: "siti", password: "" }, { totp_code: "1" }));
    expectInvalid(answer, "email", "password", "totp_code");
    expectInvalid(await send(signInRequest({ ...merchant, email: "" })), "email");
  });

  test("offers no sign-up unless the operator allows it", async () => {
    const person = { merchant_name: "Warung", email: "w@shop.example", password: "a calm lake" };
    const { path: _path, json: _json, ...request } = signInRequest(person);
    const answer = await send({ ...request, path: `${api}/sign-up`, json: person });
    expectRefusal(answer, 404, "not_found");
    expect(dataOf(await send({ method: "GET", path: `${api}/sign-in-options` }))).toMatchObject({
      can_sign_up: false,
    });
  });
});

describe("an ended session no longer works", () => {
  test("after signing out", async () => {
    const person = await signedIn(await newMerchant());
    const answer = await person.delete(`${api}/session`);
    expect(answer.headers.get("set-cookie")).toMatch(/^tepat_session=; .*Max-Age=0$/);
    expectRefusal(await person.get(`${api}/session`), 401, "unauthorized");
  });

  test("after a password change elsewhere or by the operator", async () => {
    const merchant = await newMerchant();
    const [here, elsewhere] = [await signedIn(merchant), await signedIn(merchant)];
    const passwords = { current_password: merchant.password, new_password: "a calm lake" };
    dataOf(await here.post(`${api}/password`, passwords));
    expectRefusal(await elsewhere.get(`${api}/session`), 401, "unauthorized");
    expectInvalid(await here.post(`${api}/password`, passwords), "current_password");
    await tepat("merchant reset-password", "--merchant", merchant.merchant_id);
    expectRefusal(await here.get(`${api}/session`), 401, "unauthorized");
  });
});

test("a key created in the dashboard works until its revocation there", async () => {
  const shop = await openShop();
  const person = await signedIn(shop);
  const { key_id, api_key } = dataOf<{ key_id: string; api_key: string }>(
    await person.post(`${api}/api-keys`, { label: "Shop" }),
  );
  const create = () =>
    shop.send({
      method: "POST",
      path: "/gateway/payments",
      headers: { "x-api-key": api_key },
      json: paymentInput(shop, { payment_code: newCode() }),
    });
  dataOf(await create());
  dataOf(await person.delete(`${api}/api-keys/${key_id}`));
  await expect.poll(async () => (await create()).body.code).toBe("tenant_api_key_required");
});

test("one code in the dashboard allows manual matches of several invoices", async () => {
  const shop = await openShop();
  const authenticator = await enrolAuthenticator(shop);
  const answer = await send(signInRequest(shop, { totp_code: authenticator.code() }));
  const person = personWith(cookieOf(answer.headers));
  for (const payment_code of [newCode(), newCode()]) {
    dataOf(await shop.post("/gateway/payments", paymentInput(shop, { payment_code })));
    dataOf(await person.post(`${api}/payments/${payment_code}/match`, {}));
    expect(await readPayment(shop, payment_code)).toMatchObject({
      payment_status: "PAID",
      is_manual_match: true,
    });
  }
});
