import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dataOf, expectInvalid, expectRefusal, merchantWith } from "./support/http.ts";
import type { Account } from "./support/resources.ts";
import {
  addAccount,
  changeAccount,
  newCode,
  openShop,
  pendingPayment,
  paymentInput,
  postPayment,
} from "./support/shop.ts";

/** Tests the business rules, and the order of refusals (faults A10, A13, F4). */

const shop = await openShop();
const otherShop = await openShop();
const past = "2020-01-01T00:00:00Z";

test("another merchant's account and an unknown one get the same refusal, byte for byte", async () => {
  const unknown = await postPayment(shop, { account_id: randomUUID() });
  const foreign = await postPayment(shop, { account_id: otherShop.account.account_id });
  expectRefusal(unknown, 403, "account_not_owned");
  expect(foreign.text).toBe(unknown.text);
});

test("an account without day quota takes no payment", async () => {
  const account = await addAccount(shop, { quota: 0 });
  const answer = await postPayment(shop, { account_id: account.account_id });
  expectRefusal(answer, 403, "no_active_quota");
});

test("a switched-off account takes no payment, and the refusal gives the reason", async () => {
  const account = await addAccount(shop);
  await changeAccount(account, { active: false });
  const answer = await postPayment(shop, { account_id: account.account_id });
  expectRefusal(answer, 403, "no_active_quota", expect.stringContaining("switched off"));
  await changeAccount(account, { active: true });
  await pendingPayment(shop, { account_id: account.account_id });
});

test("a day with the last unit of quota stays paid to its end", async () => {
  const lastDay = await openShop({ quota: 1 });
  const quota = async () =>
    dataOf<Account[]>(await lastDay.get("/gateway/accounts"))[0]?.account_quota;
  await pendingPayment(lastDay);
  expect(await quota()).toBe(0);
  await pendingPayment(lastDay);
  expect(await quota()).toBe(0);
});

test("a quota of 0 closes the account at once, and the refusal gives the reason", async () => {
  const account = await addAccount(shop);
  const { account_id } = account;
  await pendingPayment(shop, { account_id });
  await changeAccount(account, { quota: 0 });
  const wasSetTo0 = expect.stringContaining("set to 0");
  expectRefusal(await postPayment(shop, { account_id }), 403, "no_active_quota", wasSetTo0);
  await changeAccount(account, { quota: 3 });
  await pendingPayment(shop, { account_id });
  const accounts = dataOf<Account[]>(await shop.get("/gateway/accounts"));
  expect(accounts).toContainEqual({ ...account, account_quota: 3 });
});

test("a refused create takes no quota and keeps its code free", async () => {
  const refused = await openShop({ quota: 3 });
  const payment_code = newCode();
  expectInvalid(await postPayment(refused, { payment_code, customer_name: "" }), "customer_name");
  const late = await postPayment(refused, { payment_code, payment_expired_at: past });
  expectRefusal(late, 400, "invalid_expired_at");
  expect(dataOf(await refused.get("/gateway/accounts"))).toEqual([refused.account]);
  await pendingPayment(refused, { payment_code });
});

describe("of two errors the first in the published order is reported:", () => {
  test("the key before the body", async () => {
    for (const key of ["", randomUUID(), `${shop.api_key}x`]) {
      const answer = await merchantWith(key).send({
        method: "POST",
        path: "/gateway/payments",
        body: "{",
      });
      expectRefusal(answer, 403, "tenant_api_key_required");
    }
  });

  test("the fields before the deadline", async () => {
    const answer = await postPayment(shop, { customer_name: "", payment_expired_at: past });
    expectInvalid(answer, "customer_name");
  });

  test("the account's bounds before the deadline", async () => {
    const { account_id } = await addAccount(shop, { min: 1_000 });
    const fields = { account_id, payment_amount: 999, payment_expired_at: past };
    expectInvalid(await postPayment(shop, fields), "payment_amount");
  });

  test("the webhook address before the deadline", async () => {
    const fields = { payment_webhook_url: "ftp://shop.example", payment_expired_at: past };
    expectInvalid(await postPayment(shop, fields), "payment_webhook_url");
  });

  test("the deadline before the account", async () => {
    for (const account_id of [randomUUID(), otherShop.account.account_id]) {
      const answer = await postPayment(shop, { account_id, payment_expired_at: past });
      expectRefusal(answer, 400, "invalid_expired_at");
    }
  });

  test("the account before its quota", async () => {
    const { account_id } = await addAccount(otherShop, { quota: 0 });
    expectRefusal(await postPayment(shop, { account_id }), 403, "account_not_owned");
  });

  test("the quota before the code", async () => {
    const { payment_code } = await pendingPayment(shop);
    const { account_id } = await addAccount(shop, { quota: 0 });
    const answer = await postPayment(shop, { account_id, payment_code });
    expectRefusal(answer, 403, "no_active_quota");
  });

  test("the deadline before the code", async () => {
    const { payment_code } = await pendingPayment(shop);
    const answer = await postPayment(shop, { payment_code, payment_expired_at: past });
    expectRefusal(answer, 400, "invalid_expired_at");
  });
});

test.each([
  ["no content type", {}],
  ["text/plain", { "content-type": "text/plain" }],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }],
])("a body with %s is not a JSON body", async (_case, headers) => {
  const answer = await shop.send({
    method: "POST",
    path: "/gateway/payments",
    headers,
    body: Buffer.from(JSON.stringify(paymentInput(shop))),
  });
  expectRefusal(answer, 400, "invalid request body");
});
