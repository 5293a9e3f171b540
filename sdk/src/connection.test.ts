import assert from "node:assert/strict";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  html,
  lost,
  ok,
  paymentInput,
  pendingPayment,
  refused,
  scriptedFetch,
} from "../test-support/answers.ts";
import { errorCatalogue } from "./generated/errors.gen.ts";
import type { ErrorCode } from "./generated/types.gen.ts";
import { Tepat, TepatError, type CreatePayment, type Fetch, type TepatOptions } from "./index.ts";

const apiKey = "pgk_live_0123456789abcdefghijklmnopqrstuv_123456";
const baseUrl = "https://pay.example.com";

function tepatWith(fetch: NonNullable<TepatOptions["fetch"]>, options: Partial<TepatOptions> = {}) {
  return new Tepat({ apiKey, baseUrl, fetch, random: () => 0, ...options });
}

const failureOf = async (promise: Promise<unknown>): Promise<TepatError> => {
  const error: unknown = await promise.then(
    () => "it succeeded",
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(TepatError);
  return error as TepatError;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // A remaining timer would keep the merchant's process running.
  assert.equal(vi.getTimerCount(), 0);
  vi.useRealTimers();
});

/** Lets every wait pass at once. Returns the result and the length of each wait. */
async function afterWaits<Result>(promise: Promise<Result>): Promise<[Result, seconds: number]> {
  const start = Date.now();
  const settled = promise.then(
    () => Date.now(),
    () => Date.now(),
  );
  await vi.runAllTimersAsync();
  return [await promise, ((await settled) - start) / 1000];
}

