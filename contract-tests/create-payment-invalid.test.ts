import { describe, expect, test } from "vitest";
import { expectInvalid, expectRefusal } from "./support/http.ts";
import { openShop, postPayment } from "./support/shop.ts";

/** Tests forbidden values of the fields (specification 4.2; faults A15, E7, E8, E12 to E14, G3). */

const shop = await openShop();
const boundedShop = await openShop({ min: 10_000, max: 20_000 });

const cap = Number.MAX_SAFE_INTEGER - 999;
const orderOf = (...items: object[]) =>
  items.map((item) => ({ name: "Kopi", price: 150_000, quantity: 1, subtotal: 150_000, ...item }));
const url = (length: number) => "https://shop.example/".padEnd(length, "a");

describe("validation_error names", () => {
  test.each<[string, string, unknown[]]>([
    [
      "account_id",
      "no UUID",
      [undefined, null, "", "1", 1, {}, "019aa5ea1f507b3c8d2e4a5b6c7d8e01"],
    ],
    ["payment_code", "no text", [undefined, null, 7, true, ["x"], { a: 1 }]],
    [
      "payment_code",
      "a bad code",
      ["", ".", "..", " x", "x ", "a\tb", "a\nb", "\u0000", "a\u007fb", "\u0085"],
    ],
    ["payment_code", "broken Unicode", ["a\ud800", "\udc00b"]],
    ["payment_code", "over 128 characters", ["x".repeat(129), "🧾".repeat(129)]],
    ["payment_amount", "no integer", [undefined, null, "1000", true, 1.5, [], {}, "1e3"]],
    ["payment_amount", "out of range", [0, -1, -0, cap + 1, 2 ** 53, 2 ** 63, -(2 ** 53)]],
    ["payment_expired_at", "a missing deadline", [undefined, null]],
    ["customer_name", "no text", [undefined, null, "", 1, {}, "x".repeat(256), "\u0000", "\ud800"]],
    [
      "customer_email",
      "no email address",
      [
        1,
        "siti",
        "a@b\r\nBcc:x",
        "a b@c",
        "@",
        "a@@b",
        "a@",
        "@b",
        "mailto:a@b",
        "a@b/c",
        "\u200b",
      ],
    ],
    ["customer_email", "over 255 characters", [`${"a".repeat(243)}@shop.example`]],
    ["customer_phone", "no phone", [1, "0".repeat(51), "08\n12", "\u0000"]],
    [
      "payment_webhook_url",
      "no http(s) URL",
      [
        1,
        "x",
        "https://shop.example:25/",
        "http://shop.example:6000/",
        "ftp://a.example",
        "file:///etc/passwd",
        "https://",
        "https://a b.example",
        "//shop.example",
        "https://shop.example/\r\nx",
        "gopher://a.example",
        "https://u:p@shop.example",
        "https://shop.example/\t",
      ],
    ],
    ["payment_webhook_url", "over 2,048 characters", [url(2049)]],
    [
      "payment_return_url",
      "no https URL",
      [
        1,
        "shop.example",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "http://shop.example",
        "https:evil.example",
        "https:/evil.example",
        "https:\\\\evil.example",
        "https://good.example@evil.example",
        "https://",
        "ht\ttps://evil.example",
        "https://evil.example/\n",
        " https://shop.example",
      ],
    ],
    ["payment_return_url", "over 2,048 characters", [url(2049)]],
    [
      "metadata",
      "no object of texts",
      [[], "", " ", 1, "{}", [["a", "b"]], { a: 1 }, { a: null }, { a: {} }],
    ],
    [
      "metadata",
      "21 keys",
      [Object.fromEntries(Array.from({ length: 21 }, (_, key) => [key, ""]))],
    ],
    [
      "metadata",
      "a bad key",
      ["", " a", "a ", "a\tb", "x".repeat(41), "\ud800", "\u0000"].map((key) => ({ [key]: "" })),
    ],
    ["metadata", "a key that objects inherit from", [JSON.parse(`{"__proto__": "x"}`)]],
    ["metadata", "a bad value", ["x".repeat(501), "\ud800", "\u0000"].map((a) => ({ a }))],
    ["customer_orders", "no items", [{}, "[]", 1, [null], [1], [[]]]],
    [
      "customer_orders",
      "over 500 items",
      [Array.from({ length: 501 }, () => orderOf({ price: 0 })[0])],
    ],
    [
      "customer_orders",
      "a wrong sum",
      [orderOf({ price: 149_999 }), orderOf({}, {}), orderOf({ quantity: 2 })],
    ],
    [
      "customer_orders",
      "an item's bad number",
      [
        orderOf({ price: "150000" }),
        orderOf({ price: 1.5 }),
        orderOf({ price: -(2 ** 53) }),
        orderOf({ subtotal: 2 ** 53 }),
        orderOf({ quantity: 0 }),
        orderOf({ quantity: -1 }),
        orderOf({ quantity: 0.5, price: 300_000 }),
        orderOf({ subtotal: undefined }),
        orderOf({ subtotal: "1" }),
      ],
    ],
    [
      "customer_orders",
      "an overflowing product",
      [
        orderOf({ price: 2 ** 52, quantity: 2 ** 52 }),
        orderOf({}, { price: 2 ** 52, quantity: 4 }, { price: -(2 ** 52), quantity: 4 }),
      ],
    ],
    [
      "customer_orders",
      "an item's bad text",
      [
        orderOf({ name: "" }),
        orderOf({ name: undefined }),
        orderOf({ name: "x".repeat(256) }),
        orderOf({ sku: 1 }),
        orderOf({ sku: "\ud800" }),
        orderOf({ product_url: "\u0000" }),
        orderOf({ image_url: url(2049) }),
      ],
    ],
  ])("%s: %s", async (field, _problem, values) => {
    for (const value of values) expectInvalid(await postPayment(shop, { [field]: value }), field);
  });

  test("both contact fields if neither is given", async () => {
    const contacts = ["customer_email", "customer_phone"];
    expectInvalid(await postPayment(shop, { customer_email: undefined }), ...contacts);
    for (const neither of [null, "", "  "]) {
      const answer = await postPayment(shop, { customer_email: neither, customer_phone: " " });
      expectInvalid(answer, ...contacts);
    }
  });

  test("all problems together, with the missing contact and the order's sum", async () => {
    const wrong = { payment_return_url: "http://shop.example", customer_name: "" };
    const contacts = { customer_email: "", customer_phone: null };
    const fields = { ...wrong, ...contacts, customer_orders: orderOf({ price: 1 }) };
    expectInvalid(await postPayment(shop, fields), ...Object.keys(fields));
    // A sum cannot be compared with an amount that is not a number.
    const { customer_orders: _, ...others } = fields;
    const answer = await postPayment(shop, { ...fields, payment_amount: "1" });
    expectInvalid(answer, ...Object.keys(others), "payment_amount");
  });

  test("the same word for each missing field, and the bound that applies", async () => {
    const nothing = await shop.post("/gateway/payments", { customer_phone: "08" });
    const required = ["account_id", "payment_code", "payment_amount", "payment_expired_at"];
    const missing = [...required, "customer_name"].map((field) => [field, "is required"]);
    expect(nothing.body.errors).toEqual(Object.fromEntries(missing));
    for (const [payment_amount, problem] of [
      [1e300, `must be at most ${cap}`],
      [2 ** 53, `must be at most ${cap}`],
      [-1e300, "must be at least 1"],
      [1.5, `must be an integer from 1 to ${cap}`],
    ]) {
      const { body } = await postPayment(shop, { payment_amount });
      expect(body.errors).toEqual({ payment_amount: problem });
    }
    const { body } = await postPayment(shop, { customer_orders: orderOf({ price: 1e300 }) });
    expect(body.errors).toEqual({
      customer_orders: `item 1: price must be at most ${Number.MAX_SAFE_INTEGER}`,
    });
  });

  test("the problem of each item, up to a readable number", async () => {
    const errorsOf = async (customer_orders: unknown[]) =>
      (await postPayment(shop, { customer_orders })).body.errors;
    const items = [
      { price: 1, quantity: 1, subtotal: 1 },
      { ...orderOf({})[0], quantity: 0 },
    ];
    expect(await errorsOf(items)).toEqual({
      customer_orders: "item 1: name is required; item 2: quantity must be at least 1",
    });
    expect(await errorsOf([{}, {}])).toEqual({
      customer_orders: expect.stringMatching(/^item 1: name is required; (.*; ){4}and 3 more$/),
    });
  });

  test("every invalid field", async () => {
    const wrong = { account_id: 1, payment_code: "", payment_amount: "1", customer_name: null };
    expectInvalid(await postPayment(shop, wrong), ...Object.keys(wrong));
  });

  test.each([9_999, 20_001, 1])(
    "payment_amount %i outside the account's bounds",
    async (amount) => {
      expectInvalid(await postPayment(boundedShop, { payment_amount: amount }), "payment_amount");
    },
  );
});

