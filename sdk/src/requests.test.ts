import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import * as undici from "undici";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  html,
  lost,
  ok,
  paymentInput,
  pendingPayment,
  refused,
  scriptedFetch,
} from "../test-support/answers.ts";
import {
  Tepat,
  type Fetch,
  type FetchInit,
  type ResponseEvent,
  type TepatOptions,
} from "./index.ts";

/** Tests the parts of requests and responses that a merchant can see or change. */

const apiKey = "pgk_live_0123456789abcdefghijklmnopqrstuv_123456";
const baseUrl = "https://pay.example.com/shop";

const tepatWith = (fetch: Fetch, options: Partial<TepatOptions> = {}) =>
  new Tepat({ apiKey, baseUrl, fetch, random: () => 0, ...options });

const named = (answer: Response): Response => {
  answer.headers.set("x-request-id", "req-7");
  answer.headers.set("x-ratelimit-remaining", "41");
  return answer;
};
const page = {
  pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
};

describe("lastResponse", () => {
  test.each([
    ["accounts.list", [], ok([]), (tepat: Tepat) => tepat.accounts.list()],
    ["payments.get", {}, ok(pendingPayment), (tepat: Tepat) => tepat.payments.get("INV-1")],
    [
      "payments.create",
      {},
      ok(pendingPayment),
      (tepat: Tepat) => tepat.payments.create(paymentInput),
    ],
    ["payments.list", {}, ok([pendingPayment], page), (tepat: Tepat) => tepat.payments.list()],
    ["payments.cancel", {}, ok(null), (tepat: Tepat) => tepat.payments.cancel("INV-1")],
    [
      "payments.match",
      {},
      ok(null),
      (tepat: Tepat) => tepat.payments.match("INV-1", { totpCode: "123456" }),
    ],
    ["mutations.list", {}, ok([], page), (tepat: Tepat) => tepat.mutations.list()],
    ["channels.instructions", {}, ok({}), (tepat: Tepat) => tepat.channels.instructions("c")],
    ["checkout.get", {}, ok({}), (tepat: Tepat) => tepat.checkout.get("p")],
    ["rawRequest", {}, ok({}), (tepat: Tepat) => tepat.rawRequest("GET", "/gateway/accounts")],
  ])("of %s is the answer, and absent from its JSON", async (_name, _kind, answer, call) => {
    const result = await call(tepatWith(scriptedFetch(() => named(answer))));
    expect(result.lastResponse).toMatchObject({ status: 200, requestId: "req-7" });
    expect(result.lastResponse.headers.get("x-ratelimit-remaining")).toBe("41");
    expect(JSON.stringify(result)).not.toMatch(/lastResponse|req-7/);
    expect({ ...result }).not.toHaveProperty("lastResponse");
  });

  test("of a payment that getOrCreate found is the response to the GET", async () => {
    const fetch = scriptedFetch(
      lost,
      () => refused(409, "payment_code_conflict"),
      () => named(ok(pendingPayment)),
    );
    const payment = await tepatWith(fetch).payments.create(paymentInput);
    expect(payment.recovered).toBe(true);
    expect(payment.lastResponse.requestId).toBe("req-7");
  });
});