describe("the request", () => {
  test("a code with a slash is one segment of the path", async () => {
    const fetch = scriptedFetch(() => ok(pendingPayment));
    await tepatWith(fetch).payments.get("INV/2026/11 é$&");
    expect(fetch.calls).toEqual([
      "GET /gateway/payments/INV%2F2026%2F11%20%C3%A9%24%26?include=metadata",
    ]);
  });

  test("a code of 128 characters beyond 16 bits is sent", async () => {
    const fetch = scriptedFetch(() => ok(pendingPayment));
    await tepatWith(fetch).payments.get("🧾".repeat(128));
    expect(fetch.calls).toHaveLength(1);
  });

  test("a base URL can have a path, and a slash at its end", async () => {
    const fetch = scriptedFetch(() => ok([]));
    await tepatWith(fetch, { baseUrl: "https://example.com/pay/" }).accounts.list();
    expect(fetch.calls).toEqual(["GET /pay/gateway/accounts"]);
  });

  test("gateway calls send the key and the caller's name, and public ones no key", async () => {
    const fetch = scriptedFetch(
      () => ok([]),
      () => ok({}),
    );
    const tepat = tepatWith(fetch);
    await tepat.accounts.list();
    await tepat.checkout.get(pendingPayment.payment_id);
    const [gateway, checkout] = fetch.requests;
    expect(gateway?.headers.get("x-api-key")).toBe(apiKey);
    expect(gateway?.headers.get("user-agent")).toMatch(
      /^tepat-js\/\d+\.\d+\.\d+ Node\.js\/\d+\.\d+\.\d+$/,
    );
    expect(checkout?.headers.get("x-api-key")).toBeNull();
  });

  test("Request gets no client option, because Deno has an option of that name", async () => {
    const inits: unknown[] = [];
    class DenoRequest extends Request {
      constructor(input: string | Request, init: RequestInit = {}) {
        inits.push(init);
        super(input, init);
      }
    }
    vi.stubGlobal("Request", DenoRequest);
    const payment = () => ok(pendingPayment);
    const nothing = () => ok(null);
    const { payments } = tepatWith(scriptedFetch(payment, payment, nothing, nothing));
    await payments.get("INV-1");
    await payments.create(paymentInput);
    await payments.cancel("INV-1");
    await payments.match("INV-1", { totpCode: "123456" });
    vi.unstubAllGlobals();
    expect(inits.length).toBeGreaterThanOrEqual(4);
    for (const init of inits) expect(init).not.toHaveProperty("client");
  });

  test("two clients with two keys never mix them", async () => {
    const fetch = scriptedFetch(...Array.from({ length: 20 }, () => () => ok([])));
    const [first, second] = [tepatWith(fetch), tepatWith(fetch, { apiKey: "pgk_other" })];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? second : first).accounts.list()),
    );
    const keys = fetch.requests.map(({ headers }) => headers.get("x-api-key"));
    expect(keys.filter((key) => key === apiKey)).toHaveLength(10);
    expect(keys.filter((key) => key === "pgk_other")).toHaveLength(10);
  });

  test("without a key public calls work, and others name the missing key", async () => {
    const fetch = scriptedFetch(() => ok({}));
    const tepat = tepatWith(fetch, { apiKey: null });
    await tepat.checkout.get(pendingPayment.payment_id);
    expect(await failureOf(tepat.accounts.list())).toMatchObject({ code: "invalid_argument" });
    expect(fetch.calls).toHaveLength(1);
  });

  test.each(["", ".", "..", "\ud800", "a".repeat(129)])(
    "every call refuses the code %j before any request",
    async (code) => {
      const fetch = scriptedFetch();
      const { payments } = tepatWith(fetch);
      for (const call of [
        () => payments.get(code),
        () => payments.cancel(code),
        () => payments.match(code, { totpCode: "123456" }),
        () => payments.create({ ...paymentInput, payment_code: code }),
      ]) {
        expect(await failureOf(call())).toMatchObject({ code: "invalid_argument" });
      }
      expect(fetch.calls).toEqual([]);
    },
  );

  test.each([10n, 2 ** 53, Number.NaN, 1.5, "1000", Infinity])(
    "the amount %s is refused before any request",
    async (value) => {
      const fetch = scriptedFetch();
      const { payments } = tepatWith(fetch);
      const amount = value as number;
      const item = { name: "Kopi", price: 1, quantity: 1, subtotal: amount };
      for (const change of [{ payment_amount: amount }, { customer_orders: [item] }]) {
        const call = payments.create({ ...paymentInput, ...change });
        expect(await failureOf(call)).toMatchObject({ code: "invalid_argument" });
      }
      expect(fetch.calls).toEqual([]);
    },
  );

  test("a payment is sent with its values at the time of the call, also on a retry", async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (_url, { body }) => {
      const { payment_code } = JSON.parse(body ?? "") as CreatePayment;
      sent.push(payment_code);
      return sent.length <= 3 ? lost() : ok({ ...pendingPayment, payment_code });
    };
    const { payments } = tepatWith(fetch);
    const input = { ...paymentInput };
    const creates = ["A", "B", "C"].map((payment_code) => {
      // One object is used for all payments, as loops often do.
      input.payment_code = payment_code;
      return payments.create(input);
    });
    await afterWaits(Promise.all(creates));
    expect(sent).toEqual(["A", "B", "C", "A", "B", "C"]);
  });

  test("a getter cannot pass the check with one amount and send another", async () => {
    const fetch = scriptedFetch(() => ok(pendingPayment));
    let reads = 0;
    const input = Object.defineProperty({ ...paymentInput }, "payment_amount", {
      enumerable: true,
      get: () => ((reads += 1) === 1 ? 1000 : 0.5),
    });
    await tepatWith(fetch).payments.create(input);
    expect(await fetch.requests[0]?.json()).toMatchObject({ payment_amount: 1000 });
  });

  test.each([
    undefined,
    null,
    "INV-1",
    () => paymentInput,
    Object.create({
      get toJSON() {
        throw new Error("mine");
      },
    }),
  ])("%s is not a payment", async (input) => {
    const fetch = scriptedFetch();
    const call = tepatWith(fetch).payments.create(input as CreatePayment);
    expect(await failureOf(call)).toMatchObject({ code: "invalid_argument" });
    expect(fetch.calls).toEqual([]);
  });

  test("an order that is not a list is refused by the gateway, an invalid item by the SDK", async () => {
    const fetch = scriptedFetch(() => refused(400, "validation_error"));
    const { payments } = tepatWith(fetch);
    const create = (customer_orders: unknown) =>
      payments.create({ ...paymentInput, customer_orders } as CreatePayment);
    expect(await failureOf(create({}))).toMatchObject({ code: "validation_error" });
    expect(await failureOf(create([null]))).toMatchObject({ code: "invalid_argument" });
    expect(fetch.calls).toHaveLength(1);
  });

  test.each(["12345", "1234567", "abcdef", " 12345", "１２３４５６", "12345\n"])(
    "the one-time code %j is refused before any request",
    async (totpCode) => {
      const fetch = scriptedFetch();
      const call = tepatWith(fetch).payments.match("INV-1", { totpCode });
      expect(await failureOf(call)).toMatchObject({ code: "invalid_argument" });
      expect(fetch.calls).toEqual([]);
    },
  );
});

