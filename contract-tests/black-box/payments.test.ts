import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { dataOf, expectInvalid, expectRefusal } from "../support/http.ts";
import type { Payment } from "../support/resources.ts";
import {
  amount,
  cancel,
  deployment,
  inSeconds,
  merchant,
  newCode,
  paymentInput,
  paymentPath,
  pendingPayment,
  postPayment,
  readPayment,
} from "./gateway.ts";
import { shared } from "./shared.ts";

/** Tests the life of an invoice as far as a key alone allows. */

const wholeInput = () =>
  paymentInput({
    customer_phone: "+62 812 0000 0001",
    payment_return_url: "https://shop.example/thanks?order=1",
    customer_orders: [
      {
        sku: "A-1",
        name: "Uji kontrak",
        price: 2 * amount,
        quantity: 1,
        subtotal: 1,
        product_url: "https://shop.example/a-1",
        image_url: "https://shop.example/a-1.png",
      },
      { sku: "A-2", name: "Gratis", price: 0, quantity: 2, subtotal: 1 },
      { name: "Diskon", price: -amount, quantity: 1, subtotal: 1 },
    ],
    metadata: { order_id: "A-1" },
  });
const whole = shared(async () => {
  const input = wholeInput();
  return { input, payment: await pendingPayment(input) };
});
const older = async () => (await whole()).payment;
/** The older invoice is created before it. */
const newer = shared(async () => {
  await whole();
  return pendingPayment();
});

describe("a created invoice", () => {
  test("has the requested values and its account", async () => {
    const { input, payment } = await whole();
    const { account_number, account_name, channel_id, channel_name, channel_type } =
      deployment.account;
    const { payment_expired_at, customer_orders, ...asked } = input as Record<string, unknown>;
    expect(payment).toMatchObject({
      ...asked,
      payment_status: "PENDING",
      payment_webhook_url: null,
      account_number,
      account_name,
      channel_id,
      channel_name,
      channel_type,
      is_manual_match: false,
      manual_matched_mutation_id: null,
    });
    expect(Date.parse(payment.payment_expired_at)).toBe(Date.parse(String(payment_expired_at)));
    const [first, ...others] = customer_orders as object[];
    const absent = { product_url: null, image_url: null };
    expect(payment.customer_orders).toEqual([
      { ...first, subtotal: 2 * amount },
      ...others.map((item, index) => ({ ...item, ...absent, subtotal: [0, -amount][index] })),
    ]);
  });

  test("has its creation as its last change", async () => {
    const payment = await older();
    const age = Date.parse(inSeconds(0)) - Date.parse(payment.payment_updated_at);
    expect(Math.abs(age)).toBeLessThan(10 * 60_000);
  });

  test("has the steps of its channel", async () => {
    const payment = await older();
    const path = `/gateway/channels/${deployment.account.channel_id}/instructions`;
    const { instructions } = dataOf<{ instructions: unknown }>(await merchant.get(path));
    expect(payment.channel_instructions).toEqual(instructions);
  });

  test("has its own total, with a unique amount of 1 to 999", async () => {
    const [payment, second] = [await older(), await newer()];
    for (const one of [payment, second]) {
      expect(one.payment_total).toBe(one.payment_amount + one.payment_unique);
      expect(one.payment_unique).toBeGreaterThanOrEqual(1);
      expect(one.payment_unique).toBeLessThanOrEqual(999);
    }
    expect(second.payment_total).not.toBe(payment.payment_total);
  });

  test("has recomputed subtotals", async () => {
    const payment = await older();
    expect(payment.customer_orders?.map(({ subtotal }) => subtotal)).toEqual([
      2 * amount,
      0,
      -amount,
    ]);
  });

  test("has a checkout page at an absolute address", async () => {
    const payment = await older();
    const { protocol, pathname } = new URL(payment.payment_checkout_url);
    expect(protocol).toMatch(/^https?:$/);
    expect(pathname.endsWith(`/pay/${payment.payment_id}`)).toBe(true);
  });

  test("is read as create returned it", async () => {
    const payment = await older();
    expect(await readPayment(payment.payment_code)).toEqual(payment);
  });
});

test("with slashes and spaces in its code, is read and cancelled (a proxy in front must leave %2F as it is)", async () => {
  const payment_code = `${newCode()}/INV 2026/ü`;
  await pendingPayment({ payment_code });
  expect(await readPayment(payment_code)).toMatchObject({ payment_code });
  expect(dataOf(await cancel(payment_code))).toBeNull();
});

