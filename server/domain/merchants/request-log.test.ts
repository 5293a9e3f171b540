import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { shopWithAccount, testGateway, type Shop } from "../../testing/fixtures.ts";
import {
  createRequestLog,
  listLoggedRequests,
  readLoggedRequest,
  type CompletedRequest,
  type LogOutcome,
} from "./request-log.ts";

const database = await createTestDatabase();
const gateway = testGateway(database.sql);
let shop: Shop;
let now: number;
let counted: Record<LogOutcome, number>;
let troubles: unknown[];

beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  now = 0;
  counted = { written: 0, left_out: 0, dropped: 0 };
  troubles = [];
});
afterAll(() => database.drop());

const openLog = (sql = database.sql) =>
  createRequestLog({
    gateway: { ...gateway, sql },
    count: (outcome, requests) => (counted[outcome] += requests),
    onTrouble: (cause) => troubles.push(cause),
    nowMilliseconds: () => now,
  });

let number = 0;
const request = (fields: Partial<CompletedRequest> = {}): CompletedRequest => ({
  merchant_id: shop.merchant_id,
  request_id: `request-${(number += 1)}`,
  method: "GET",
  path: "/gateway/accounts",
  http_status: 200,
  error_code: null,
  duration_ms: 3.4,
  ...fields,
});
const refused = (fields: Partial<CompletedRequest> = {}) =>
  request({ http_status: 404, error_code: "not_found", ...fields });

const listed = async (
  options: { errors_only?: boolean; path?: string; request_id?: string; cursor?: string } = {},
  per_page = 100,
) => listLoggedRequests(gateway, { merchant_id: shop.merchant_id, per_page, ...options });
const items = async (options = {}) => (await listed(options)).items;

test("a request is written automatically a moment later", async () => {
  const log = openLog();
  log.note(request({ request_id: "mine" }));
  expect(await items()).toEqual([]);
  await expect.poll(() => items()).toHaveLength(1);
  expect(await items()).toEqual([
    {
      entry_id: expect.any(String),
      requested_at: expect.any(String),
      request_id: "mine",
      method: "GET",
      path: "/gateway/accounts",
      http_status: 200,
      error_code: null,
      duration_ms: 3,
      left_out: 0,
    },
  ]);
});

test("a stopping process writes its waiting entries", async () => {
  const log = openLog();
  log.note(request());
  log.note(refused());
  await log.stop();
  expect(await items()).toHaveLength(2);
  expect(counted).toEqual({ written: 2, left_out: 0, dropped: 0 });
});

test("the newest entries come first, and pages continue after the previous one", async () => {
  const log = openLog();
  const requests = Array.from({ length: 5 }, () => request());
  requests.forEach(log.note);
  await log.stop();
  const first = await listed({}, 3);
  const second = await listed({ cursor: first.next_cursor ?? "" }, 3);
  const ids = [...first.items, ...second.items].map(({ request_id }) => request_id);
  expect(ids).toEqual(requests.map(({ request_id }) => request_id).toReversed());
  expect(second.next_cursor).toBeNull();
  await expect(listed({ cursor: "x" })).rejects.toMatchObject({ code: "validation_error" });
});

test("a key sent as X-Request-Id is not stored", async () => {
  const log = openLog();
  log.note(request({ request_id: `retry-2.${shop.api_key}` }));
  log.note(request({ request_id: shop.webhook_secret }));
  log.note(request({ request_id: "01JD-plain_id" }));
  await log.stop();
  const ids = (await items()).map(({ request_id }) => request_id);
  expect(ids).toEqual(["01JD-plain_id", "[redacted]", "retry-2.[redacted]"]);
});

test("filters return the matching entries", async () => {
  const log = openLog();
  log.note(request({ path: "/gateway/payments/INV-1%25", request_id: "a" }));
  log.note(refused({ path: "/gateway/payments/inv-2", request_id: "b" }));
  log.note(request({ path: "/gateway/mutations", request_id: "a" }));
  await log.stop();
  const ids = async (options: object) => (await items(options)).map(({ request_id }) => request_id);
  expect(await ids({ errors_only: true })).toEqual(["b"]);
  expect(await ids({ path: "INV-" })).toEqual(["b", "a"]);
  // `%` and `_` are not patterns here.
  expect(await ids({ path: "%25" })).toEqual(["a"]);
  expect(await ids({ path: "inv_1" })).toEqual([]);
  expect(await ids({ request_id: "a" })).toEqual(["a", "a"]);
  expect(await ids({ request_id: "a", path: "mutations" })).toEqual(["a"]);
  expect(await ids({ request_id: "A" })).toEqual([]);
  expect(await ids({ errors_only: true, request_id: "a" })).toEqual([]);
});

test("another merchant's requests are unknown", async () => {
  const log = openLog();
  const stranger = await shopWithAccount(gateway);
  log.note(request());
  await log.stop();
  const [entry] = await items();
  const entry_id = entry?.entry_id ?? "";
  expect(await readLoggedRequest(gateway, { ...shop, entry_id })).toEqual(entry);
  const { merchant_id } = stranger;
  await expect(readLoggedRequest(gateway, { merchant_id, entry_id })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await listLoggedRequests(gateway, { merchant_id, per_page: 20 })).items).toEqual([]);
});