describe("settings", () => {
  test.each([
    ["no key", { apiKey: undefined as unknown as string }],
    ["an empty key", { apiKey: "" }],
    ["a key with a line break", { apiKey: `${apiKey}\n` }],
    ["a key that is no header value", { apiKey: "pgk_é" }],
    ["no address", { baseUrl: "" }],
    ["an address without scheme", { baseUrl: "pay.example.com" }],
    ["another scheme", { baseUrl: "ftp://pay.example.com" }],
    ["an address with a password", { baseUrl: "https://a:b@pay.example.com" }],
    ["an address with a query", { baseUrl: "https://pay.example.com/?a=1" }],
    ["four retries", { maxRetries: 4 }],
    ["half a retry", { maxRetries: 0.5 }],
    ["no time", { timeoutSeconds: 0 }],
    ["more time than a timer can hold", { timeoutSeconds: 1e9 }],
  ])("%s is refused, and the key is not repeated", (_case, options) => {
    const make = () => tepatWith(scriptedFetch(), options);
    expect(make).toThrow(TepatError);
    expect(make).toThrow(expect.objectContaining({ message: expect.not.stringContaining("pgk_") }));
  });

  test("a page in a browser refuses a key, unless a test insists", () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    try {
      expect(() => tepatWith(scriptedFetch())).toThrow(/belongs on your server/);
      expect(() => tepatWith(scriptedFetch(), { apiKey: null })).not.toThrow();
      expect(() => tepatWith(scriptedFetch(), { dangerouslyAllowBrowser: true })).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("a browser's worker refuses a key too", () => {
    vi.stubGlobal("importScripts", () => {});
    expect(() => tepatWith(scriptedFetch())).toThrow(/belongs on your server/);
    vi.unstubAllGlobals();
  });
});

describe("the response", () => {
  const classOf: Partial<Record<ErrorCode, string>> = {
    tenant_api_key_required: "AuthenticationError",
    unauthorized: "AuthenticationError",
    account_not_owned: "PermissionError",
    no_active_quota: "PermissionError",
    totp_not_enabled: "PermissionError",
    not_found: "NotFoundError",
    payment_not_cancellable: "NotFoundError",
    payment_code_conflict: "ConflictError",
    unique_amount_conflict: "ConflictError",
    conflict: "ConflictError",
    refund_exceeds_received: "ConflictError",
    refund_reference_conflict: "ConflictError",
    rate_limited: "RateLimitError",
    internal_error: "ServerError",
  };

  test.each(Object.keys(errorCatalogue) as ErrorCode[])("%s has its class", async (code) => {
    const { status } = errorCatalogue[code];
    const fetch = scriptedFetch(() => refused(status, code, { "x-request-id": "req-1" }));
    const error = await failureOf(tepatWith(fetch, { maxRetries: 0 }).accounts.list());
    const name = classOf[code] ?? "InvalidRequestError";
    expect(error).toMatchObject({ name, code, status, requestId: "req-1" });
    expect(error.stack).toMatch(new RegExp(`^${name}: about ${code}`));
  });

  test("a validation error names the fields", async () => {
    const errors = { customer_email: "is required when customer_phone is missing" };
    const fetch = scriptedFetch(() => refused(400, "validation_error", {}, { errors }));
    expect(await failureOf(tepatWith(fetch).payments.create(paymentInput))).toMatchObject({
      name: "InvalidRequestError",
      errors,
    });
  });

  test.each([
    ["a page of a proxy", () => html(200)],
    ["JSON without content type that is no envelope", () => new Response("[]")],
    ["204", () => new Response(null, { status: 204 })],
    ["truncated JSON", () => new Response('{"success":true,"data":{"a":1')],
    ["a success that says it is none", () => Response.json({ success: false })],
    ["a success under an error status", () => Response.json({ success: true }, { status: 404 })],
    ["a refusal under a success status", () => Response.json({ code: "not_found", message: "" })],
    ["null", () => Response.json(null)],
    ["a success without data", () => Response.json({ success: true })],
    ["a success with null for data", () => ok(null)],
    ["a success with a text for data", () => ok("welcome")],
  ])("%s is not data", async (_case, answer) => {
    const fetch = scriptedFetch(answer);
    const call = tepatWith(fetch, { maxRetries: 0 }).accounts.list();
    expect(await failureOf(call)).toMatchObject({
      name: "InvalidResponseError",
      code: "invalid_response",
    });
  });

  test.each([500, 502, 503, 504])(
    "a proxy's own page with %i counts as a failed server",
    async (status) => {
      const fetch = scriptedFetch(() => html(status));
      const call = tepatWith(fetch, { maxRetries: 0 }).accounts.list();
      expect(await failureOf(call)).toMatchObject({
        name: "ServerError",
        code: "internal_error",
        status,
      });
    },
  );

  test.each([301, 302, 303, 307, 308])("a redirect (%i) is not followed", async (status) => {
    const headers = { location: "https://elsewhere.example/gateway/accounts" };
    const fetch = scriptedFetch(() => new Response(null, { status, headers }));
    expect(await failureOf(tepatWith(fetch).accounts.list())).toMatchObject({
      name: "ConnectionError",
      code: "connection_failed",
      status,
    });
    expect(fetch.calls).toHaveLength(1);
  });

  test("a cancel response that contains data is rejected", async () => {
    const fetch = scriptedFetch(() => ok(pendingPayment));
    const call = tepatWith(fetch, { maxRetries: 0 }).payments.cancel("INV-1");
    expect(await failureOf(call)).toMatchObject({ code: "invalid_response" });
  });

  test("a payment can have the code match", async () => {
    const fetch = scriptedFetch(() => ok(pendingPayment));
    expect(await tepatWith(fetch).payments.get("match")).toEqual(pendingPayment);
  });

  test("invalid errors are left out", async () => {
    const refusal = () => refused(400, "validation_error", {}, { errors: "everything" });
    const error = await failureOf(tepatWith(scriptedFetch(refusal)).accounts.list());
    expect(error).toMatchObject({ code: "validation_error", errors: undefined });
  });

  test("an endless response is cut off, and its connection is released", async () => {
    let isCancelled = false;
    const chunk = new Uint8Array(8 * 1024 * 1024);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk),
      cancel: () => void (isCancelled = true),
    });
    const fetch = scriptedFetch(() => new Response(endless));
    const call = tepatWith(fetch, { maxRetries: 0 }).accounts.list();
    expect(await failureOf(call)).toMatchObject({ code: "invalid_response" });
    expect(isCancelled).toBe(true);
  });

  test("the key is in no error, no print and no JSON", async () => {
    const fetch = scriptedFetch(
      lost,
      () => html(502),
      () => refused(403, "tenant_api_key_required"),
    );
    const tepat = tepatWith(fetch, { maxRetries: 0 });
    const shown = [inspect(tepat, { depth: 10, showHidden: true }), JSON.stringify(tepat)];
    for (const _ of [1, 2, 3]) {
      const error = await failureOf(tepat.accounts.list());
      shown.push(String(error), inspect(error, { depth: 10 }), JSON.stringify(error));
    }
    expect(shown.join("\n")).not.toContain(apiKey.slice(0, 16));
    expect(shown.at(-1)).toContain('"code":"tenant_api_key_required"');
  });
});

