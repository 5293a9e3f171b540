import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { newCode, openShop, paymentInput, type Shop } from "../../contract-tests/support/shop.ts";
import { fakeTepat } from "../src/testing/index.ts";

/**
 * Tests that the gateway in memory and the real one respond to the same requests in the same way.
 */

const { base_url } = inject("service");

interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Opens a merchant at each gateway, with the same account and key. */
async function openTwins() {
  const shop = await openShop({ min: 2, max: 9_000_000 });
  const fake = fakeTepat({
    apiKey: shop.api_key,
    accounts: [shop.account],
    isTotpEnabled: false,
  });
  const askBoth = (ask: Ask) =>
    Promise.all([
      answerOf(fake.fetch, fake.baseUrl, shop.api_key, ask),
      answerOf(fetch, base_url, shop.api_key, ask),
    ]);
  return { shop, askBoth };
}

const read = (path: string): Ask => ({ method: "GET", path });
const create = (body: unknown): Ask => ({ method: "POST", path: "/gateway/payments", body });

/**
 * One wrong value at a time, because for several wrong fields the two gateways might name different
 * ones.
 */
const wrongValues: readonly unknown[] = [
  [undefined, null, true, {}, [], "", " ", "x", "\ud800", "a\0b", "a\nb", " x", "x "],
  [0, -1, 1, 1.5, "1", 2 ** 53, 2 ** 53 - 1, 2 ** 53 - 1000, 9_000_000, 9_000_001],
  ["x".repeat(255), "x".repeat(256), "🧾".repeat(128), "🧾".repeat(129), "0".repeat(51)],
  ["a@b", "a@", "a @b", "ftp://shop.example", "http://shop.example/a#b", "https://a:b@c.example"],
  ["https://Shop.example", "https://", "HTTPS://shop.example/é", "https:\\\\shop.example"],
  ["2020-01-01T00:00:00Z", "2099-02-30T00:00:00Z", "2099-01-01T24:00:00Z", "2099-01-01"],
  ["2099-01-01T00:00:00", "2099-01-01 00:00:00Z", "2099-01-01t00:00:00.1239z"],
  ["2099-01-01T00:00:00+07:00", "2099-01-01T00:00:00+0700", "2099-01-01T00:00:00+24:00"],
  ["018f0000-0000-7000-8000-000000000000"],
].flat();

test("a create with any one field wrong", async () => {
  const { shop, askBoth } = await openTwins();
  const optional = ["customer_phone", "payment_webhook_url", "payment_return_url", "unknown"];
  for (const field of [...Object.keys(paymentInput(shop)), ...optional, "customer_orders"]) {
    const asks = wrongValues.map((value) => create({ ...paymentInput(shop), [field]: value }));
    for (const [inMemory, real] of await Promise.all(asks.map(askBoth))) {
      expect(inMemory, field).toEqual(real);
    }
  }
});

test("an order with any one field of an item wrong", async () => {
  const { shop, askBoth } = await openTwins();
  const item = { name: "Kopi", price: 75_000, quantity: 2, subtotal: 1 };
  for (const field of [...Object.keys(item), "sku", "product_url", "image_url", "unknown"]) {
    const asks = wrongValues.map((value) =>
      create(paymentInput(shop, { customer_orders: [{ ...item, [field]: value }] })),
    );
    for (const [inMemory, real] of await Promise.all(asks.map(askBoth))) {
      expect(inMemory, field).toEqual(real);
    }
  }
});

test("anything else instead of a create", async () => {
  const { askBoth } = await openTwins();
  for (const body of [null, [], "{}", 1, true]) {
    const [inMemory, real] = await askBoth(create(body));
    expect(inMemory).toEqual(real);
  }
});

test("random calls, one after the other", async () => {
  const { shop, askBoth } = await openTwins();
  const property = fc.asyncProperty(callOf(shop), async (ask) => {
    const [inMemory, real] = await askBoth(ask);
    expect(inMemory).toEqual(real);
  });
  // Shrinking would repeat requests to gateways that have changed. A failure prints the seed.
  await fc.assert(property, { numRuns: 300, endOnFailure: true });
});

function callOf(merchant: Shop): fc.Arbitrary<Ask> {
  const { account_id, channel_id } = merchant.account;
  const codes = ["A", "B/1", "C é%41", "match", "D🧾"].map((code) => `${code}${newCode()}`);
  const code = fc.constantFrom(...codes);
  const codeInPath = fc
    .oneof({ weight: 4, arbitrary: code }, fc.constantFrom("none", " ", "a\0", "x".repeat(129)))
    .map((text) => `/gateway/payments/${encodeURIComponent(text)}`);
  const counts = ["1", "2", "0", "-1", "1.5", "x", "", "1e2", "01", "101", "9".repeat(20)];
  const count = fc.constantFrom(...counts);
  const include = fc.constantFrom("metadata", "notes", "");
  const query = fc
    .record({ page: count, per_page: count, include }, { requiredKeys: [] })
    .map((parameters) => new URLSearchParams(parameters).toString());
  const channels = [channel_id, channel_id.toUpperCase(), "x", "", account_id];
  return fc.oneof(
    code.map((payment_code) => create(paymentInput(merchant, { payment_code }))),
    codeInPath.map(read),
    codeInPath.map((path) => ({ method: "DELETE", path })),
    codeInPath.map((path) => ({ method: "POST", path: `${path}/match` })),
    query.map((parameters) => read(`/gateway/payments?${parameters}`)),
    fc
      .tuple(query, fc.constantFrom("", "&only_unmatched=true", "&only_unmatched=1"))
      .map(([parameters, filter]) => read(`/gateway/mutations?${parameters}${filter}`)),
    fc.constantFrom(...channels).map((id) => read(`/gateway/channels/${id}/instructions`)),
    fc.constantFrom("x", account_id).map((id) => read(`/checkout/${id}`)),
    fc.constant(read("/gateway/accounts")),
  );
}

async function answerOf(
  ask: (url: string, init: RequestInit) => Promise<Response>,
  base: string,
  apiKey: string,
  { method, path, body }: Ask,
) {
  const response = await ask(base + path, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { message: string; errors?: object; success: boolean };
  return withoutChance({
    ...answer,
    status: response.status,
    location: response.headers.get("location"),
    // Messages are for people. Programs read which fields are wrong.
    message: answer.success ? answer.message : "",
    ...(answer.errors && { errors: Object.keys(answer.errors).toSorted() }),
  });
}

/** Returns a response without the values that each gateway chooses itself. */
function withoutChance(answer: object): unknown {
  const own =
    /^(payment_(id|unique|total|updated_at|checkout_url)|instructions|channel_instructions)$/;
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => (own.test(name) ? typeof value : value)),
  );
}
