import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { publishedOperations } from "../support/documents.ts";
import type { Request } from "../support/exchange.ts";
import { dataOf, expectRefusal } from "../support/http.ts";
import {
  ask,
  cancel,
  askForHead,
  askUndocumented,
  asMerchant,
  deployment,
  inSeconds,
  merchant,
  newCode,
  paymentInput,
  paymentPath,
  pendingPayment,
} from "./gateway.ts";
import { shared } from "./shared.ts";

/**
 * Sends a request for every refusal that the document publishes. If a key alone cannot get a refusal, its test is
 * skipped with a reason. A new operation or a new code fails here until it is in one of the two lists.
 */

/** Many proxies rewrite paths unless they are configured otherwise, and some limit bodies. */
const asTheyAre = "a proxy in front of the gateway must leave paths and bodies as they are";
const maximalBodyBytes = 256 * 1024;
const nobodysCode = newCode();
const nobodysEvent = `msg_${randomBytes(16).toString("hex")}`;
const { payment_code } = await pendingPayment();

const samples: Record<string, Request> = {
  listAccounts: { method: "GET", path: "/gateway/accounts" },
  createPayment: { method: "POST", path: "/gateway/payments", json: {} },
  listPayments: { method: "GET", path: "/gateway/payments" },
  getPayment: { method: "GET", path: paymentPath(nobodysCode) },
  cancelPayment: { method: "DELETE", path: paymentPath(nobodysCode) },
  matchPayment: {
    method: "POST",
    path: `${paymentPath(nobodysCode)}/match`,
    headers: { "x-totp-code": "000000" },
    json: {},
  },
  getChannelInstructions: {
    method: "GET",
    path: `/gateway/channels/${deployment.account.channel_id}/instructions`,
  },
  listMutations: { method: "GET", path: "/gateway/mutations" },
  getCheckout: { method: "GET", path: `/checkout/${randomUUID()}` },
  createRefund: {
    method: "POST",
    path: `${paymentPath(nobodysCode)}/refunds`,
    json: { reference: newCode(), amount: 1, reason: "Uji kontrak" },
  },
  listPaymentRefunds: { method: "GET", path: `${paymentPath(nobodysCode)}/refunds` },
  listRefunds: { method: "GET", path: "/gateway/refunds" },
  listEvents: { method: "GET", path: "/gateway/events" },
  listEventDeliveries: { method: "GET", path: `/gateway/events/${nobodysEvent}/deliveries` },
  resendEvent: { method: "POST", path: `/gateway/events/${nobodysEvent}/resend`, json: {} },
};

function sample(operationId: string): Request {
  const request = samples[operationId];
  if (request === undefined) throw new Error(`${operationId} has no sample request: add one`);
  return request;
}

const withPath = (operationId: string, path: string): Request => ({ ...sample(operationId), path });

const withBody = (operationId: string, body: string, contentType = "application/json"): Request => {
  const { json: _json, ...request } = sample(operationId);
  return { ...request, headers: { ...request.headers, "content-type": contentType }, body };
};

const create = (fields: object): Request => ({
  ...sample("createPayment"),
  json: paymentInput(fields),
});

/** Codes that many operations return in the same way. */
const common: Record<string, (operationId: string) => Request> = {
  "400 bad_request": (id) => withBody(id, "{"),
  "413 bad_request": (id) => withBody(id, " ".repeat(maximalBodyBytes + 1)),
  "415 bad_request": (id) => {
    const request = withBody(id, "{}");
    return { ...request, headers: { ...request.headers, "content-encoding": "gzip" } };
  },
  "400 invalid request body": (id) => withBody(id, "{"),
};

