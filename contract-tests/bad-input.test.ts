import { describe, expect, test } from "vitest";
import { publishedOperations } from "./support/documents.ts";
import type { Request } from "./support/exchange.ts";
import { dataOf, expectInvalid, expectRefusal, send } from "./support/http.ts";
import { sendRaw } from "./support/raw-http.ts";
import { newCast, sampleRequest } from "./support/samples.ts";
import { newCode, paymentInput } from "./support/shop.ts";

/** Tests invalid bodies on every operation that reads one (faults E1 to E4, E6, E7, E9, E10). */

const cast = await newCast();
const { shop } = cast;

const json = { "content-type": "application/json" };
const withBody = publishedOperations.filter(({ body }) => body !== undefined);
const mayBeEmpty = new Set(["matchPayment", "heartbeat", "resendOwnDelivery", "resendEvent"]);

const bodyLimit = 256 * 1024;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
/** Returns JSON with whitespace around it, which JSON allows. */
const padded = (value: unknown, bytes: number) => {
  const text = JSON.stringify(value);
  return text + " ".repeat(bytes - Buffer.byteLength(text));
};

async function recordCounts() {
  const paths = ["/gateway/payments", "/gateway/mutations"];
  const answers = await Promise.all(paths.map((path) => shop.get(path)));
  return answers.map(({ body }) => body.pagination?.total);
}
const before = await recordCounts();

function sendBody(
  operationId: string,
  body: Request["body"] & {},
  headers: Record<string, string> = json,
) {
  const { json: _valid, ...sample } = sampleRequest(operationId, cast);
  return send({ ...sample, headers: { ...sample.headers, ...headers }, body });
}

describe.each(withBody)("$operationId", ({ operationId }) => {
  const malformed = operationId === "createPayment" ? "invalid request body" : "bad_request";

  test.each<[string, ...string[]]>([
    ["that is cut off", "{", '{"a"', '{"a":', '{"a":1', '{"a":"', "[", '"'],
    ["that is no object", "[]", "[{}]", '"{}"', "null", "true", "1", "-0", "1e400"],
    ["of two objects", "{}{}", "{} {}", "{},{}", '{"a":1}x'],
    ["in a dialect", "{'a':1}", "{a:1}", '{"a":1,}', "{/**/}", '{"a":NaN}', '{"a":01}', '{"a":+1}'],
    [
      "with what JSON forbids in text",
      '{"a":"\u0000"}',
      '{"a":"\n"}',
      '{"a":"\\x"}',
      '{"a":"\\u12"}',
    ],
    ["with a NUL", "\u0000{}", "{}\u0000", "\u0000"],
    ["that is blank", " ", "\n"],
    ["that is nested too deep", `{"a":${nested(32)}}`, `{"a":${nested(10_000)}}`, nested(33)],
    ["that opens 200,000 levels", "[".repeat(200_000), '{"a":'.repeat(50_000)],
    ["of a form", "a=1&b=2"],
  ])("refuses a body %s", async (_case, ...bodies) => {
    for (const body of bodies) {
      expectRefusal(await sendBody(operationId, body), 400, malformed);
    }
  });

  test.each<[string, ...number[][]]>([
    ["a stray byte", [0x7b, 0x7d, 0xff], [0x80]],
    ["an overlong form", [...Buffer.from('{"a":"'), 0xc0, 0x80, 0x22, 0x7d]],
    ["a surrogate", [...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]],
    ["UTF-16", [...Buffer.from("{}", "utf16le")], [0xff, 0xfe, ...Buffer.from("{}", "utf16le")]],
  ])("refuses a body that is not UTF-8: %s", async (_case, ...bodies) => {
    for (const bytes of bodies) {
      expectRefusal(await sendBody(operationId, Uint8Array.from(bytes)), 400, malformed);
    }
  });

  test("refuses a body of another or no content type", async () => {
    for (const type of ["text/plain", "application/xml", "application/jsonp", "json", ""]) {
      const answer = await sendBody(operationId, "{}", { "content-type": type });
      expectRefusal(answer, 400, malformed);
    }
    const untyped = await sendBody(operationId, Buffer.from("{}"), {});
    expectRefusal(untyped, 400, malformed);
  });

  test("treats an empty body as no body", async () => {
    const answer = await sendBody(operationId, "");
    if (!mayBeEmpty.has(operationId)) expectRefusal(answer, 400, malformed);
    else if (answer.status !== 200) expectRefusal(answer, 404, "not_found"); // the transfer was matched before
  });

  test("refuses a body of 256 KiB and one byte, of announced length or in chunks", async () => {
    const { json: valid, method, path, headers } = sampleRequest(operationId, cast);
    const tooLarge = padded(valid, bodyLimit + 1);
    expectRefusal(await sendBody(operationId, tooLarge), 413, "bad_request");
    expectRefusal(await sendBody(operationId, "x".repeat(4 * bodyLimit)), 413, "bad_request");
    const lines = Object.entries({ ...headers, ...json, "transfer-encoding": "chunked" });
    const { status, text } = await sendRaw(
      [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)],
      `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`,
    );
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 413, code: "bad_request" });
  });
});

