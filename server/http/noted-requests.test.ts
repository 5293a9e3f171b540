import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { ask, openInProcessService } from "../testing/in-process-service.ts";
import { RequestAborted } from "./transport/message.ts";

/** Tests which requests enter a merchant's request log, and with which values. */

const database = await createTestDatabase();
const { gateway, dispatch, noted } = openInProcessService(database.sql);
let shop: Shop;

beforeEach(async () => {
  noted.length = 0;
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const key = () => ({ "x-api-key": shop.api_key });

test("an internal error is logged as the response that the merchant got", async () => {
  vi.spyOn(gateway, "now").mockImplementationOnce(() => {
    throw new Error("a fault of ours");
  });
  const answer = await ask(dispatch, {
    method: "GET",
    path: "/gateway/payments/INV-1",
    headers: { ...key(), "x-request-id": "mine" },
  });
  expect(answer.status).toBe(500);
  expect(noted).toMatchObject([
    {
      merchant_id: shop.merchant_id,
      request_id: "mine",
      http_status: 500,
      error_code: "internal_error",
    },
  ]);
});

test("a request that the client aborted is not logged, because it got no response", async () => {
  const headers = new Headers({ ...key(), "content-type": "application/json" });
  await dispatch({
    method: "POST",
    path: "/gateway/payments",
    query: "",
    remoteAddress: "203.0.113.9",
    header: (name) => headers.get(name) ?? undefined,
    body: () => Promise.reject(new RequestAborted()),
  });
  expect(noted).toEqual([]);
});

test("a wrong path is logged only with a merchant's valid key", async () => {
  const wrong = { method: "GET", path: "/gateway/invoices" };
  await ask(dispatch, wrong);
  await ask(dispatch, { ...wrong, headers: { "x-api-key": "pgk_live_unknown" } });
  await ask(dispatch, { method: "GET", path: "/gateway", headers: key() });
  await ask(dispatch, { method: "GET", path: "/nothing/gateway/", headers: key() });
  await ask(dispatch, { ...wrong, headers: key() });
  await expect.poll(() => noted).toHaveLength(1);
  expect(noted).toMatchObject([{ merchant_id: shop.merchant_id, path: wrong.path }]);
});

test("a refusal before the body is logged for its merchant", async () => {
  const path = "/gateway/payments/INV-1/match";
  const headers = { ...key(), "content-type": "application/json" };
  await ask(dispatch, { method: "POST", path, headers });
  expect(noted).toMatchObject([{ http_status: 400, error_code: "X-Totp-Code header is required" }]);
});
