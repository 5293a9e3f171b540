import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import vm from "node:vm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { connect } from "../../db/client.ts";
import { listAccounts } from "../../domain/accounts/accounts.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import { replacePicture } from "../../domain/sales/link-pictures.sql.ts";
import { switchLink } from "../../domain/sales/links.sql.ts";
import { makeSale } from "../../domain/sales/sales.ts";
import { createRateLimits } from "../../procedures/rate-limits.ts";
import { createServices } from "../../procedures/services.ts";
import { contentOf, plainCheckoutWeb } from "../../testing/checkout-web.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  paymentLink,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import { createFormPages } from "./form-pages.ts";
import type { FindPage } from "./page.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let channel_id: string;
let find: FindPage;
const error = vi.fn<() => void>();
const noLimits = { read: 1e6, write: 1e6, checkout: 1e6, worker: 1e6, dashboard: 1e6 };

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  error.mockClear();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  await approvedDevice(gateway, shop);
  const [account] = await listAccounts(gateway, shop.merchant_id);
  channel_id = account?.channel_id ?? "";
  find = await pages(gateway);
});
afterAll(() => database.drop());

function pages(of: TestGateway, rates = noLimits): Promise<FindPage> {
  const services = createServices(of, createRateLimits(rates), nothingOutside);
  return createFormPages({ services, web: plainCheckoutWeb(), log: { error } });
}

interface Visit {
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  by?: FindPage;
}

const ownForm = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

async function visit(
  path: string,
  { method = "GET", query = "", headers = {}, body, by }: Visit = {},
) {
  const page = (by ?? find)(path);
  if (!page) throw new Error(`no page at ${path}`);
  const response = await page.respond({
    method,
    path,
    query,
    remoteAddress: "192.0.2.1",
    header: (name) => headers[name],
    body: () => Promise.resolve(Buffer.from(body ?? "")),
  });
  return { ...response, text: Buffer.from(response.body).toString() };
}

const send = (path: string, fields: Record<string, string>, options: Visit = {}) =>
  visit(path, {
    method: "POST",
    headers: ownForm,
    body: new URLSearchParams(fields).toString(),
    ...options,
  });

const filled = (fields: Record<string, string> = {}) => ({
  form_key: randomUUID(),
  channel_id,
  ...fields,
});

const salesOf = () => database.sql`select from sales where merchant_id = ${shop.merchant_id}`;

