import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, inject, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { signedIn } from "./support/dashboard.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, expectRefusal } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import { openShop, paymentInput, pendingPayment, shopInTestMode } from "./support/shop.ts";
import { startReceiver } from "./support/webhook-receiver.ts";

/** Tests that a test key and a live key of one merchant do not see each other's records. */

const live = await openShop();
const tests = await shopInTestMode(live);
const person = await signedIn(live);

const payInDashboard = (payment_code: string) =>
  person.post(`/dashboard/api/test-payments/${payment_code}/transfer`, {});

test("a test key has a visible prefix, and no customer can pay its accounts", async () => {
  expect(tests.api_key).toMatch(/^pgk_test_/);
  expect(tests.account).toMatchObject({ account_number: "0000000000", channel_name: "BCA" });
});

test("each key reads, lists and cancels only payments of keys of its kind", async () => {
  const tested = await pendingPayment(tests);
  const real = await pendingPayment(live);
  const codesOf = async (shop: typeof live) =>
    dataOf<Payment[]>(await shop.get("/gateway/payments?per_page=100")).map(
      ({ payment_code }) => payment_code,
    );
  expect(await codesOf(live)).not.toContain(tested.payment_code);
  expect(await codesOf(tests)).not.toContain(real.payment_code);
  for (const [shop, { payment_code }] of [
    [live, tested],
    [tests, real],
  ] as const) {
    const path = `/gateway/payments/${payment_code}`;
    expectRefusal(await shop.get(path), 404, "not_found");
    expectRefusal(await shop.delete(path), 404, "payment_not_cancellable");
    expectRefusal(
      await shop.post(`${path}/match`, {}, { "x-totp-code": "000000" }),
      403,
      "totp_not_enabled",
    );
  }
  expectRefusal(
    await tests.post("/gateway/payments", paymentInput(live)),
    403,
    "account_not_owned",
  );
  expectRefusal(
    await live.post("/gateway/payments", paymentInput(tests)),
    403,
    "account_not_owned",
  );
  // The code is free in the other mode.
  const { payment_code } = real;
  expect(
    (await tests.post("/gateway/payments", paymentInput(tests, { payment_code }))).status,
  ).toBe(201);
  expectRefusal(
    await tests.post("/gateway/payments", paymentInput(tests, { payment_code })),
    409,
    "payment_code_conflict",
  );
});

test("a real phone pays no test payment, but the dashboard's button does and sends the webhook", async () => {
  await using receiver = await startReceiver();
  const phone = await approvedDevice(live);
  const tested = await pendingPayment(tests, { payment_webhook_url: receiver.urlOf("tests") });
  const [outcome] = await phone.report(transfer(tested.payment_total));
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
  expect(dataOf(await tests.get("/gateway/mutations"))).toEqual([]);

  expect((await payInDashboard(tested.payment_code)).status).toBe(200);
  expect((await payInDashboard(tested.payment_code)).status).toBe(200);
  expect(dataOf(await tests.get(`/gateway/payments/${tested.payment_code}`))).toMatchObject({
    payment_status: "PAID",
    is_manual_match: false,
  });
  const [webhook] = await receiver.waitFor("tests", 1);
  if (!webhook) throw new Error("there is no webhook");
  const headers = webhook.headers as Record<string, string>;
  expect(headers["webhook-id"]).toMatch(/^msg_test_/);
  const body = new Webhook(tests.webhook_secret).verify(webhook.body, headers);
  expect(body).toMatchObject({ type: "payment.paid", data: { payment_code: tested.payment_code } });
  expect(() => new Webhook(live.webhook_secret).verify(webhook.body, headers)).toThrow("signature");
});

test("the button pays no real, ended or unknown payment", async () => {
  const real = await pendingPayment(live);
  expectRefusal(await payInDashboard(real.payment_code), 404, "not_found");
  expectRefusal(await payInDashboard(`none-${randomUUID()}`), 404, "not_found");
  const tested = await pendingPayment(tests);
  expect((await tests.delete(`/gateway/payments/${tested.payment_code}`)).status).toBe(200);
  expectRefusal(await payInDashboard(tested.payment_code), 409, "conflict");
  expect(dataOf(await live.get(`/gateway/payments/${real.payment_code}`))).toMatchObject({
    payment_status: "PENDING",
  });
});

test("the command line pays a test payment with its option", async () => {
  const { payment_code } = await pendingPayment(tests);
  const name = ["--payment", payment_code, "--merchant", live.merchant_id];
  await expect(tepat("simulate transfer", ...name)).rejects.toThrow("no invoice");
  expect(await tepat("simulate transfer --test", ...name)).toMatchObject({
    payment_status: "PAID",
  });
});

test("a test key pairs no phone", async () => {
  const registration = { device_name: "Phone", installation_id: randomUUID() };
  const answer = await tests.post("/worker/devices", registration);
  expectRefusal(answer, 409, "conflict");
  expect(answer.body.message).toContain("Use a live key");
  expect((await live.post("/worker/devices", registration)).status).toBe(201);
});

test("the dashboard separates test payments in the list, totals, table and details", async () => {
  const { payment_code } = await pendingPayment(tests);
  const saved = async (query: string) => {
    const { base_url } = inject("service");
    const address = `${base_url}/dashboard/api/payments.csv${query}`;
    return (await fetch(address, { headers: { cookie: person.cookie } })).text();
  };
  const read = async (path: string) => (await person.get(`/dashboard/api${path}`)).text;
  for (const path of ["/payments?", "/deliveries?", "/logged-requests?"]) {
    expect(await read(path), path).not.toContain(payment_code);
  }
  expect(await read("/payments?is_test=true")).toContain(payment_code);
  expect(await saved("")).not.toContain(payment_code);
  expect(await saved("?is_test=true")).toContain(payment_code);
  expect(await read("/payment-totals?is_test=true")).not.toBe(await read("/payment-totals?"));
  expect(await read(`/payments/${payment_code}?is_test=true`)).toContain(payment_code);
  expectRefusal(await person.get(`/dashboard/api/payments/${payment_code}`), 404, "not_found");
  const { status, body } = await person.get("/dashboard/api/payments?is_test=maybe");
  expect({ status, errors: body.errors }).toEqual({
    status: 400,
    errors: { is_test: "must be true or false" },
  });
  const path = `/dashboard/api/payments/${payment_code}`;
  expectRefusal(await person.delete(path), 404, "payment_not_cancellable");
  expect((await person.delete(`${path}?is_test=true`)).status).toBe(200);
  const { text } = await person.get("/dashboard/api/audit-entries");
  expect(text).toContain(payment_code);
});

test("a merchant without a test key finds nothing in test mode", async () => {
  const other = await signedIn(await openShop());
  expect(dataOf(await other.get("/dashboard/api/payments?is_test=true"))).toMatchObject({
    items: [],
  });
  expectRefusal(
    await other.post("/dashboard/api/test-payments/INV-1/transfer", {}),
    404,
    "not_found",
  );
});