/** Codes that belong to one operation's own rules. */
const own: Record<string, Request> = {
  "createPayment 400 bad_request": withBody(
    "createPayment",
    "{}",
    "application/json; charset=iso-8859-1",
  ),
  "createPayment 400 validation_error": create({ payment_amount: 0 }),
  "createPayment 400 invalid_expired_at": create({ payment_expired_at: inSeconds(-3600) }),
  "createPayment 403 account_not_owned": create({ account_id: randomUUID() }),
  "createPayment 409 payment_code_conflict": create({ payment_code }),
  "listPayments 400 validation_error": withPath("listPayments", "/gateway/payments?page=0"),
  "getPayment 400 validation_error": withPath(
    "getPayment",
    `${paymentPath(nobodysCode)}?include=notes`,
  ),
  "getPayment 404 not_found": sample("getPayment"),
  "listEvents 400 validation_error": withPath("listEvents", "/gateway/events?event_type=paid"),
  "listEventDeliveries 404 not_found": sample("listEventDeliveries"),
  "resendEvent 404 not_found": sample("resendEvent"),
  "cancelPayment 400 validation_error": withPath("cancelPayment", "/gateway/payments/%01"),
  "cancelPayment 404 payment_not_cancellable": sample("cancelPayment"),
  "matchPayment 400 validation_error": {
    ...sample("matchPayment"),
    json: { mutation_id: "1" },
  },
  "matchPayment 400 X-Totp-Code header is required": { ...sample("matchPayment"), headers: {} },
  "getChannelInstructions 400 channel_id is required": withPath(
    "getChannelInstructions",
    "/gateway/channels//instructions",
  ),
  "getChannelInstructions 400 bad_request": withPath(
    "getChannelInstructions",
    "/gateway/channels/1/instructions",
  ),
  "getChannelInstructions 404 not_found": withPath(
    "getChannelInstructions",
    `/gateway/channels/${randomUUID()}/instructions`,
  ),
  "listMutations 400 validation_error": withPath("listMutations", "/gateway/mutations?page=0"),
  "getCheckout 404 not_found": sample("getCheckout"),
  "createRefund 400 validation_error": { ...sample("createRefund"), json: {} },
  "createRefund 404 not_found": sample("createRefund"),
  "listPaymentRefunds 400 validation_error": withPath(
    "listPaymentRefunds",
    `${paymentPath(nobodysCode)}/refunds?page=0`,
  ),
  "listPaymentRefunds 404 not_found": sample("listPaymentRefunds"),
  "listRefunds 400 validation_error": withPath("listRefunds", "/gateway/refunds?page=0"),
};

/** Codes that a key alone cannot get, or should not. */
const outOfReach: Record<string, string> = {
  "429 rate_limited": "needs a gateway with a low limit: a run stays below those of shops",
  "500 internal_error": "needs a gateway that fails",
  "createPayment 409 unique_amount_conflict":
    "needs 999 open invoices of one amount, more than the rate for writes",
  "matchPayment 404 not_found": "needs a merchant's one-time code",
  "resendEvent 409 conflict": "needs an attempt that is under way",
  "createRefund 409 refund_reference_conflict": "needs a paid invoice: TEPAT_DEVICE_TOKEN",
};