test.each(["createPayment", "registerDevice", "reportMutations"])(
  "%s ignores inherited fields",
  async (operationId) => {
    const { json: valid } = sampleRequest(operationId, cast);
    const answer = await sendBody(operationId, `{"__proto__":${JSON.stringify(valid)}}`);
    expect(answer.body.code).toBe("validation_error");
  },
);

test("the bad input above leaves no payment and no mutation", async () => {
  expect(await recordCounts()).toEqual(before);
});

describe("create accepts", () => {
  // Use another merchant here, because the first merchant's payments are counted.
  const other = newCast();
  const post = async (body: string, headers: Record<string, string> = json) => {
    const { shop: otherShop } = await other;
    const sample = { method: "POST", path: "/gateway/payments", body };
    return otherShop.send({ ...sample, headers });
  };
  const textOf = async (fields: object = {}) =>
    JSON.stringify(paymentInput((await other).shop, fields));

  test("a body of exactly 256 KiB", async () => {
    const answer = await post(padded(JSON.parse(await textOf()), bodyLimit));
    expect(answer.status).toBe(201);
  });

  test("an unknown field of 32 levels", async () => {
    const body = (await textOf()).replace("{", `{"extra":${nested(31)},`);
    expect((await post(body)).status).toBe(201);
    const brackets = await textOf({ customer_name: "[".repeat(255) });
    expect((await post(brackets)).status).toBe(201);
  });

  test("a content type with parameters, in any case", async () => {
    for (const type of [
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/json;x",
    ]) {
      expect((await post(await textOf(), { "content-type": type })).status).toBe(201);
    }
  });

  test("a charset that is utf-8, in any spelling", async () => {
    for (const charset of ["UTF-8", '"utf-8"', "utf8", "utf-8; x=y"]) {
      const type = `application/json; charset=${charset}`;
      expect((await post(await textOf(), { "content-type": type })).status).toBe(201);
    }
  });

  test.each(["iso-8859-1", "utf-16", "utf-7", '"latin1"', "utf-8; charset=utf-16", "", "utf-8x"])(
    "but refuses another charset (%s)",
    async (charset) => {
      const type = `application/json; a=b;CHARSET=${charset}`;
      const answer = await post(await textOf(), { "content-type": type });
      expectRefusal(answer, 400, "bad_request", expect.stringContaining("utf-8"));
    },
  );

  test("but refuses a byte-order mark", async () => {
    const answer = await post(`\ufeff${await textOf()}`);
    expectRefusal(answer, 400, "bad_request", expect.stringContaining("byte-order mark"));
    expect((await post(await textOf({ customer_name: "\ufeffSiti" }))).status).toBe(201);
  });

  test("inherited names, like any other names", async () => {
    const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
    const extra = names.map((name) => `"${name}":{"payment_amount":1,"isAdmin":true},`).join("");
    const body = (await textOf()).replace("{", `{${extra}`);
    expect(dataOf(await post(body))).toMatchObject({ payment_amount: 150_000 });
    const orders = `[{"__proto__":{"name":"x"},"price":150000,"quantity":1,"subtotal":1}]`;
    const inherited = (await textOf()).replace("{", `{"customer_orders":${orders},`);
    expectInvalid(await post(inherited), "customer_orders");
  });

  test("but refuses JSON amounts that no integer can hold", async () => {
    const body = await textOf({ payment_amount: 0 });
    for (const amount of ["1e400", "-1e400", "-0", "-0.0", "9007199254740993", "1e16", "0.1e0"]) {
      const answer = await post(body.replace('"payment_amount":0', `"payment_amount":${amount}`));
      expectInvalid(answer, "payment_amount");
    }
  });

  test("a repeated name, of which the same value counts everywhere", async () => {
    const payment_code = newCode();
    const body = (await textOf({ payment_code })).replace("{", '{"payment_amount":7,');
    const { payment_amount } = dataOf<{ payment_amount: number }>(await post(body));
    expect(payment_amount).toBe(150_000);
  });
});
