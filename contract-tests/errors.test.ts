import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registeredDevice, transfer, type Device } from "./support/device.ts";
import { publishedOperations } from "./support/documents.ts";
import type { Answer, Request } from "./support/exchange.ts";
import { send } from "./support/http.ts";
import { takeDatabaseAway } from "./support/outage.ts";
import type { Payment } from "./support/resources.ts";
import { newCast, sampleRequest, type Cast } from "./support/samples.ts";
import { startServer, startServiceWithPostgres, type OwnService } from "./support/service.ts";
import {
  addAccount,
  inSeconds,
  newCode,
  openShop,
  paymentPath,
  pendingPayment,
} from "./support/shop.ts";

/**
 * Sends a request for every refusal that the documents publish for an operation. A new operation or a new code fails
 * here until it has a request.
 */

const cast = await newCast();
const { shop, authenticator, payment } = cast;
const plain: Cast = { ...cast, shop: await openShop() };
const pending: Device = await registeredDevice(shop);

const sample = (operationId: string) => sampleRequest(operationId, cast);
const withJson = (operationId: string, fields: object): Request => {
  const request = sample(operationId);
  return { ...request, json: { ...(request.json as object), ...fields } };
};
const withPath = (operationId: string, path: string): Request => ({ ...sample(operationId), path });
const withBody = (operationId: string, body: string): Request => {
  const { headers, ...request } = sample(operationId);
  return { ...request, headers: { ...headers, "content-type": "application/json" }, body };
};
const withCode = (code: string, from: Cast = cast): Request => {
  const { headers, ...request } = sampleRequest("matchPayment", from);
  return { ...request, headers: { ...headers, "x-totp-code": code } };
};

/** Codes that many operations return in the same way. */
const common: Record<string, (operationId: string) => Request> = {
  tenant_api_key_required: (id) => sampleRequest(id, cast, { api_key: "x", device_token: "x" }),
  unauthorized: (id) => sampleRequest(id, cast, { api_key: "x", device_token: "x" }),
  device_not_approved: (id) => sampleRequest(id, cast, { ...shop, ...pending }),
  "400 bad_request": (id) => withBody(id, "{"),
  "413 bad_request": (id) => withBody(id, " ".repeat(256 * 1024 + 1)),
  "415 bad_request": (id) => {
    const { headers, ...request } = withBody(id, "{}");
    return { ...request, headers: { ...headers, "content-encoding": "gzip" } };
  },
  "invalid request body": (id) => withBody(id, "{"),
};