const published = publishedOperations
  .filter(({ path }) => /^\/(gateway|checkout)\//.test(path))
  .flatMap(({ operationId, refusals }) => refusals.map((refusal) => ({ operationId, ...refusal })));
/** These codes have their own tests below. */
const elsewhere = new Set([
  "tenant_api_key_required",
  "no_active_quota",
  "totp_not_enabled",
  "invalid totp code",
  "conflict",
  "refund_exceeds_received",
]);

test.for(published.filter(({ code }) => !elsewhere.has(code)))(
  "$operationId earns $status $code",
  async ({ operationId, status, code }, { skip }) => {
    const names = [`${operationId} ${status} ${code}`, `${status} ${code}`];
    const reason = names.map((name) => outOfReach[name]).find(Boolean);
    if (reason !== undefined) skip(reason);
    const request =
      names.map((name) => own[name]).find(Boolean) ?? common[`${status} ${code}`]?.(operationId);
    if (request === undefined) throw new Error(`no request earns ${code}: add one`);
    const answer = await merchant.send(request);
    const { text } = answer;
    expect(answer, `${asTheyAre}: ${text}`).toMatchObject({ status, body: { code } });
  },
);

describe("without a known key", () => {
  test.each(published.filter(({ code }) => code === "tenant_api_key_required"))(
    "$operationId earns $status $code, regardless of other errors",
    async ({ operationId, status, code }) => {
      const request = sample(operationId);
      const withKey = (key: object) => ask({ ...request, headers: { ...request.headers, ...key } });
      for (const key of [
        {},
        { "x-api-key": "unknown" },
        { "x-api-key": `${asMerchant["x-api-key"]}x` },
      ]) {
        expectRefusal(await withKey(key), status, code);
      }
    },
  );
});

test("createPayment earns 403 no_active_quota", async ({ skip }) => {
  const { closed_account_id } = deployment;
  if (closed_account_id === undefined) skip("needs an account that is switched off");
  const answer = await merchant.send(create({ account_id: closed_account_id }));
  expectRefusal(answer, 403, "no_active_quota");
});

describe("a refund of an unpaid invoice", () => {
  const refund = (code: string) =>
    merchant.send(withPath("createRefund", `${paymentPath(code)}/refunds`));

  test("is a conflict while the invoice is PENDING, and then exceeds the amount received", async () => {
    const invoice = await pendingPayment();
    expectRefusal(await refund(invoice.payment_code), 409, "conflict");
    dataOf(await cancel(invoice.payment_code));
    expectRefusal(await refund(invoice.payment_code), 409, "refund_exceeds_received");
  });
});

describe("a wrong one-time code", () => {
  // Each run makes one wrong guess, because five in 15 minutes would block the merchant's manual
  // matching.
  const guess = shared(() => merchant.send(sample("matchPayment")));

  test.for([
    ["totp_not_enabled", 403, "needs a merchant without two-factor authentication"],
    ["invalid totp code", 400, "needs a merchant with two-factor authentication"],
  ] as const)("matchPayment earns %s", async ([code, status, reason], { skip }) => {
    const answer = await guess();
    if (answer.status === 429) skip("five wrong codes were sent in the last 15 minutes");
    expect(["totp_not_enabled", "invalid totp code"]).toContain(answer.body.code);
    if (answer.body.code !== code) skip(reason);
    expectRefusal(answer, status, code);
  });
});

describe("an ignored unknown name is listed for", () => {
  const ignored = "x-tepat-ignored-fields";

  test("a field of a refused create", async () => {
    const answer = await merchant.send(create({ payment_amount: 0, webhook_url: "none" }));
    expect([answer.status, answer.headers.get(ignored)]).toEqual([400, "webhook_url"]);
  });

  test("a parameter of a list", async () => {
    const answer = await merchant.get("/gateway/payments?per_page=1&state=PAID");
    expect([answer.status, answer.headers.get(ignored)]).toEqual([200, "state"]);
  });
});

describe("HEAD works like GET without the body for", () => {
  test.each([
    ["/gateway/payments?per_page=1", 200],
    [paymentPath(payment_code), 200],
    [paymentPath(nobodysCode), 404],
  ])("%s", async (path, status) => {
    const head = await askForHead(path);
    expect([head.status, await head.text()]).toEqual([status, ""]);
    expect(head.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

describe("a request outside the document", () => {
  test("to another path is not found", async () => {
    for (const path of ["/gateway/invoices", "/gateway/payments/x/y", "/checkout/x/y"]) {
      const answer = await askUndocumented({ method: "GET", path, headers: asMerchant });
      expectRefusal(answer, 404, "not_found");
    }
  });

  test("with a wrong method gets a list of the allowed ones", async () => {
    const request = { method: "PUT", path: "/gateway/payments", headers: asMerchant, json: {} };
    const answer = await askUndocumented(request);
    expectRefusal(answer, 405, "bad_request");
    expect(answer.headers.get("allow")).toContain("POST");
  });
});