describe("time", () => {
  const stall = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason as Error));
    });
  const stallInBody = () => new Response(new ReadableStream({}));
  const deaf = () => new Promise<Response>(() => {});

  test.each([
    ["the headers", stall],
    ["the body", stallInBody],
    ["a fetch that heeds no signal", deaf],
  ])("a wait for %s ends", async (_case, answer) => {
    const fetch = scriptedFetch(answer);
    const call = failureOf(tepatWith(fetch, { timeoutSeconds: 5, maxRetries: 0 }).accounts.list());
    const [error, seconds] = await afterWaits(call);
    expect(error).toMatchObject({ name: "TimeoutError", code: "timed_out" });
    expect(seconds).toBe(5);
  });

  test.each([
    ["in flight", stall],
    ["while waiting to try again", () => refused(500, "internal_error")],
  ])("an abort %s ends the call with its reason", async (_case, answer) => {
    const controller = new AbortController();
    const fetch = scriptedFetch(answer);
    const call = failureOf(tepatWith(fetch).accounts.list({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort("enough");
    expect(await call).toMatchObject({ name: "AbortError", code: "aborted", cause: "enough" });
    expect(fetch.calls).toHaveLength(1);
  });

  test.each([null, {}, new AbortController()])("%s is not a signal", async (signal) => {
    const fetch = scriptedFetch();
    const call = tepatWith(fetch).accounts.list({ signal: signal as AbortSignal });
    expect(await failureOf(call)).toMatchObject({ code: "invalid_argument" });
    expect(fetch.calls).toEqual([]);
  });

  test("an aborted signal sends no request", async () => {
    const fetch = scriptedFetch();
    const call = tepatWith(fetch).accounts.list({ signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ code: "aborted" });
    expect(fetch.calls).toEqual([]);
  });
});

describe("retries", () => {
  test.each([
    ["a lost connection", lost],
    ["internal_error", () => refused(500, "internal_error")],
    ["a proxy's 502", () => html(502)],
    ["a broken success", () => new Response('{"success"')],
    ["408", () => html(408)],
  ])("%s is retried after growing waits, at most three times", async (_case, answer) => {
    const fetch = scriptedFetch(answer, answer, answer, answer, answer);
    const call = failureOf(tepatWith(fetch, { maxRetries: 3 }).accounts.list());
    const [, seconds] = await afterWaits(call);
    expect(fetch.calls).toHaveLength(4);
    expect(seconds).toBe(0.5 + 1 + 2);
  });

  test("a 429 waits for X-RateLimit-Reset", async () => {
    const limited = () =>
      refused(429, "rate_limited", { "x-ratelimit-reset": "7", "retry-after": "9" });
    const fetch = scriptedFetch(limited, () => ok([]));
    const [accounts, seconds] = await afterWaits(tepatWith(fetch).accounts.list());
    expect(accounts).toEqual([]);
    expect(seconds).toBe(7);
  });

  test.each([
    ["Retry-After on a 429", 429, { "retry-after": "9" }, 9],
    ["an unreadable X-RateLimit-Reset", 429, { "x-ratelimit-reset": "soon" }, 0.5],
    ["a day", 429, { "x-ratelimit-reset": "86400" }, 65],
    ["Retry-After on a 503", 503, { "retry-after": "3" }, 3],
    [
      "X-RateLimit-Reset on a 500, which is not about waiting",
      500,
      { "x-ratelimit-reset": "60" },
      0.5,
    ],
  ])("%s means %4$s", async (_case, status, headers, expected) => {
    const code = status === 429 ? "rate_limited" : "internal_error";
    const fetch = scriptedFetch(
      () => refused(status, code, headers),
      () => ok([]),
    );
    const [, seconds] = await afterWaits(tepatWith(fetch).accounts.list());
    expect(seconds).toBe(expected);
  });

  test("only retryable errors of the catalogue are retried", async () => {
    for (const [code, { status, retryable }] of Object.entries(errorCatalogue)) {
      const fetch = scriptedFetch(
        () => refused(status, code as ErrorCode),
        () => ok([]),
      );
      const call = tepatWith(fetch, { maxRetries: 1 }).accounts.list();
      await afterWaits(call.catch(() => []));
      expect([code, fetch.calls.length]).toEqual([code, retryable ? 2 : 1]);
    }
  });

  test.each([
    ["a redirect", "connection_failed", () => new Response(null, { status: 307 })],
    // Imitates a browser's response: `new Response` does not accept status 0.
    [
      "a redirect in a browser",
      "connection_failed",
      () =>
        Object.defineProperties(html(200), {
          status: { value: 0 },
          type: { value: "opaqueredirect" },
        }),
    ],
    ["a page with status 404", "invalid_response", () => html(404)],
  ])("%s is not retried", async (_case, code, answer) => {
    const fetch = scriptedFetch(answer, answer);
    const error = await failureOf(tepatWith(fetch).accounts.list());
    expect(error).toMatchObject({ code });
    expect(fetch.calls).toHaveLength(1);
  });

  test("a refusal that claims to be a lost connection is not retried", async () => {
    const fetch = scriptedFetch(() => refused(400, "connection_failed" as ErrorCode));
    await failureOf(tepatWith(fetch).accounts.list());
    expect(fetch.calls).toHaveLength(1);
  });

  test("a call can set its own number of retries", async () => {
    const fetch = scriptedFetch(lost);
    await failureOf(tepatWith(fetch).accounts.list({ maxRetries: 0 }));
    expect(fetch.calls).toHaveLength(1);
  });

  test("waits are spread, so that callers do not return together", async () => {
    const fetch = scriptedFetch(lost, () => ok([]));
    const [, seconds] = await afterWaits(tepatWith(fetch, { random: () => 0.8 }).accounts.list());
    expect(seconds).toBe(0.4);
  });
});