/** Codes that belong to one operation's own rules. */
const own: Record<string, () => Request | Promise<Request>> = {
  "createPayment validation_error": () => withJson("createPayment", { payment_amount: 0 }),
  "createPayment 400 bad_request": () => {
    const { headers, ...request } = sample("createPayment");
    return {
      ...request,
      headers: { ...headers, "content-type": "application/json; charset=latin1" },
    };
  },
  "createPayment invalid_expired_at": () =>
    withJson("createPayment", { payment_expired_at: inSeconds(-1) }),
  "createPayment account_not_owned": () =>
    withJson("createPayment", { account_id: plain.shop.account.account_id }),
  "createPayment no_active_quota": async () =>
    withJson("createPayment", { account_id: (await addAccount(shop, { quota: 0 })).account_id }),
  "createPayment payment_code_conflict": () =>
    withJson("createPayment", { payment_code: payment.payment_code }),
  "createPayment unique_amount_conflict": async () => {
    const fields = { payment_amount: 5_000_000 };
    await Promise.all(Array.from({ length: 999 }, () => pendingPayment(shop, fields)));
    return withJson("createPayment", fields);
  },
  "listPayments validation_error": () => withPath("listPayments", "/gateway/payments?page=0"),
  "getPayment validation_error": () =>
    withPath("getPayment", `${paymentPath(payment.payment_code)}?include=notes`),
  "getPayment not_found": () => withPath("getPayment", paymentPath(newCode())),
  "cancelPayment payment_not_cancellable": () => withPath("cancelPayment", paymentPath(newCode())),
  "matchPayment validation_error": () => withJson("matchPayment", { mutation_id: "1" }),
  "matchPayment X-Totp-Code header is required": () => withCode(""),
  "matchPayment totp_not_enabled": () => withCode("123456", plain),
  "matchPayment invalid totp code": () => withCode(authenticator.wrongCode()),
  "matchPayment not_found": () => withPath("matchPayment", `${paymentPath(newCode())}/match`),
  "createRefund validation_error": () => withJson("createRefund", { amount: 0 }),
  "createRefund not_found": () => sample("createRefund"),
  "createRefund conflict": async () => refundOf(await pendingPayment(shop)),
  "createRefund refund_exceeds_received": async () => {
    const paid = await paidPayment();
    return refundOf(paid, { amount: paid.payment_total + 1 });
  },
  "createRefund refund_reference_conflict": async () => {
    const first = refundOf(await paidPayment());
    await send(first);
    return { ...first, json: { ...(first.json as object), amount: 999 } };
  },
  "listPaymentRefunds validation_error": () =>
    withPath("listPaymentRefunds", `${paymentPath(payment.payment_code)}/refunds?page=0`),
  "listPaymentRefunds not_found": () =>
    withPath("listPaymentRefunds", `${paymentPath(newCode())}/refunds`),
  "listRefunds validation_error": () => withPath("listRefunds", "/gateway/refunds?page=0"),
  "listEvents validation_error": () =>
    withPath("listEvents", "/gateway/events?event_type=payment.lost"),
  "listEventDeliveries not_found": () => sample("listEventDeliveries"),
  "resendEvent not_found": () => sample("resendEvent"),
  "resendEvent conflict": async () =>
    withPath("resendEvent", `/gateway/events/${await deliveryUnderWay()}/resend`),
  "getChannelInstructions channel_id is required": () =>
    withPath("getChannelInstructions", "/gateway/channels//instructions"),
  "getChannelInstructions 400 bad_request": () =>
    withPath("getChannelInstructions", "/gateway/channels/1/instructions"),
  "getChannelInstructions not_found": () =>
    withPath("getChannelInstructions", `/gateway/channels/${randomUUID()}/instructions`),
  "listMutations validation_error": () => withPath("listMutations", "/gateway/mutations?page=0"),
  "getCheckout not_found": () => withPath("getCheckout", `/checkout/${randomUUID()}`),
  "listDevices validation_error": () => withPath("listDevices", "/worker/devices?page=0"),
  "registerDevice unauthorized": () => ({
    ...sample("registerDevice"),
    headers: { "x-pairing-token": "x" },
  }),
  "registerDevice conflict": async () => {
    const crowded = await openShop();
    await Promise.all(Array.from({ length: 20 }, () => registeredDevice(crowded)));
    return sampleRequest("registerDevice", { ...cast, shop: crowded });
  },
  "registerDevice validation_error": () => withJson("registerDevice", { device_name: "" }),
  "heartbeat validation_error": () => withJson("heartbeat", { battery: 101 }),
  "reportMutations validation_error": () => withJson("reportMutations", { notifications: [] }),
  "listMutationReasons validation_error": () =>
    withPath("listMutationReasons", "/worker/mutations?match_reason=luck"),
  "listNearMisses not_found": () =>
    withPath("listNearMisses", `/worker/mutations/${randomUUID()}/candidates`),
  "listLikelyMutations not_found": () =>
    withPath("listLikelyMutations", `/worker/payments/${newCode()}/candidates`),
  "listOwnDeliveries validation_error": () =>
    withPath("listOwnDeliveries", "/merchant/deliveries?delivery_status=LOST"),
  "resendOwnDelivery not_found": () => sample("resendOwnDelivery"),
  "resendOwnDelivery conflict": async () =>
    withPath("resendOwnDelivery", `/merchant/deliveries/${await deliveryUnderWay()}/attempts`),
  "listOwnRequests validation_error": () =>
    withPath("listOwnRequests", "/merchant/requests?per_page=0"),
  "triggerEvent validation_error": () => withJson("triggerEvent", { event_type: "payment.lost" }),
  // No operator has set ALLOW_TRIGGER here.
  "triggerEvent conflict": () => sample("triggerEvent"),
  "notify validation_error": () => withJson("notify", { package_name: "" }),
};