describe("the page of a link", () => {
  test("is a form that posts to its own address, and loads nothing from elsewhere", async () => {
    const { slug } = await paymentLink(gateway, shop);
    await changeMerchant(gateway, shop.merchant_id, { logo_url: "https://cdn.example/logo.png" });
    const { status, headers, text } = await visit(`/l/${slug}`);
    expect(status).toBe(200);
    expect(contentOf(text)).toMatchObject({
      kind: "link",
      action: `/l/${slug}`,
      language: "id",
      merchant: { name: "Toko Contoh", logo_url: null },
      amounts: [25_000],
      choices: [{ channel_id, channel_name: "BCA" }],
      form_key: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const policy = headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain("https:");
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(await salesOf()).toHaveLength(0);
  });

  test.each(["https://pay.example/l/pictures/1", "data:image/png;base64,iVBORw0KGgo="])(
    "shows the merchant's picture if this gateway serves it: %s",
    async (logo_url) => {
      const { slug } = await paymentLink(gateway, shop);
      await changeMerchant(gateway, shop.merchant_id, { logo_url });
      expect(contentOf((await visit(`/l/${slug}`)).text)).toMatchObject({ merchant: { logo_url } });
    },
  );

  test("names the seller's contacts, also when sold out", async () => {
    const seller = {
      contact_address: "Jl. Melati 7",
      contact_phone: "0811-2233 4455",
      contact_email: null,
      shop_url: "https://shop.example/",
    };
    await changeMerchant(gateway, shop.merchant_id, seller);
    const told = {
      merchant: {
        seller: {
          address: seller.contact_address,
          phone: seller.contact_phone,
          email: null,
          shop_url: seller.shop_url,
        },
      },
    };
    const open = await paymentLink(gateway, shop);
    expect(contentOf((await visit(`/l/${open.slug}`)).text)).toMatchObject({
      kind: "link",
      ...told,
    });
    const soldOut = await paymentLink(gateway, shop, { stock: 1 });
    await send(`/l/${soldOut.slug}`, filled({ name: "Siti" }));
    expect(contentOf((await visit(`/l/${soldOut.slug}`)).text)).toMatchObject({
      kind: "refused",
      name: "Kopi susu",
      refusal: "sold_out",
      ...told,
    });
    expect(contentOf((await visit("/l/nobody")).text)).toMatchObject({
      merchant: null,
      name: null,
    });
  });

  test("leads a filled form to the checkout, in the language of the page", async () => {
    const { slug } = await paymentLink(gateway, shop);
    const fields = filled({ name: "Siti" });
    const first = await send(`/l/${slug}`, fields);
    expect(first.status).toBe(303);
    expect(first.headers["location"]).toMatch(/^\/pay\/[\da-f-]{36}$/);
    const again = await send(`/l/${slug}`, fields, { query: "lang=en" });
    expect(again.headers["location"]).toBe(`${first.headers["location"]}?lang=en`);
    expect(await salesOf()).toHaveLength(1);
  });

  test("is shown again with the entered values if a field is wrong", async () => {
    const { slug } = await paymentLink(gateway, shop, { amounts: [], amount_min: 5_000 });
    const fields = filled({ amount: "100", name: "<b>Siti</b>", strange: "x" });
    const { status, text } = await send(`/l/${slug}`, fields, { query: "lang=en" });
    expect(status).toBe(400);
    expect(contentOf(text)).toMatchObject({
      kind: "link",
      language: "en",
      action: `/l/${slug}?lang=en`,
      form_key: fields["form_key"],
      values: { amount: "100", name: "<b>Siti</b>", channel_id },
      problems: { amount: { code: "too_small", amount: 5_000 } },
    });
    expect(contentOf(text)["values"]).not.toHaveProperty("strange");
    expect(await salesOf()).toHaveLength(0);
  });

  test("explains each reason why there is no form", async () => {
    const refusalOf = async (answer: ReturnType<typeof visit>) => {
      const { status, text } = await answer;
      return [status, contentOf(text)["refusal"]];
    };
    for (const path of [
      "/l/tidak-ada",
      "/l/",
      "/l/%ff",
      "/l/a/b",
      "/i/1",
      "/i/",
      `/i/${randomUUID()}`,
    ])
      expect(await refusalOf(visit(path))).toEqual([404, "not_found"]);
    const link = await paymentLink(gateway, shop, { stock: 1 });
    await send(`/l/${link.slug}`, filled());
    expect(await refusalOf(visit(`/l/${link.slug}`))).toEqual([409, "sold_out"]);
    expect(await refusalOf(send(`/l/${link.slug}`, filled()))).toEqual([409, "sold_out"]);
    await switchLink(gateway.sql, { ...link, is_open: false });
    expect(await refusalOf(visit(`/l/${link.slug}`))).toEqual([410, "link_closed"]);
    expect(await refusalOf(send(`/l/${link.slug}`, filled()))).toEqual([410, "link_closed"]);
    expect(error).not.toHaveBeenCalled();
  });

  test("states when to return once strangers have reached their limit", async () => {
    const { slug } = await paymentLink(gateway, shop);
    const by = await pages(
      testGateway(database.sql, {
        linkLimits: { ...gateway.settings.linkLimits, unpaidPerClient: 1 },
      }),
    );
    expect((await send(`/l/${slug}`, filled(), { by })).status).toBe(303);
    const { status, text } = await send(`/l/${slug}`, filled(), { by });
    expect(status).toBe(429);
    const content = contentOf(text);
    expect(content).toMatchObject({ kind: "refused", refusal: "too_many_unpaid" });
    expect(Date.parse(content["at"] as string)).toBeGreaterThan(Date.now());
  });

  test("is limited per client, with a text", async () => {
    const { slug } = await paymentLink(gateway, shop);
    const by = await pages(gateway, { ...noLimits, checkout: 1 });
    await visit(`/l/${slug}`, { by });
    const { status, text, headers } = await visit(`/l/${slug}`, { by });
    expect(status).toBe(429);
    expect(headers["retry-after"]).toMatch(/^\d+$/);
    expect(contentOf(text)).toMatchObject({ refusal: "rate_limited" });
  });

  test("shows an interruption, and no other error, if the database is unreachable", async () => {
    const away = connect("postgres://tepat:x@127.0.0.1:1/tepat");
    const by = await pages(testGateway(away));
    for (const answer of [visit("/l/kopi", { by }), send("/l/kopi", filled(), { by })]) {
      const { status, text } = await answer;
      expect(status).toBe(503);
      expect(contentOf(text)).toMatchObject({ refusal: "error" });
    }
    expect(error).toHaveBeenCalledTimes(2);
    await away.end({ timeout: 1 });
  });
});

describe("a form", () => {
  test("is refused if its body is not a form of the page", async () => {
    const { slug } = await paymentLink(gateway, shop);
    const path = `/l/${slug}`;
    const large = "x".repeat(limits.linkFormBytes);
    for (const [body, headers] of [
      [new URLSearchParams(filled({ note: large })).toString(), ownForm],
      [new URLSearchParams(filled()).toString(), { ...ownForm, "sec-fetch-site": "cross-site" }],
      [new URLSearchParams(filled()).toString(), { ...ownForm, "sec-fetch-site": "same-site" }],
      [JSON.stringify(filled()), { "content-type": "application/json" }],
      [new URLSearchParams(filled()).toString(), {}],
      ["", ownForm],
      ["form_key=1&channel_id=%00%ff", ownForm],
    ] as const) {
      const { status, text } = await visit(path, { method: "POST", body, headers });
      expect(status).toBe(400);
      expect(contentOf(text)["kind"]).toMatch(/^(refused|link)$/);
    }
    expect(await salesOf()).toHaveLength(0);
    // An old browser does not send the header that names the page's site.
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    expect((await send(path, filled(), { headers })).status).toBe(303);
  });

  test("is handled up to a limit in a flood, and the others are asked to wait", async () => {
    const { slug } = await paymentLink(gateway, shop);
    const count = limits.linkFormsAtOnce + limits.linkFormsWaiting + 20;
    const answers = await Promise.all(
      Array.from({ length: count }, () => send(`/l/${slug}`, filled({ form_key: "1" }))),
    );
    const told = answers.map(
      ({ status, text }) => `${status} ${String(contentOf(text)["refusal"])}`,
    );
    const waits = told.filter((one) => one === "429 rate_limited");
    expect(waits).toHaveLength(20);
    expect(told.filter((one) => one === "400 stale_form")).toHaveLength(count - 20);
  });
});

test("a form is refused after a long wait, with the time to retry", async () => {
  const { slug, link_id } = await paymentLink(gateway, shop);
  let sent: ReturnType<typeof send>[] = [];
  // While this transaction locks the link, the running forms wait for the lock and the other forms wait in the queue.
  await database.sql.begin(async (tx) => {
    await tx`select from payment_links where link_id = ${link_id} for update`;
    sent = Array.from({ length: limits.linkFormsAtOnce + 2 }, () => send(`/l/${slug}`, filled()));
    await wait(limits.linkFormWaitMilliseconds + 250);
  });
  const answers = await Promise.all(sent);
  const late = answers.slice(limits.linkFormsAtOnce);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 429, 429]);
  for (const { headers, text } of late) {
    expect(contentOf(text)["refusal"]).toBe("rate_limited");
    expect(headers["retry-after"]).toBe(String(limits.busySeconds));
  }
  expect(await salesOf()).toHaveLength(limits.linkFormsAtOnce);
});

