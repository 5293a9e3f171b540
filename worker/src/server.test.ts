import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asDevice, asMerchant, readDevice, registerDevice, sendReports } from "./server.ts";

let server: Server;
let url: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    request.resume().on("end", () => respond(request, response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));

const failure = (code: string) => ({ success: false, code, message: "No." });

const report = {
  key: "k",
  package_name: "com.bca",
  title: "Catatan Finansial",
  body: "Pemasukan",
  posted_at: "2026-11-21T03:15:30.000Z",
  sequence: 1,
};

const device = () => asDevice({ server_url: url, device_token: "pgd_token" });

test("a device sends its token and gets the server's data", async () => {
  const data = { device_status: "ACTIVE", packages: ["com.bca"] };
  respond = answer(200, { success: true, message: "OK", data });
  expect(await readDevice(device())).toEqual({ kind: "ok", data });
  expect(requests[0]?.headers["x-device-token"]).toBe("pgd_token");
  expect(requests[0]?.headers["x-api-key"]).toBeUndefined();
});

test("registration sends the merchant's key", async () => {
  const data = { device_id: "1", device_token: "pgd_token", device_status: "PENDING" };
  respond = answer(201, { success: true, message: "Created", data });
  expect(await registerDevice(asMerchant(url, "pgk_key"), {})).toEqual({ kind: "ok", data });
  expect(requests[0]?.headers["x-api-key"]).toBe("pgk_key");
});

test.each([
  [400, failure("validation_error"), "refused"],
  [400, failure("bad_request"), "refused"],
  [413, failure("bad_request"), "refused"],
  [413, "<h1>Request Entity Too Large</h1>", "refused"],
  [401, failure("unauthorized"), "unauthorized"],
  [403, failure("device_not_approved"), "not_approved"],
  [429, failure("rate_limited"), "later"],
  [500, failure("internal_error"), "failed"],
  [502, "<h1>Bad Gateway</h1>", "later"],
  // None of these responses is a Tepat server's decision about the report.
  [400, "<h1>Bad Request</h1>", "later"],
  [401, "<h1>Sign in to the hotel's network</h1>", "later"],
  [403, "null", "later"],
  [404, failure("not_found"), "later"],
  [200, "<h1>Sign in to the hotel's network</h1>", "later"],
  [200, { success: true, data: [] }, "later"],
  [200, { success: true, data: null }, "later"],
  [200, { success: true, data: [null] }, "later"],
  [204, "", "later"],
])("%i with %j means %s", async (status, body, kind) => {
  respond = answer(status, body);
  expect(await sendReports(device(), [report])).toMatchObject({ kind });
});

test("a refusal names the invalid field", async () => {
  respond = answer(400, {
    ...failure("validation_error"),
    errors: { "notifications.0.title": "must be shorter" },
  });
  expect(await sendReports(device(), [report])).toEqual({
    kind: "refused",
    reason: "HTTP 400 validation_error: No.; notifications.0.title must be shorter",
  });
});

test.each([
  [{ "retry-after": "7" }, 7],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "12" }, 12],
  [{ "x-ratelimit-remaining": "5", "x-ratelimit-reset": "12" }, 0],
  [{ "retry-after": "Fri, 21 Nov 2026 10:00:00 GMT" }, 0],
  [{}, 0],
])("%j asks for a wait of %i seconds", async (headers, waitSeconds) => {
  respond = answer(429, failure("rate_limited"), headers);
  expect(await sendReports(device(), [report])).toMatchObject({ kind: "later", waitSeconds });
});

test("the token is not sent to a redirect's target", async () => {
  respond = (request, response) =>
    request.url === "/elsewhere"
      ? answer(200, { success: true, data: [{ outcome: "recorded" }] })(request, response)
      : answer(307, "", { location: "/elsewhere" })(request, response);
  expect(await sendReports(device(), [report])).toMatchObject({ kind: "later" });
  expect(requests).toHaveLength(1);
});

test("an endless response is not read to its end", async () => {
  respond = (_, response) => {
    response.writeHead(200);
    const more = () => response.write("x".repeat(64 * 1024), more);
    more();
  };
  expect(await sendReports(device(), [report])).toMatchObject({
    kind: "later",
    reason: "the answer is too large",
  });
});

test("a broken or failed connection counts as temporary", async () => {
  respond = (request) => request.socket.destroy();
  expect(await readDevice(device())).toMatchObject({ kind: "later" });
  const nobody = asDevice({ server_url: "http://127.0.0.1:9", device_token: "pgd_token" });
  expect(await readDevice(nobody)).toMatchObject({ kind: "later" });
});
