import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CheckoutView } from "../../contract/checkout.ts";
import { connect } from "../../db/client.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import { cancelPayment } from "../../domain/payments/payments.ts";
import { createRateLimits } from "../../procedures/rate-limits.ts";
import { createServices } from "../../procedures/services.ts";
import { contentOf, plainCheckoutWeb } from "../../testing/checkout-web.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  pendingPayment,
  type Shop,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import { createCheckoutPages } from "./checkout-page.ts";
import type { CheckoutWeb } from "./checkout-web.ts";
import type { HttpResponse } from "../transport/message.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
const error = vi.fn<() => void>();

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const noLimits = { read: 1e6, write: 1e6, checkout: 1e6, worker: 1e6, dashboard: 1e6 };

interface Visit {
  headers?: Record<string, string>;
  query?: string;
  web?: CheckoutWeb | null;
  of?: TestGateway;
  limits?: ReturnType<typeof createRateLimits>;
}

/** Requests a path as the application does. */
async function visit(path: string, options: Visit = {}): Promise<HttpResponse & { text: string }> {
  const { headers = {}, query = "", web = plainCheckoutWeb(), of = gateway } = options;
  const rateLimits = options.limits ?? createRateLimits(noLimits);
  const services = createServices(of, rateLimits, nothingOutside);
  const page = createCheckoutPages({ services, web, log: { error } })(path);
  if (!page) throw new Error(`no page at ${path}`);
  const response = await page.respond({
    method: "GET",
    path,
    query,
    remoteAddress: "192.0.2.1",
    header: (name) => headers[name],
    body: () => Promise.resolve(Buffer.alloc(0)),
  });
  return { ...response, text: Buffer.from(response.body).toString() };
}

