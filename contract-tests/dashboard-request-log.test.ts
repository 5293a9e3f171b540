import { expect, inject, test, vi } from "vitest";
import type { LoggedRequest } from "../server/contract/dashboard/request-log.ts";
import { tepat } from "./support/command-line.ts";
import { signedIn } from "./support/dashboard.ts";
import { dataOf, merchantWith, nobody, send } from "./support/http.ts";
import { newCode, openShop, paymentInput, paymentPath } from "./support/shop.ts";

/**
 * Tests that a request of a merchant's server to /gateway/ appears in the merchant's own log
 * shortly afterwards.
 */

interface Page {
  items: LoggedRequest[];
  next_cursor: string | null;
}

const shop = await openShop();
const person = await signedIn(shop);

const logged = async (query = "", from = person): Promise<LoggedRequest[]> =>
  dataOf<Page>(await from.get(`/dashboard/api/logged-requests?per_page=100${query}`)).items;

/** Waits for this request, and returns its entry. */
const entryOf = (request_id: string, from = person): Promise<LoggedRequest> =>
  vi.waitFor(
    async () => {
      const entries = await logged(`&request_id=${request_id}`, from);
      expect(entries).toHaveLength(1);
      return entries[0] as LoggedRequest;
    },
    { timeout: 60_000, interval: 200 },
  );

const requestId = () => `log-${newCode()}`;
const as = (request_id: string, api_key = shop.api_key) => ({
  "x-request-id": request_id,
  "x-api-key": api_key,
});

test("the log has a success and an error, with the ids of their responses", async () => {
  const [made, again, missing] = [requestId(), requestId(), requestId()];
  const json = paymentInput(shop);
  const create = { method: "POST", path: "/gateway/payments", json };
  await shop.send({ ...create, headers: { "x-request-id": made } });
  await shop.send({ ...create, headers: { "x-request-id": again } });
  const path = paymentPath("INV/ 1");
  await shop.send({
    method: "GET",
    path: `${path}?token=abc`,
    headers: { "x-request-id": missing },
  });
  expect(await entryOf(missing)).toMatchObject({
    method: "GET",
    // The original path without the query.
    path,
    http_status: 404,
    error_code: "not_found",
  });
  expect(await entryOf(made)).toMatchObject({
    method: "POST",
    path: "/gateway/payments",
    http_status: 201,
    error_code: null,
    left_out: 0,
  });
  const conflict = await entryOf(again);
  expect(conflict).toMatchObject({ http_status: 409, error_code: "payment_code_conflict" });
  expect(conflict.duration_ms).toBeGreaterThanOrEqual(0);
  expect(Date.parse(conflict.requested_at)).not.toBeNaN();

  const { entry_id } = conflict;
  expect(dataOf(await person.get(`/dashboard/api/logged-requests/${entry_id}`))).toEqual(conflict);
  const errors = await logged("&errors_only=true&path=/GATEWAY/payments");
  expect(errors.map(({ request_id }) => request_id)).toEqual([missing, again]);
});

test("the log keeps only the values that the page shows", async () => {
  const request_id = requestId();
  const customer_name = "Nama Rahasia";
  const { payment_code } = paymentInput(shop);
  await shop.send({
    method: "POST",
    path: "/gateway/payments?secret=s3cret",
    headers: { "x-request-id": request_id },
    json: { ...paymentInput(shop), payment_code, customer_name },
  });
  const text = JSON.stringify(await entryOf(request_id));
  for (const hidden of [customer_name, shop.api_key, payment_code, "s3cret"]) {
    expect(text).not.toContain(hidden);
  }
});

test("the log has wrong paths, wrong methods and HEAD too", async () => {
  const [wrongPath, wrongMethod, head] = [requestId(), requestId(), requestId()];
  const { base_url } = inject("service");
  await fetch(`${base_url}/gateway/invoices`, { headers: as(wrongPath) });
  await fetch(`${base_url}/gateway/payments`, { method: "PUT", headers: as(wrongMethod) });
  await fetch(`${base_url}/gateway/accounts`, { method: "HEAD", headers: as(head) });
  expect(await entryOf(wrongPath)).toMatchObject({ http_status: 404, error_code: "not_found" });
  expect(await entryOf(wrongMethod)).toMatchObject({ http_status: 405, error_code: "bad_request" });
  expect(await entryOf(head)).toMatchObject({ method: "HEAD", http_status: 200, error_code: null });
});

test("the log leaves out requests outside /gateway/ or without a valid key", async () => {
  const [unknown, revoked, worker, public_, last] = Array.from({ length: 5 }, requestId) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const { key_id, api_key } = await tepat<{ key_id: string; api_key: string }>(
    "apikey create",
    "--merchant",
    shop.merchant_id,
  );
  await tepat("apikey revoke", "--key-id", key_id);
  const path = "/gateway/accounts";
  await nobody().send({ method: "GET", path, headers: as(unknown, "pgk_live_unknown") });
  const askRevoked = async (request_id: string) => {
    const headers = { "x-request-id": request_id };
    return (await merchantWith(api_key).send({ method: "GET", path, headers })).status;
  };
  // A process can cache the key for a moment.
  await expect.poll(() => askRevoked(requestId())).toBe(401);
  expect(await askRevoked(revoked)).toBe(401);
  await send({
    method: "POST",
    path: "/worker/devices",
    headers: as(worker),
    json: { device_name: "Phone", installation_id: newCode() },
  });
  await nobody().send({ method: "GET", path: "/checkout/unknown", headers: as(public_) });
  await shop.send({ method: "GET", path, headers: { "x-request-id": last } });
  await entryOf(last);
  const ids = (await logged()).map(({ request_id }) => request_id);
  for (const id of [unknown, revoked, worker, public_]) expect(ids).not.toContain(id);
});

test("another merchant sees its own requests only", async () => {
  const stranger = await openShop();
  const theirs = await signedIn(stranger);
  const [mine, other] = [requestId(), requestId()];
  await shop.send({ method: "GET", path: "/gateway/accounts", headers: { "x-request-id": mine } });
  await stranger.send({
    method: "GET",
    path: "/gateway/accounts",
    headers: { "x-request-id": other },
  });
  const { entry_id } = await entryOf(mine);
  await entryOf(other, theirs);
  expect((await logged("", theirs)).map(({ request_id }) => request_id)).toEqual([other]);
  const { status } = await theirs.get(`/dashboard/api/logged-requests/${entry_id}`);
  expect(status).toBe(404);
});