const refundOf = ({ payment_code }: Payment, fields: object = {}): Request => ({
  ...withJson("createRefund", fields),
  path: `${paymentPath(payment_code)}/refunds`,
});

async function paidPayment(): Promise<Payment> {
  const pending = await pendingPayment(shop);
  await cast.device.report(transfer(pending.payment_total));
  return pending;
}

/** Returns the id of a delivery whose receiver has accepted the connection and does not respond. */
async function deliveryUnderWay(): Promise<string> {
  const receiver = createServer().listen(0, "127.0.0.1");
  afterAll(() => receiver.close());
  const called = once(receiver, "connection");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const { payment_total, payment_code } = await pendingPayment(shop, {
    payment_webhook_url: `http://127.0.0.1:${port}/`,
  });
  await cast.device.report(transfer(payment_total));
  await called;
  const { body } = await shop.get("/merchant/deliveries");
  const deliveries = (body.data as { items: { delivery_id: string; payment_code: string }[] })
    .items;
  const delivery = deliveries.find((each) => each.payment_code === payment_code);
  return delivery?.delivery_id ?? "";
}

const published = publishedOperations.flatMap(({ operationId, refusals }) =>
  refusals.map((refusal) => ({ operationId, ...refusal })),
);
const needsAServer = new Set(["rate_limited", "internal_error"]);

test.each(published.filter(({ code }) => !needsAServer.has(code)))(
  "$operationId earns $status $code",
  async ({ operationId, status, code }) => {
    const names = [code, `${status} ${code}`];
    const ownRequest = names.map((name) => own[`${operationId} ${name}`]).find(Boolean);
    const commonRequest = names.map((name) => common[name]).find(Boolean);
    const request = await (ownRequest?.() ?? commonRequest?.(operationId));
    if (request === undefined) throw new Error(`no request earns ${code}: add one`);
    const answer = await send(request);
    expect(answer).toMatchObject({ status, body: { success: false, code } });
  },
);

const remote = inject("transport") === "remote";
const operationsWith = (code: string) => published.filter((refusal) => refusal.code === code);
const expectRefused = (answer: Answer, status: number, code: string) =>
  expect(answer).toMatchObject({ status, body: { success: false, code } });

describe.skipIf(remote)("on a server with a limit of one request a minute", () => {
  let server: OwnService;
  beforeAll(async () => {
    const kinds = ["READ", "WRITE", "CHECKOUT", "WORKER"];
    const one = Object.fromEntries(kinds.map((kind) => [`RATE_LIMIT_${kind}`, "1"]));
    server = await startServer(inject("service"), one);
  });
  afterAll(() => server.stop());

  test.each(operationsWith("rate_limited"))("$operationId earns 429", async ({ operationId }) => {
    const { base_url } = server.service;
    await send(sample(operationId), base_url);
    expectRefused(await send(sample(operationId), base_url), 429, "rate_limited");
  });
});

describe.skipIf(remote)("on a server without its database", () => {
  let server: OwnService;
  let bringBack: () => Promise<void>;
  beforeAll(async () => {
    server = await startServiceWithPostgres(inject("service"));
    bringBack = await takeDatabaseAway(server.service);
  });
  afterAll(() => server.stop());

  test.each(operationsWith("internal_error"))("$operationId earns 500", async ({ operationId }) => {
    const answer = await send(sample(operationId), server.service.base_url);
    expectRefused(answer, 500, "internal_error");
    expect(answer.text).not.toMatch(/postgres|ECONN|sql|stack/i);
  });

  test("the service answers again when the database returns", async () => {
    await bringBack();
    const works = async () =>
      (await send(sample("getCheckout"), server.service.base_url)).status === 404;
    await expect.poll(works, { interval: 100 }).toBe(true);
  });
});