describe("the list of invoices", () => {
  const listed = async (query = "") => merchant.get(`/gateway/payments${query}`);

  test("has the newest first", async () => {
    const invoices = [await older(), await newer()];
    const codes = dataOf<Payment[]>(await listed("?per_page=100")).map((one) => one.payment_code);
    const [before, after] = invoices.map((one) => codes.indexOf(one.payment_code));
    expect(after).toBeGreaterThanOrEqual(0);
    expect(before).toBeGreaterThan(after ?? 0);
  });

  test("has each invoice as a single read returns it", async () => {
    const payment = await older();
    const { payment_id } = payment;
    const all = dataOf<Payment[]>(await listed("?per_page=100&include=metadata"));
    expect(all.find((one) => one.payment_id === payment_id)).toEqual(payment);
    const query = "?status=PENDING&per_page=100&include=metadata";
    const pending = dataOf<Payment[]>(await listed(query));
    expect(pending.find((one) => one.payment_id === payment_id)).toEqual(payment);
  });

  test("has no metadata unless the request includes it", async () => {
    const { metadata: _, ...known } = await older();
    const path = paymentPath(known.payment_code);
    for (const query of ["", "?include="])
      expect(dataOf(await merchant.get(path + query))).toEqual(known);
    const since = known.payment_updated_at;
    for (const query of ["?per_page=100", `?since=${since}&per_page=100`]) {
      const all = dataOf<Payment[]>(await listed(query));
      expect(all.find((one) => one.payment_id === known.payment_id)).toEqual(known);
    }
  });

  test("keeps its order across pages", async () => {
    await newer();
    const codesOf = async (query: string) =>
      dataOf<Payment[]>(await listed(query)).map((one) => one.payment_code);
    const [first, second] = [await codesOf("?per_page=1"), await codesOf("?page=2&per_page=1")];
    const both = await codesOf("?per_page=2&page=1");
    expect([...first, ...second]).toEqual(both);
  });

  test("has pages of 20, and of 100 at most", async () => {
    const { body } = await listed();
    expect(body.pagination).toMatchObject({ current_page: 1, per_page: 20 });
    expect((await listed("?per_page=101")).body.pagination).toMatchObject({ per_page: 100 });
  });

  test("counts its invoices", async () => {
    await newer();
    const { body } = await listed("?page=2&per_page=1");
    const { total = 0, ...others } = body.pagination ?? {};
    expect(total).toBeGreaterThanOrEqual(2);
    expect(others).toEqual({ count: 1, per_page: 1, current_page: 2, total_pages: total });
    expect(body.data).toHaveLength(1);
  });

  test("is empty after the last page", async () => {
    const { body } = await listed("?page=1000000&per_page=100");
    expect(body.data).toEqual([]);
    expect(body.pagination).toMatchObject({ count: 0, current_page: 1_000_000 });
  });

  test("has the invoices of one status, if requested", async () => {
    const payment = await older();
    for (const status of ["PENDING", "PAID", "EXPIRED", "CANCELLED"]) {
      const answer = await listed(`?status=${status}&per_page=100`);
      const of = dataOf<Payment[]>(answer);
      expect(of.filter(({ payment_status }) => payment_status !== status)).toEqual([]);
      const codes = of.map(({ payment_code }) => payment_code);
      if (status === "PENDING") expect(codes).toContain(payment.payment_code);
      else expect(codes).not.toContain(payment.payment_code);
    }
  });

  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "per_page=0",
    "per_page=1.5",
    "status=paid",
    "status=OPEN",
    "include=notes",
  ])("refuses %s", async (query) => {
    expectInvalid(await listed(`?${query}`), query.split("=")[0] ?? "");
  });
});