test.each([
  ["the past", ["2020-01-01T00:00:00Z", new Date(Date.now() - 1000).toISOString()]],
  [
    "an impossible time",
    [
      "2099-02-30T00:00:00Z",
      "2099-13-01T00:00:00Z",
      "2099-01-01T24:01:00Z",
      "2099-01-01T00:60:00Z",
      "2099-01-01T00:00:60Z",
      "2099-02-29T00:00:00Z",
    ],
  ],
  ["no offset", ["2099-01-01T00:00:00", "2099-01-01", "2099-01-01 00:00:00"]],
  [
    "an impossible offset",
    ["2099-01-01T00:00:00+25:00", "2099-01-01T00:00+2500", "2099-01-01T00:00:00+25"],
  ],
  [
    "another form",
    [
      "",
      "1",
      "tomorrow",
      "+300000-01-01T00:00:00Z",
      "Sat, 01 Jan 2099 00:00:00 GMT",
      "2099-01-01T00:00:00Z ",
      "２０９９-01-01T00:00:00Z",
      "2099-01-01T00Z",
      "2099-01-01T0000Z",
      "20990101T000000Z",
      "2099-01-01T00:00:Z",
      "2099-01-01T00:00.5Z",
      "2099-01-01T00:00:00+07:0",
      "2099-01-01T00:00:00+7",
    ],
  ],
  ["no text", [1, 4_070_908_800_000, true, [], {}]],
])("invalid_expired_at refuses %s", async (_case, values) => {
  for (const payment_expired_at of values) {
    expectRefusal(await postPayment(shop, { payment_expired_at }), 400, "invalid_expired_at");
  }
});

test.each([
  ["no offset", "2099-01-01T00:00:00", "has no offset. Add Z"],
  ["no offset and no seconds", "2099-01-01T00:00", "has no offset. Add Z"],
  ["no time", "2099-01-01", "must be an ISO 8601 date-time with an offset"],
  ["no such day", "2099-02-30T00:00:00Z", "names a day, a time or an offset that does not exist"],
  ["a number", 4_070_908_800, "must be a string"],
  ["the past", "2020-01-01T00:00:00Z", "lies in the past"],
])("invalid_expired_at names the problem: %s", async (_case, payment_expired_at, problem) => {
  const message = expect.stringContaining(`payment_expired_at ${problem}`);
  const answer = await postPayment(shop, { payment_expired_at });
  expectRefusal(answer, 400, "invalid_expired_at", message);
});