describe("getOrCreate", () => {
  const absent = () => refused(404, "not_found");
  const conflict = () => refused(409, "payment_code_conflict");
  const found = () => ok({ ...pendingPayment, payment_expired_at: "2027-01-01T00:00:00.000Z" });

  test("creates a missing payment", async () => {
    const fetch = scriptedFetch(absent, () => ok(pendingPayment));
    const payment = await tepatWith(fetch).payments.getOrCreate(paymentInput);
    expect(payment).toEqual({ ...pendingPayment, created: true });
    expect(fetch.calls.map((call) => call.split(" ")[0])).toEqual(["GET", "POST"]);
  });

  test("finds an existing payment with any deadline, and creates none", async () => {
    const fetch = scriptedFetch(found);
    const payment = await tepatWith(fetch).payments.getOrCreate(paymentInput);
    expect(payment).toMatchObject({ payment_code: "INV/2026/11", created: false });
    expect(fetch.calls).toHaveLength(1);
  });

  test("finds a payment that another caller created meanwhile", async () => {
    const fetch = scriptedFetch(absent, conflict, found);
    const payment = await tepatWith(fetch).payments.getOrCreate(paymentInput);
    expect(payment.created).toBe(false);
    expect(fetch.calls).toHaveLength(3);
  });

  test.each([
    ["amount", { payment_amount: 1 }],
    ["account", { account_id: crypto.randomUUID() }],
    ["customer's name", { customer_name: "Budi" }],
    ["customer's address", { customer_email: "budi@shop.example" }],
  ])("does not return a payment of another %s", async (_what, change) => {
    const other = () => ok({ ...pendingPayment, ...change });
    for (const answers of [[other], [absent, conflict, other]]) {
      const call = tepatWith(scriptedFetch(...answers)).payments.getOrCreate(paymentInput);
      await expect(call).rejects.toMatchObject({
        name: "ConflictError",
        code: "payment_code_conflict",
      });
    }
  });

  test("passes on every other error", async () => {
    const fetch = scriptedFetch(absent, () => refused(403, "no_active_quota"));
    const call = tepatWith(fetch).payments.getOrCreate(paymentInput);
    await expect(call).rejects.toMatchObject({ code: "no_active_quota" });
  });
});

describe("headers", () => {
  test("of the client and of the call are sent, and the call's take precedence", async () => {
    const fetch = scriptedFetch(() => ok([]));
    const headers = { "X-Shop": "client", "X-Request-Id": "client" };
    await tepatWith(fetch, { headers }).accounts.list({ headers: { "x-request-id": "call" } });
    const sent = fetch.requests[0]?.headers;
    expect([sent?.get("x-shop"), sent?.get("x-request-id")]).toEqual(["client", "call"]);
    expect(sent?.get("x-api-key")).toBe(apiKey);
  });

  test.each([
    { "X-Api-Key": "pgk_live_other" },
    { "x-totp-code": "123456" },
    { "Content-Type": "text/plain" },
    { "not a header": "pgk_live_other" },
    { "x-shop": "pgk_live_other\r\nx-api-key: 1" },
    { "x-shop": 7 as unknown as string },
  ])("%j are refused, and their values not repeated", async (headers) => {
    const fetch = scriptedFetch();
    const call = tepatWith(fetch).accounts.list({ headers });
    await expect(call).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.not.stringContaining("pgk_live_other") as string,
    });
    expect(() => tepatWith(fetch, { headers })).toThrow(/header/);
    expect(fetch.calls).toEqual([]);
  });
});