describe("the list of invoices by time", () => {
  const bothInvoices = async () => {
    const [first, second] = [await older(), await newer()];
    return { first, second, made: first.payment_updated_at, madeLast: second.payment_updated_at };
  };

  /** Reads up to three parts of a list. */
  async function walk(query: string): Promise<string[]> {
    const codes: string[] = [];
    let cursor = "";
    for (let part = 0; part < 3; part += 1) {
      const { body } = await merchant.get(`/gateway/payments?${query}${cursor}`);
      codes.push(...(body.data as Payment[]).map((one) => one.payment_code));
      const { next_cursor } = body.pagination as { next_cursor?: string | null };
      expect(next_cursor, "a list by time says where it goes on").toBeDefined();
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }
    return codes;
  }

  test("has the invoices created from since on, newest first, each once", async () => {
    const { first, second, made, madeLast } = await bothInvoices();
    const codes = await walk(`since=${made}&per_page=1`);
    expect(codes).toEqual([...new Set(codes)]);
    const all = await walk(`since=${made}&per_page=100`);
    expect(all.indexOf(second.payment_code)).toBeGreaterThanOrEqual(0);
    expect(all.indexOf(first.payment_code)).toBeGreaterThan(all.indexOf(second.payment_code));
    const later = new Date(Date.parse(madeLast) + 1).toISOString();
    expect(await walk(`since=${later}&per_page=100`)).not.toContain(second.payment_code);
  });

  test("has the invoices created before until", async () => {
    const { second, made, madeLast } = await bothInvoices();
    const codes = await walk(`since=${made}&until=${madeLast}&per_page=100`);
    expect(codes).not.toContain(second.payment_code);
  });

  test("has the invoices changed from updated_since on, in the order of the changes", async () => {
    const { payment_code } = await pendingPayment();
    const next = await pendingPayment();
    // Times have milliseconds, and two changes within one millisecond have no order to test.
    await setTimeout(2);
    await cancel(payment_code);
    const { payment_updated_at } = await readPayment(payment_code);
    const codes = await walk(`updated_since=${next.payment_updated_at}&per_page=100`);
    expect(codes.indexOf(next.payment_code)).toBeGreaterThanOrEqual(0);
    expect(codes.indexOf(payment_code)).toBeGreaterThan(codes.indexOf(next.payment_code));
    const later = new Date(Date.parse(payment_updated_at) + 1).toISOString();
    expect(await walk(`updated_since=${later}&per_page=100`)).not.toContain(payment_code);
    expect(await walk(`updated_since=${later}&per_page=100`)).not.toContain(next.payment_code);
  });

  test("counts one page, while a plain list has no cursor", async () => {
    const { made } = await bothInvoices();
    const { pagination } = (await merchant.get(`/gateway/payments?since=${made}&per_page=1`)).body;
    expect(pagination).toMatchObject({ count: 1, per_page: 1, current_page: 1 });
    expect((await listed()).body.pagination).not.toHaveProperty("next_cursor");
  });

  test.each([
    ["page", "since=2026-01-01T00:00:00Z&page=2"],
    ["updated_since", "updated_since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z"],
    ["cursor", "cursor=x"],
  ])("refuses an invalid %s", async (field, query) => {
    expectInvalid(await listed(`?${query}`), field);
  });

  const listed = async (query = "") => merchant.get(`/gateway/payments${query}`);
});

describe("a payment code", () => {
  const conflict = async (payment_code: string) => {
    const answer = await merchant.post("/gateway/payments", paymentInput({ payment_code }));
    expectRefusal(answer, 409, "payment_code_conflict");
    expect(answer.headers.get("location")).toMatch(new RegExp(`${paymentPath(payment_code)}$`));
  };

  test("cannot be used by a second create, which names the invoice's location", async () => {
    await conflict((await newer()).payment_code);
  });

  test("cannot be used again after the cancel", async () => {
    const { payment_code } = await newer();
    dataOf(await cancel(payment_code));
    await conflict(payment_code);
  });
});

describe("a cancelled invoice", () => {
  test("is CANCELLED, and cannot be cancelled again", async () => {
    const { payment_code } = await pendingPayment();
    expect(dataOf(await cancel(payment_code))).toBeNull();
    const cancelled = await readPayment(payment_code);
    expect(cancelled).toMatchObject({ payment_status: "CANCELLED" });
    for (const query of ["per_page=100", "status=CANCELLED&per_page=100"]) {
      const all = dataOf<Payment[]>(await merchant.get(`/gateway/payments?${query}`));
      expect(all.find((one) => one.payment_code === payment_code)).toEqual(cancelled);
    }
    expectRefusal(await cancel(payment_code), 404, "payment_not_cancellable");
  });
});

describe("a create is refused", () => {
  const required = ["account_id", "payment_code", "payment_amount", "customer_name"];

  test.each(required)("without %s", async (field) => {
    expectInvalid(await postPayment({ [field]: undefined }), field);
  });

  test.each([
    ["a fraction", { payment_amount: 0.5 }],
    ["zero", { payment_amount: 0 }],
    ["text", { payment_amount: "10000" }],
    ["more than any total may be", { payment_amount: Number.MAX_SAFE_INTEGER }],
    ["a name that is too long", { customer_name: "x".repeat(256) }],
    ["an email address that is too long", { customer_email: `${"x".repeat(250)}@x.example` }],
    ["a return address without HTTPS", { payment_return_url: "http://shop.example" }],
    ["a webhook address that is none", { payment_webhook_url: "ftp://shop.example" }],
    [
      "orders that are another sum",
      { customer_orders: [{ name: "x", price: amount + 1, quantity: 1, subtotal: 0 }] },
    ],
  ])("for %s", async (_case, fields) => {
    expectInvalid(await postPayment(fields), ...Object.keys(fields));
  });

  test.each([
    ["in the past", () => "2020-01-01T00:00:00Z"],
    ["that has just passed", () => inSeconds(-2)],
    ["on a day that does not exist", () => "2999-02-30T00:00:00Z"],
    ["without an offset", () => "2999-01-01T00:00:00"],
  ])("for a deadline %s", async (_case, deadline) => {
    const answer = await postPayment({ payment_expired_at: deadline() });
    expectRefusal(answer, 400, "invalid_expired_at");
  });
});