describe("the page of a manual invoice", () => {
  const sale = () =>
    makeSale(gateway, {
      merchant_id: shop.merchant_id,
      source: "invoice",
      form_key: randomUUID(),
      link_id: null,
      payment_amount: 40_000,
      customer_name: "<i>Siti</i>",
      customer_email: "siti@example.com",
      customer_phone: null,
      customer_orders: [{ name: "Jahit", price: 40_000, quantity: 1, subtotal: 40_000 }],
      note: null,
      deadline_seconds: 3600,
      deadline_at: null,
      made_by: null,
    });

  test("asks for the bank once, and from then on leads to the checkout", async () => {
    const { sale_id } = await sale();
    const { status, text } = await visit(`/i/${sale_id}`);
    expect(status).toBe(200);
    expect(contentOf(text)).toMatchObject({
      kind: "sale",
      amount: 40_000,
      orders: [{ name: "Jahit", quantity: 1, subtotal: 40_000 }],
      choices: [{ channel_name: "BCA" }],
    });
    expect(text).not.toContain("siti@example.com");

    const wrong = await send(`/i/${sale_id}`, { channel_id: randomUUID() });
    expect(wrong.status).toBe(400);
    expect(contentOf(wrong.text)).toMatchObject({
      problems: { channel_id: { code: "not_a_choice" } },
    });

    const chosen = await send(`/i/${sale_id}`, { channel_id });
    expect(chosen.status).toBe(303);
    const location = chosen.headers["location"];
    expect((await visit(`/i/${sale_id}`)).headers["location"]).toBe(location);
    expect((await send(`/i/${sale_id}`, { channel_id: "" })).headers["location"]).toBe(location);
  });

  test("lets the customer of a payment choose again, in the language of the page", async () => {
    await addAccount(gateway, shop, { channel: "MANDIRI", account_number: "222" });
    const { sale_id } = await sale();
    await send(`/i/${sale_id}`, { channel_id });
    const query = "change=1&lang=en";
    const { status, text } = await visit(`/i/${sale_id}`, { query });
    expect(status).toBe(200);
    const content = contentOf(text);
    expect(content).toMatchObject({
      kind: "sale",
      language: "en",
      action: `/i/${sale_id}?change=1&lang=en`,
      chosen: channel_id,
    });
    const wrong = await send(`/i/${sale_id}`, { channel_id: randomUUID() }, { query });
    expect(wrong.status).toBe(400);
    const accounts = await listAccounts(gateway, shop.merchant_id);
    const other = accounts.find((account) => account.channel_id !== channel_id);
    const changed = await send(`/i/${sale_id}`, { channel_id: other?.channel_id ?? "" }, { query });
    expect(changed.status).toBe(303);
    const [payment] = await database.sql`
      select account_id from payments where merchant_id = ${shop.merchant_id}`;
    expect(payment).toEqual({ account_id: other?.account_id });
  });
});