test("successes of a busy merchant are left out and counted", async () => {
  const log = openLog();
  const stranger = await shopWithAccount(gateway);
  for (let count = 0; count < limits.loggedSuccessesPerMinute + 4; count += 1) log.note(request());
  log.note(request({ merchant_id: stranger.merchant_id }));
  await log.stop();
  expect(await items()).toHaveLength(limits.loggedSuccessesPerMinute);
  expect(counted.left_out).toBe(4);
  const others = await listLoggedRequests(gateway, { ...stranger, per_page: 20 });
  expect(others.items).toMatchObject([{ left_out: 0 }]);

  now = 60_000;
  log.note(request());
  log.note(request());
  await log.stop();
  expect((await items()).slice(0, 2)).toMatchObject([{ left_out: 0 }, { left_out: 4 }]);
});

test("errors are kept up to their own limit", async () => {
  const log = openLog();
  for (let count = 0; count < limits.loggedSuccessesPerMinute + 1; count += 1) log.note(request());
  for (let count = 0; count < limits.loggedErrorsPerMinute + 2; count += 1) log.note(refused());
  await log.stop();
  const [{ errors, successes } = {}] = await database.sql`
    select
      count(error_code)::integer as errors, (count(*) - count(error_code))::integer as successes
    from api_requests
    where merchant_id = ${shop.merchant_id}
  `;
  expect({ errors, successes }).toEqual({
    errors: limits.loggedErrorsPerMinute,
    successes: limits.loggedSuccessesPerMinute,
  });
  expect(counted.left_out).toBe(3);
});

test("the successes of all merchants together are bounded, and their errors are not left out", async () => {
  const log = openLog();
  const merchants = limits.loggedSuccessesOfAllPerMinute / limits.loggedSuccessesPerMinute;
  for (let merchant = 0; merchant < merchants; merchant += 1) {
    const merchant_id = randomUUID();
    for (let count = 0; count < limits.loggedSuccessesPerMinute; count += 1) {
      log.note(request({ merchant_id }));
    }
    // oxlint-disable-next-line no-await-in-loop -- so that never too many wait
    await log.stop();
  }
  log.note(request());
  log.note(refused());
  await log.stop();
  expect(await items()).toMatchObject([{ error_code: "not_found", left_out: 1 }]);
  now = 60_000;
  log.note(request());
  await log.stop();
  expect(await items()).toMatchObject([{ error_code: null }, { error_code: "not_found" }]);
});

test("entries beyond the queue's limit are dropped and counted", async () => {
  const log = openLog();
  for (let count = 0; count < limits.loggedRequestsWaiting; count += 1) {
    // Each request comes in its own minute, so that only the room for all of them bounds it.
    now += 60_000;
    log.note(refused());
  }
  log.note(refused());
  log.note(request());
  expect(counted.dropped).toBe(2);
  await log.stop();
  expect(counted.written).toBe(limits.loggedRequestsWaiting);
  log.note(request());
  await log.stop();
  expect((await listed({}, 1)).items).toMatchObject([{ left_out: 2 }]);
});

test("waiting entries are written in statements of a bounded size", async () => {
  const sizes: number[] = [];
  const log = createRequestLog({
    gateway,
    count: (_, requests) => sizes.push(requests),
    onTrouble: (cause) => troubles.push(cause),
  });
  for (let count = 0; count < limits.loggedRequestsPerStatement + 1; count += 1) {
    log.note(refused());
  }
  await log.stop();
  expect(sizes).toEqual([limits.loggedRequestsPerStatement, 1]);
});

test("a long path is shortened, and no credential is kept", async () => {
  const log = openLog();
  const payments = "/gateway/payments/";
  log.note(request({ path: payments + "x".repeat(limits.loggedPathCharacters) }));
  log.note(request({ path: payments + shop.api_key }));
  log.note(request({ path: `${payments}\ud800` }));
  await log.stop();
  const paths = (await items()).map(({ path }) => path);
  expect(paths).toEqual([
    `${payments}\ufffd`,
    `${payments}[redacted]`,
    payments.padEnd(limits.loggedPathCharacters, "x"),
  ]);
});

test("a percent-encoded credential in a path is found", async () => {
  const log = openLog();
  const payments = "/gateway/payments/";
  const secret = `whsec_${"aB+/".repeat(10)}cdE=`;
  const hidden = shop.api_key.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
  const paths = [
    `${payments}${encodeURIComponent(secret)}`,
    payments + hidden,
    payments + shop.api_key.replaceAll("_", "%5f"),
    `${payments}INV%2F1%0A%ff%zz`,
  ];
  for (const path of paths) log.note(request({ path }));
  await log.stop();
  expect((await items()).map(({ path }) => path).toReversed()).toEqual([
    `${payments}[redacted]`,
    `${payments}[redacted]`,
    `${payments}[redacted]`,
    paths.at(-1),
  ]);
});

test("entries refused by the database are dropped and counted, and later ones are written", async () => {
  const log = openLog();
  log.note(request({ merchant_id: "nobody" }));
  await log.stop();
  expect(counted).toEqual({ written: 0, left_out: 0, dropped: 1 });
  expect(troubles).toHaveLength(1);
  log.note(request());
  await log.stop();
  expect(await items()).toHaveLength(1);
});
