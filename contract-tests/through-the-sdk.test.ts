import { describe, expect, inject, test } from "vitest";
import { publishedOperations } from "./support/documents.ts";
import type { Request } from "./support/exchange.ts";
import { send } from "./support/http.ts";
import { newCast, sampleRequest } from "./support/samples.ts";
import { pendingPayment } from "./support/shop.ts";

/** Checks that in the project `contract:sdk` the tests really use the SDK. */

describe.skipIf(inject("client") !== "sdk")("through the SDK goes", async () => {
  const cast = await newCast();
  const ofMerchants = publishedOperations.filter(({ path }) =>
    /^\/(gateway|checkout)\//.test(path),
  );

  /** The samples of these operations name a record that does not exist. */
  const namesNothing = new Set(["createRefund", "listEventDeliveries", "resendEvent"]);

  test.each(ofMerchants)("$operationId", async ({ operationId }) => {
    const payment = await pendingPayment(cast.shop);
    const { json, ...sample } = sampleRequest(operationId, { ...cast, payment });
    const request: Request = operationId.startsWith("create") ? { ...sample, json } : sample;
    const answer = await send(request);
    expect([answer.via, answer.body.success]).toEqual(["sdk", !namesNothing.has(operationId)]);
  });

  test("a refusal", async () => {
    const sample = sampleRequest("createPayment", cast);
    const answer = await send({ ...sample, json: { ...(sample.json as object), account_id: "1" } });
    expect([answer.via, answer.body.code]).toEqual(["sdk", "validation_error"]);
  });

  test.each<[string, Partial<Request>]>([
    ["malformed JSON", { json: undefined, body: "{" }],
    ["an amount that JSON cannot keep", { json: { payment_code: "A", payment_amount: 1.5 } }],
    ["a header of the test's own", { headers: { "x-api-key": cast.shop.api_key, accept: "*/*" } }],
    ["no key", { headers: {} }],
    [
      "a query that is not published",
      { method: "GET", json: undefined, path: "/gateway/payments?page=01" },
    ],
  ])("not %s", async (_case, change) => {
    const answer = await send({ ...sampleRequest("createPayment", cast), ...change });
    expect(answer.via).toBe("http");
  });
});