describe("rawRequest", () => {
  test("sends key, query and JSON to a path below baseUrl, and returns the envelope", async () => {
    const fetch = scriptedFetch(() => ok({ a: 1 }, { more: true }));
    const query = { page: 2, q: "a b", none: undefined };
    const answer = await tepatWith(fetch).rawRequest<{ a: number }>("POST", "/gateway/new", {
      query,
      body: { amount: 1 },
      headers: { "x-shop": "1" },
    });
    expect(answer).toEqual({ success: true, message: "ok", data: { a: 1 }, more: true });
    expect(fetch.calls).toEqual(["POST /shop/gateway/new?page=2&q=a+b"]);
    const [request] = fetch.requests;
    expect(await request?.json()).toEqual({ amount: 1 });
    expect(request?.headers.get("content-type")).toBe("application/json");
    expect(request?.headers.get("x-api-key")).toBe(apiKey);
    expect(request?.headers.get("x-shop")).toBe("1");
  });

  test.each([
    "gateway/accounts",
    "@elsewhere.example/",
    "/../accounts",
    "/gateway/../../accounts",
    "/%2e%2e/%2e%2e/accounts",
    "/gateway?page=1",
    "/gateway#a",
    "",
  ])("the path %j is refused: the key stays where it belongs", async (path) => {
    const fetch = scriptedFetch();
    const call = tepatWith(fetch).rawRequest("GET", path);
    await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
    expect(fetch.calls).toEqual([]);
  });

  test.each([
    ["a method that is none", "get", {}],
    ["a GET with a body", "GET", { body: {} }],
    ["a body that JSON cannot carry", "POST", { body: { amount: 1n } }],
  ])("%s is refused", async (_case, method, options) => {
    const call = tepatWith(scriptedFetch()).rawRequest(method as "GET", "/gateway/new", options);
    await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("a POST is sent once unless its caller allows retries, and a GET is retried", async () => {
    const answers = [lost, () => ok({})];
    const once = tepatWith(scriptedFetch(...answers)).rawRequest("POST", "/gateway/new");
    await expect(once).rejects.toMatchObject({ code: "connection_failed" });
    const again = tepatWith(scriptedFetch(...answers));
    await again.rawRequest("POST", "/gateway/new", { maxRetries: 1 });
    await tepatWith(scriptedFetch(...answers)).rawRequest("GET", "/gateway/new");
  });

  test("refusals are the SDK's errors", async () => {
    const fetch = scriptedFetch(
      () => refused(404, "not_found"),
      () => html(502),
    );
    const tepat = tepatWith(fetch, { maxRetries: 0 });
    const refusal = tepat.rawRequest("GET", "/nothing");
    await expect(refusal).rejects.toMatchObject({ name: "NotFoundError" });
    const broken = tepat.rawRequest("GET", "/nothing");
    await expect(broken).rejects.toMatchObject({ name: "ServerError", status: 502 });
  });

  test("without a key sends none", async () => {
    const fetch = scriptedFetch(() => ok({}));
    await tepatWith(fetch, { apiKey: null }).rawRequest("GET", "/checkout/x");
    expect(fetch.requests[0]?.headers.get("x-api-key")).toBeNull();
  });
});

describe("events and the logger", () => {
  test("report each attempt and its result, without key and body", async () => {
    const fetch = scriptedFetch(
      lost,
      () => refused(409, "unique_amount_conflict"),
      () => named(ok(pendingPayment)),
    );
    const lines: string[] = [];
    const logger = {
      debug: (line: string) => lines.push(`debug ${line}`),
      warn: (line: string) => lines.push(`warn ${line}`),
    };
    const tepat = tepatWith(fetch, { logger });
    const heard: unknown[] = [];
    tepat.on("request", ({ attempt, method, path }) => heard.push([attempt, method, path]));
    tepat.on("response", ({ attempt, status, error, requestId, elapsedMilliseconds }) => {
      expect(elapsedMilliseconds).toBeGreaterThanOrEqual(0);
      heard.push([attempt, status, error?.code, requestId]);
    });
    await tepat.payments.create(paymentInput);
    expect(heard).toEqual([
      [1, "POST", "/shop/gateway/payments"],
      [1, undefined, "connection_failed", undefined],
      [2, "POST", "/shop/gateway/payments"],
      [2, 409, "unique_amount_conflict", undefined],
      [3, "POST", "/shop/gateway/payments"],
      [3, 200, undefined, "req-7"],
    ]);
    expect(lines.map((line) => line.replace(/\d+ ms/, "N ms"))).toEqual([
      "debug Tepat: POST /shop/gateway/payments is sent.",
      "warn Tepat: POST /shop/gateway/payments: connection_failed after N ms.",
      "debug Tepat: POST /shop/gateway/payments (try 2) is sent.",
      "debug Tepat: POST /shop/gateway/payments (try 2): 409 unique_amount_conflict after N ms.",
      "debug Tepat: POST /shop/gateway/payments (try 3) is sent.",
      "debug Tepat: POST /shop/gateway/payments (try 3): 200 after N ms, request req-7.",
    ]);
    expect(JSON.stringify([heard, lines])).not.toMatch(/pgk_|Siti/);
  });

  test("distinguish two parallel calls", async () => {
    const tepat = tepatWith(
      scriptedFetch(
        lost,
        lost,
        () => ok([]),
        () => ok([]),
      ),
    );
    const heard: ResponseEvent[] = [];
    tepat.on("response", (event) => heard.push(event));
    await Promise.all([tepat.accounts.list(), tepat.accounts.list()]);
    expect(new Set(heard.map(({ callId }) => callId)).size).toBe(2);
    expect(heard).toHaveLength(4);
  });

  test("call a listener until its removal, in either way", async () => {
    const tepat = tepatWith(scriptedFetch(...Array.from({ length: 3 }, () => () => ok([]))));
    let heard = 0;
    const listener = () => void (heard += 1);
    const end = tepat.on("request", listener);
    await tepat.accounts.list();
    end();
    tepat.on("response", listener);
    await tepat.accounts.list();
    tepat.off("response", listener);
    await tepat.accounts.list();
    expect(heard).toBe(2);
  });

  test("do not fail a call for a listener's error", async () => {
    const warnings: string[] = [];
    const logger = {
      debug: () => {
        throw new Error("disk full");
      },
      warn: (line: string) => warnings.push(line),
    };
    const tepat = tepatWith(
      scriptedFetch(() => ok([])),
      { logger },
    );
    tepat.on("request", () => {
      throw new Error("mine");
    });
    tepat.on("response", async () => Promise.reject(new Error("later")));
    expect(await tepat.accounts.list()).toEqual([]);
    await expect.poll(() => warnings).toHaveLength(2);
    expect(warnings.join()).toMatch(
      /"request" failed: Error: mine.*"response" failed: Error: later/,
    );
  });

  test.each(["requests", "toString", ""])("%j is not an event name", (name) => {
    const tepat = tepatWith(scriptedFetch());
    const listen = () => tepat.on(name as "request", () => {});
    expect(listen).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});

describe("a proxy", () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function gateway() {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      request.resume();
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ success: true, message: "ok", data: pendingPayment }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  /** Starts a proxy that supports only CONNECT, as for https. */
  async function proxy() {
    const tunnels: string[] = [];
    const sockets: Socket[] = [];
    const server = createServer((_request, response) => response.writeHead(400).end());
    server.on("connect", (request, client: Socket) => {
      tunnels.push(request.url ?? "");
      const { hostname, port } = new URL(`http://${request.url}`);
      const upstream = connect(Number(port), hostname, () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        upstream.pipe(client).pipe(upstream);
      });
      sockets.push(client, upstream);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(
      () => server.close(),
      () => sockets.forEach((socket) => socket.destroy()),
    );
    return { tunnels, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test("of undici works with undici's own fetch", async () => {
    const [behind, before] = await Promise.all([gateway(), proxy()]);
    const dispatcher = new undici.ProxyAgent({ uri: before.url, proxyTunnel: true });
    ends.push(() => dispatcher.close());
    const tepat = new Tepat({
      apiKey,
      baseUrl: behind.url,
      fetch: undici.fetch,
      fetchOptions: { dispatcher },
    });
    const payment = await tepat.payments.create(paymentInput);
    expect(payment).toMatchObject({ payment_code: pendingPayment.payment_code });
    expect(payment.lastResponse.status).toBe(200);
    expect(before.tunnels).toEqual([behind.url.replace("http://", "")]);
    expect(behind.seen).toMatchObject([{ "x-api-key": apiKey }]);
  });

  test("can be replaced for one call", async () => {
    const [behind, before] = await Promise.all([gateway(), proxy()]);
    const dispatcher = new undici.ProxyAgent({ uri: before.url, proxyTunnel: true });
    ends.push(() => dispatcher.close());
    const tepat = new Tepat({ apiKey, baseUrl: behind.url, fetch: undici.fetch });
    await tepat.payments.get("INV-1");
    expect(before.tunnels).toEqual([]);
    await tepat.payments.get("INV-1", { fetchOptions: { dispatcher } });
    expect(before.tunnels).toHaveLength(1);
  });

  test("causes a lost connection if it is missing", async () => {
    const behind = await gateway();
    const dispatcher = new undici.ProxyAgent("http://127.0.0.1:1");
    ends.push(() => dispatcher.close());
    const options = { fetch: undici.fetch, fetchOptions: { dispatcher }, maxRetries: 0 };
    const tepat = new Tepat({ apiKey, baseUrl: behind.url, ...options });
    await expect(tepat.accounts.list()).rejects.toMatchObject({ code: "connection_failed" });
    expect(behind.seen).toEqual([]);
  });

  test("passes the runtime's own options to fetch, but they cannot change the request", async () => {
    const inits: object[] = [];
    const fetch: Fetch = async (_url, init) => {
      inits.push(init);
      return ok([]);
    };
    const fetchOptions = { cache: "reload", method: "POST", redirect: "follow" } as const;
    await tepatWith(fetch, { fetchOptions }).accounts.list();
    expect(inits).toMatchObject([{ cache: "reload", method: "GET", redirect: "manual" }]);
  });
});

describe("cached responses", () => {
  const noting = (inits: FetchInit[]): Fetch =>
    async function note(_url, init) {
      inits.push(init);
      return ok(pendingPayment);
    };

  test("are never requested, in reads and in writes", async () => {
    const inits: FetchInit[] = [];
    const tepat = tepatWith(noting(inits));
    await tepat.payments.get("INV-1");
    await tepat.payments.create(paymentInput);
    await tepat.rawRequest("GET", "/gateway/accounts");
    expect(inits.map(({ cache }) => cache)).toEqual(["no-store", "no-store", "no-store"]);
  });

  test.each([
    [{ cache: "force-cache" }, "force-cache"],
    [{ cache: undefined }, undefined],
    [{ next: { revalidate: 5 } }, undefined],
    [{ cf: { cacheTtl: 5 } }, undefined],
    [{ dispatcher: {} }, "no-store"],
  ])("are decided by fetchOptions %j", async (fetchOptions, cache) => {
    const inits: FetchInit[] = [];
    await tepatWith(noting(inits)).payments.get("INV-1", { fetchOptions });
    expect(inits[0]?.cache).toBe(cache);
  });

  test("are omitted if fetch rejects unknown options", async () => {
    // Imitates Workers with a compatibility date before 2024-11-11.
    const refuseCache = (init?: object) => {
      if (init && "cache" in init) throw new Error("The 'cache' field is not implemented.");
    };
    vi.stubGlobal(
      "Request",
      class extends Request {
        constructor(...[input, init]: ConstructorParameters<typeof Request>) {
          refuseCache(init);
          super(input, init);
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const tepat = tepatWith(async (_url, init) => {
      refuseCache(init);
      return ok(pendingPayment);
    });
    expect(await tepat.payments.get("INV-1")).toMatchObject({
      payment_code: pendingPayment.payment_code,
    });
  });
});

test("pass Next.js's error for dynamic pages on unchanged", async () => {
  const dynamic = Object.assign(new Error("Dynamic server usage"), {
    digest: "DYNAMIC_SERVER_USAGE",
  });
  let calls = 0;
  const tepat = tepatWith(async () => {
    calls += 1;
    throw dynamic;
  });
  const seen: ResponseEvent[] = [];
  tepat.on("response", (event) => seen.push(event));
  await expect(tepat.payments.get("INV-1")).rejects.toBe(dynamic);
  await expect(tepat.rawRequest("GET", "/gateway/accounts")).rejects.toBe(dynamic);
  await expect(tepat.payments.create(paymentInput)).rejects.toBe(dynamic);
  expect(calls).toBe(3);
  expect(seen).toEqual([]);
});
