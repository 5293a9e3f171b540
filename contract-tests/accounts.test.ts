import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { callerWith, dataOf, expectRefusal, merchantWith, nobody } from "./support/http.ts";
import { approvedDevice } from "./support/device.ts";
import { staticQris } from "./support/qris.ts";
import { sendRaw } from "./support/raw-http.ts";
import type { Account } from "./support/resources.ts";
import {
  addAccount,
  changeAccount,
  newCode,
  newMerchant,
  openShop,
  paymentInput,
  pendingPayment,
} from "./support/shop.ts";

/** Tests specification 4.1 and 5; faults F1 and F3. */

const accounts = "/gateway/accounts";
const service = inject("service");
const shop = await openShop({ min: 10_000, max: 5_000_000, quota: 7 });

test("a bank account is listed with the fields of the specification", async () => {
  const answer = await shop.get(accounts);
  expect(answer.body).toEqual({
    success: true,
    message: "ok",
    data: [
      {
        account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        account_number: "1234567890",
        account_name: "TOKO CONTOH",
        account_min_amount: 10_000,
        account_max_amount: 5_000_000,
        account_active: true,
        account_quota: 7,
        channel_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        channel_type: "TRANSFER",
        channel_name: "BCA",
        app_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        app_name: expect.stringMatching(/BCA/),
        app_package: "com.bca",
      },
    ],
  });
});

test("a QRIS account has no app, and no response shows its printed code", async () => {
  const merchant = await newMerchant();
  await addAccount(merchant, { channel: "QRIS", qris: staticQris });
  const number = "ID1099000000019";
  await addAccount(merchant, { channel: "QRIS", qris: staticQris, number, max: 5_000_000 });
  const answer = await merchant.get(accounts);
  expect(dataOf<Account[]>(answer)).toMatchObject([
    // Tag 54 of a code has room for 13 digits, including the unique amount.
    { channel_type: "QRIS", app_id: null, app_name: null, account_max_amount: 9_999_999_999_000 },
    { account_max_amount: 5_000_000 },
  ]);
  expect(answer.text).not.toContain(staticQris.slice(0, 40));
});

test("accounts are listed oldest first, and a merchant without any has an empty list", async () => {
  const merchant = await newMerchant();
  expect(dataOf(await merchant.get(accounts))).toEqual([]);
  const first = await addAccount(merchant);
  const second = await addAccount(merchant, { channel: "BRI" });
  expect(dataOf(await merchant.get(accounts))).toEqual([first, second]);
});

test("a changed account is listed with its new values", async () => {
  const changing = await openShop();
  const change = { active: false, quota: 0, min: 2, max: 3 };
  const changed = await changeAccount(changing.account, change);
  expect(changed).toEqual({
    ...changing.account,
    account_active: false,
    account_quota: 0,
    account_min_amount: 2,
    account_max_amount: 3,
  });
  expect(dataOf(await changing.get(accounts))).toEqual([changed]);
});

test("the first payment of a day takes one day of quota, the next ones take nothing", async () => {
  const using = await openShop({ quota: 7 });
  const quota = async () => dataOf<Account[]>(await using.get(accounts))[0]?.account_quota;
  await Promise.all(Array.from({ length: 50 }, () => pendingPayment(using)));
  expect(await quota()).toBe(6);
  await pendingPayment(using);
  expect(await quota()).toBe(6);
});

test("a missing or unknown key is 401 here and carries no rate limit", async () => {
  const { device_token } = await approvedDevice(shop);
  const refused = [
    nobody(),
    ...[
      "",
      "x",
      shop.api_key.slice(0, -1),
      `${shop.api_key}0`,
      shop.api_key.toUpperCase(),
      `${shop.api_key}, ${shop.api_key}`,
      `Bearer ${shop.api_key}`,
      "k".repeat(10_000),
      "kunci-é",
      device_token,
      randomUUID(),
    ].map((key) => merchantWith(key)),
    callerWith({ authorization: `Bearer ${shop.api_key}` }),
    callerWith({ "x-device-token": shop.api_key }),
  ];
  for (const caller of refused) {
    const answer = await caller.get(accounts);
    expectRefusal(answer, 401, "tenant_api_key_required");
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
  }
});

test("a repeated key is refused, and the header's name works in any case", async () => {
  const key = `X-Api-Key: ${shop.api_key}`;
  const line = `GET ${accounts} HTTP/1.1`;
  expect((await sendRaw([line, key, key])).status).toBe(401);
  for (const header of [key, key.replace("X-Api-Key", "x-API-key"), `${key}  `]) {
    expect((await sendRaw([line, header])).status).toBe(200);
  }
});

test("a second key works beside the first, and stops soon after its revocation", async () => {
  const { key_id, api_key } = await tepat<{ key_id: string; api_key: string }>(
    "apikey create",
    "--merchant",
    shop.merchant_id,
  );
  const second = merchantWith(api_key);
  expect(dataOf(await second.get(accounts))).toEqual([shop.account]);
  await tepat("apikey revoke", "--key-id", key_id);
  // This takes less than a second, because a process caches a key for less than that.
  await expect.poll(async () => (await second.get(accounts)).status).toBe(401);
  expectRefusal(await second.get(accounts), 401, "tenant_api_key_required");
  expect((await shop.get(accounts)).status).toBe(200);
});

test("a key revoked during the upload of a body creates nothing", async () => {
  const { key_id, api_key } = await tepat<{ key_id: string; api_key: string }>(
    "apikey create",
    "--merchant",
    shop.merchant_id,
  );
  const payment_code = newCode();
  const body = JSON.stringify(paymentInput(shop, { payment_code }));
  const call = request(`${service.base_url}/gateway/payments`, {
    method: "POST",
    headers: {
      "X-Api-Key": api_key,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    },
  });
  const answered = once(call, "response") as Promise<[IncomingMessage]>;
  call.write(body.slice(0, 10));
  await tepat("apikey revoke", "--key-id", key_id);
  await setTimeout(1_000);
  call.end(body.slice(10));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(403);
  expectRefusal(await shop.get(`/gateway/payments/${payment_code}`), 404, "not_found");
});