describe("the page of a payment", () => {
  test("contains its data, the merchant and the time", async () => {
    await changeMerchant(gateway, shop.merchant_id, {
      logo_url: "https://shop.example/logo.png",
      accent_color: "#00aa5b",
    });
    const payment = await pendingPayment(gateway, shop, { customer_name: "</script><b>Budi" });
    const askedAt = Date.now();
    const { status, text } = await visit(`/pay/${payment.payment_id}`);
    expect(status).toBe(200);
    const content = contentOf(text);
    expect(content).toMatchObject({
      payment_id: payment.payment_id,
      view: { amount_total: payment.payment_total, customer_name: "</script><b>Budi" },
      merchant: {
        name: "Toko Contoh",
        logo_url: "https://shop.example/logo.png",
        accent_color: "#00aa5b",
      },
      qr: null,
      language: "id",
      english_steps: [{ title: "Open your bank's app" }, {}, {}, { title: "Transfer" }],
    });
    const told = Date.parse(content["server_time"] as string);
    expect(told).toBeGreaterThan(askedAt - 1_000);
    expect(told).toBeLessThan(Date.now() + 1_000);
  });

  test("is found with its id in upper or lower case", async () => {
    const { payment_id } = await pendingPayment(gateway, shop);
    const { status, text } = await visit(`/pay/${payment_id.toUpperCase()}`);
    expect([status, contentOf(text)["payment_id"]]).toEqual([200, payment_id]);
  });

  test("is never cached or framed, and allows only its own style", async () => {
    const { payment_id } = await pendingPayment(gateway, shop);
    const { headers, text } = await visit(`/pay/${payment_id}`);
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", Buffer.from(style));
    expect(headers).toEqual({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'sha256-${Buffer.from(digest).toString("base64")}'; img-src 'self' data: https:; connect-src 'self'; font-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "strict-transport-security": "max-age=31536000",
      "x-ratelimit-limit": "1000000",
      "x-ratelimit-remaining": "999999",
      "x-ratelimit-reset": "60",
    });
  });

  test("does not require HTTPS if the public address is http", async () => {
    const local = testGateway(database.sql, { publicUrl: "http://localhost:8080" });
    const { headers } = await visit(`/pay/${randomUUID()}`, { of: local });
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  test.each([
    ["en", "", undefined],
    ["en", "lang=en", "tepat_lang=id"],
    ["id", "lang=de", "tepat_lang=id"],
  ])("is in %s for %j and the cookie %j", async (language, query, cookie) => {
    const headers = { "accept-language": "en-GB", ...(cookie && { cookie }) };
    const { text } = await visit(`/pay/${randomUUID()}`, { query, headers });
    expect(contentOf(text)["language"]).toBe(language);
  });

  test("is compressed if the client accepts it", async () => {
    const { payment_id } = await pendingPayment(gateway, shop);
    const plain = await visit(`/pay/${payment_id}`);
    const { headers, body } = await visit(`/pay/${payment_id}`, {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(headers["content-encoding"]).toBe("gzip");
    expect(body.length).toBeLessThan(plain.body.length);
    expect(contentOf(gunzipSync(body).toString())["view"]).toEqual(contentOf(plain.text)["view"]);
  });
});

describe("an ended payment", () => {
  const static_code = (vectors.vectors[0] as { static: string }).static;
  const details = ["1234567890", "TOKO CONTOH", "ID1099000000002", "kedai  uji", "Buka", "Tap"];

  async function endedPayment(channel: "BCA" | "QRIS", status: "EXPIRED" | "CANCELLED") {
    const account = await addAccount(
      gateway,
      shop,
      channel === "QRIS"
        ? { channel, account_number: undefined, account_name: undefined, qris: static_code }
        : { channel },
    );
    const { payment_id, payment_code } = await pendingPayment(
      gateway,
      { ...shop, account_id: account.account_id },
      { payment_expired_at: new Date(Date.now() + 60_000).toISOString() },
    );
    const before = await visit(`/pay/${payment_id}`);
    if (status === "CANCELLED") await cancelPayment(gateway, { ...shop, payment_code });
    else gateway.setClock(new Date(Date.now() + 61_000));
    const after = await visit(`/pay/${payment_id}`);
    gateway.setClock(null);
    return { before, after };
  }

  test.each([
    ["BCA", "EXPIRED"],
    ["BCA", "CANCELLED"],
    ["QRIS", "EXPIRED"],
    ["QRIS", "CANCELLED"],
  ] as const)(
    "%s, %s: has no account, name, code or steps in the page",
    async (channel, status) => {
      const { before, after } = await endedPayment(channel, status);
      expect(details.some((detail) => before.text.includes(detail))).toBe(true);
      expect(details.filter((detail) => after.text.includes(detail))).toEqual([]);
      const { view, qr } = contentOf(after.text) as { view: CheckoutView; qr: null };
      expect(after.status).toBe(200);
      expect([view.status, view.instructions, view.account_number, view.account_name, qr]).toEqual([
        status,
        "[]",
        "",
        "",
        null,
      ]);
    },
  );
});

describe("without a payment", () => {
  test.each([
    ["an unknown id", `/pay/${randomUUID()}`],
    ["no id", "/pay/hello"],
    ["an empty id", "/pay/"],
    ["nothing", "/pay"],
    ["more than an id", `/pay/${randomUUID()}/more`],
    ["text that is no UTF-8", "/pay/%ff"],
  ])("%s gets a page with an explanation", async (_, path) => {
    const { status, headers, text } = await visit(path);
    expect(status).toBe(404);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(contentOf(text)).toEqual({ kind: "not_found", language: "id" });
  });

  test("a client beyond the rate limit gets a page with the time to retry", async () => {
    const limits = createRateLimits({ ...noLimits, checkout: 1 });
    await visit(`/pay/${randomUUID()}`, { limits });
    const { status, headers, text } = await visit(`/pay/${randomUUID()}`, { limits });
    expect([status, contentOf(text)["kind"]]).toEqual([429, "rate_limited"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  test("an outage gets a page with an explanation, and is logged", async () => {
    const sql = connect("postgres://127.0.0.1:1/none", { connections: 1 });
    const away = testGateway(sql);
    const { status, headers, text } = await visit(`/pay/${randomUUID()}`, { of: away });
    expect([status, contentOf(text)["kind"]]).toEqual([503, "error"]);
    expect(headers["retry-after"]).toBe("5");
    expect(error).toHaveBeenCalledOnce();
    await sql.end({ timeout: 1 });
  });

  test("an unbuilt page explains the next step", async () => {
    const { status, text } = await visit(`/pay/${randomUUID()}`, { web: null });
    expect(status).toBe(503);
    expect(text).toContain("npm run build -w checkout-web");
  });
});

describe("a file of the page", () => {
  const file = "/pay/assets/checkout-1a2b.js";

  test.each([
    ["br, gzip", "br", "br"],
    ["gzip", "gzip", "gzip"],
    ["identity", undefined, "console.log('checkout')"],
  ])("is served for %j as %s and can be cached for ever", async (accepted, coding, body) => {
    const { status, headers, text } = await visit(file, {
      headers: { "accept-encoding": accepted },
    });
    expect([status, text, headers["content-encoding"]]).toEqual([200, body, coding]);
    expect(headers).toMatchObject({
      "content-type": "text/javascript",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
  });

  test.each(["/pay/assets/", "/pay/assets/checkout-0000.js", "/pay/assets/../manifest.json"])(
    "is not served at %s",
    async (path) => {
      await expect(visit(path)).rejects.toThrow("no page at");
    },
  );
});
