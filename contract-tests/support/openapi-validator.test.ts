import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createValidator, type Answer } from "./openapi-validator.ts";
import { readDocument } from "./published-document.ts";

interface Example {
  value: { code?: string; data?: Record<string, unknown> };
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
}

interface Response {
  content?: Partial<Record<"application/json", { examples: Record<string, Example> }>>;
}

const documentPath = (file: string) => join(import.meta.dirname, "../../openapi", file);
const publishedIn = (file: string) => publishedExamples(readDocument<Document>(documentPath(file)));

const headers = {
  "content-type": "application/json; charset=utf-8",
  "x-ratelimit-limit": "3000",
  "x-ratelimit-remaining": "2999",
  "x-ratelimit-reset": "42",
  "retry-after": "42",
};

describe.each(["openapi.json", "internal.json"])("the examples in %s", (file) => {
  const validator = createValidator(documentPath(file));

  test.each(publishedIn(file))(
    "$method $path $status $name is a documented answer",
    ({ method, path, status, value }) => {
      validator.check({ method, path, status, headers, body: value });
    },
  );
});

function publishedExamples({ paths }: Document) {
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([key, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        Object.entries(content?.["application/json"]?.examples ?? {}).map(([name, { value }]) => ({
          method: key.toUpperCase(),
          path: template.replaceAll(/\{\w+\}/g, "x"),
          status: Number(status),
          name,
          value,
        })),
      ),
    ),
  );
}

describe("an undocumented response", () => {
  const validator = createValidator(documentPath("openapi.json"));
  const examples = publishedIn("openapi.json");

  /** Returns the first published example of an operation and status, which the test changes. */
  function answer(method: string, path: string, status: number): Answer & { body: object } {
    const example = examples.find(
      (candidate) =>
        candidate.method === method && candidate.path === path && candidate.status === status,
    );
    assert(example);
    return { method, path, status, headers, body: structuredClone(example.value) };
  }

  const payment = () => answer("GET", "/gateway/payments/x", 200);
  const refusal = () => answer("POST", "/gateway/payments", 400);
  const dataOf = ({ body }: { body: object }) => Reflect.get(body, "data") as object;
  const check = (changed: Answer) => () => validator.check(changed);

  test("with a missing field is caught", () => {
    const changed = payment();
    Reflect.deleteProperty(dataOf(changed), "payment_total");
    expect(check(changed)).toThrow(/body\/data must have required property 'payment_total'/);
  });

  test("with a missing part of the envelope is caught", () => {
    const changed = payment();
    Reflect.deleteProperty(changed.body, "message");
    expect(check(changed)).toThrow(/body must have required property 'message'/);
  });

  test("with an extra field is caught, in the envelope and at any depth", () => {
    const changed = payment();
    Object.assign(changed.body, { trace: "abc" });
    const [order] = Reflect.get(dataOf(changed), "customer_orders") as object[];
    Object.assign(order ?? {}, { weight_grams: 250 });
    expect(check(changed)).toThrow(/"trace"/);
    expect(check(changed)).toThrow(/customer_orders\/0.*"weight_grams"/);
  });

  test("with an extra field in a refusal is caught", () => {
    const changed = refusal();
    Object.assign(changed.body, { stack: "Error: …" });
    expect(check(changed)).toThrow(/"stack"/);
  });

  test.each([
    ["a number as text", { payment_total: "150347" }, /payment_total must be integer/],
    ["a fraction", { payment_total: 150347.5 }, /payment_total must be integer/],
    ["an unsafe integer", { payment_total: 2 ** 53 }, /payment_total must be <= 9007199254740991/],
    ["null where none is allowed", { payment_id: null }, /payment_id must be string/],
    ["a local time", { payment_expired_at: "2026-11-22 17:15:30" }, /must match format/],
    ["an unknown status", { payment_status: "REFUNDED" }, /payment_status must be equal to one of/],
  ])("%s is caught", (_case, fields, problem) => {
    const changed = payment();
    Object.assign(dataOf(changed), fields);
    expect(check(changed)).toThrow(problem);
  });

  test("with another operation's code is caught, and the documented codes are listed", () => {
    const changed = answer("GET", "/gateway/payments/x", 404);
    Object.assign(changed.body, { code: "payment_not_cancellable" });
    expect(check(changed)).toThrow(/code "payment_not_cancellable" is not among \["not_found"\]/);
  });

  test("with a code under another status of the operation is caught", () => {
    const changed = refusal();
    Object.assign(changed.body, { code: "account_not_owned" });
    expect(check(changed)).toThrow(/code "account_not_owned" is not among/);
  });

  test("without a code in a refusal is caught", () => {
    const changed = refusal();
    Reflect.deleteProperty(changed.body, "code");
    expect(check(changed)).toThrow(/code undefined is not among/);
  });

  test("with errors and no validation_error, or the reverse, is caught", () => {
    const changed = refusal();
    changed.body = { success: false, code: "validation_error", message: "invalid" };
    expect(check(changed)).toThrow(/must have required property 'errors'/);
    changed.body = { success: false, code: "invalid_expired_at", message: "past", errors: {} };
    expect(check(changed)).toThrow(/"errors"/);
  });

  test("with an undocumented status is caught, and the documented ones are listed", () => {
    expect(check({ ...payment(), status: 201 })).toThrow(/only 200, 400, 403, 404, 429, 500/);
  });

  test("of an unknown operation is caught", () => {
    expect(check({ ...payment(), path: "/gateway/invoices/x" })).toThrow(/no such operation/);
    expect(check({ ...payment(), method: "PATCH" })).toThrow(/no such operation/);
    expect(check({ ...payment(), path: "/gateway/payments/" })).toThrow(/no such operation/);
  });

  test("with a missing or malformed rate limit header is caught", () => {
    const { "x-ratelimit-reset": _reset, ...others } = headers;
    expect(check({ ...payment(), headers: others })).toThrow(/header X-RateLimit-Reset is missing/);
    expect(
      check({ ...payment(), headers: { ...headers, "x-ratelimit-limit": "3000;w=60" } }),
    ).toThrow(/header X-RateLimit-Limit must be integer/);
  });

  test("of another content type is caught", () => {
    const changed = { ...payment(), headers: { ...headers, "content-type": "text/html" } };
    expect(check(changed)).toThrow(/content type text\/html is not documented/);
  });

  test("with a body that is not an object is caught", () => {
    expect(check({ ...payment(), body: null })).toThrow(/body must be object/);
    expect(check({ ...refusal(), body: "oops" })).toThrow(/code undefined/);
  });
});

describe("a documented response", () => {
  const validator = createValidator(documentPath("openapi.json"));

  test("can follow a percent-encoded code and a query", () => {
    validator.check({
      method: "GET",
      path: "/gateway/payments/INV%2F2026%2F11?verbose=1",
      status: 404,
      headers,
      body: { success: false, code: "not_found", message: "payment not found" },
    });
  });

  test("can follow an empty channel_id", () => {
    validator.check({
      method: "GET",
      path: "/gateway/channels//instructions",
      status: 400,
      headers,
      body: { success: false, code: "channel_id is required", message: "Name the channel." },
    });
  });

  test("carries no rate limit headers when the key is refused", () => {
    validator.check({
      method: "GET",
      path: "/gateway/accounts",
      status: 401,
      headers: { "content-type": "application/json" },
      body: { success: false, code: "tenant_api_key_required", message: "Send a key." },
    });
  });
});