test("a link's picture is served as stored, and nothing in it can run", async () => {
  const { merchant_id, link_id } = await paymentLink(gateway, shop);
  const picture_id = randomUUID();
  const bytes = Buffer.from("89504e47", "hex");
  const picture = { picture_id, bytes, media_type: "image/png" as const, width: 1, height: 1 };
  await replacePicture(database.sql, { merchant_id, link_id }, picture);
  const { status, headers, body } = await visit(`/l/pictures/${picture_id}`);
  expect(status).toBe(200);
  expect(body).toEqual(bytes);
  expect(headers).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  for (const id of [randomUUID(), "1", ""])
    await expect(visit(`/l/pictures/${id}`)).rejects.toMatchObject({ code: "not_found" });
});

describe("the script of a shop's button", () => {
  const source = readFileSync(new URL("link-button.js", import.meta.url), "utf8");

  /** Runs the script in an imitated page that has only the parts the script needs. */
  function run(attributes: Record<string, string>) {
    const made: { href?: string; textContent?: string; style: Record<string, string> }[] = [];
    const script = {
      src: "https://pay.example/l/button.js?v=1",
      getAttribute: (name: string) => attributes[name] ?? null,
      parentNode: { insertBefore: (element: (typeof made)[number]) => made.push(element) },
    };
    const document = { currentScript: script, createElement: () => ({ style: {} }) };
    vm.runInNewContext(source, { document });
    return made;
  }

  test("is small, and uses no cookie, no storage and no request", async () => {
    const { status, headers, text } = await visit("/l/button.js");
    expect(status).toBe(200);
    expect(text).toBe(source);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(2_000);
    expect(source).not.toMatch(
      /document\.cookie|localStorage|fetch\(|XMLHttp|innerHTML|setAttribute/,
    );
    expect(find("/l/button.js")?.anyOrigin).toBe(true);
  });

  test("creates a button with the link", () => {
    expect(
      run({ "data-link": "kopi-susu", "data-text": "<b>Beli", "data-color": "#FFEE00" }),
    ).toEqual([
      expect.objectContaining({
        href: "https://pay.example/l/kopi-susu",
        textContent: "<b>Beli",
        style: expect.objectContaining({ background: "#FFEE00", color: "#000" }),
      }),
    ]);
    const [plain] = run({ "data-link": "kopi", "data-color": "url(https://evil.example)" });
    expect(plain?.style).toMatchObject({ background: "#0b6b57", color: "#fff" });
    for (const slug of ["", "../pay/1", "javascript:alert(1)", "//evil.example"])
      expect(run({ "data-link": slug })).toEqual([]);
  });
});
