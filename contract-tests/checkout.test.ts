import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { callerWith, dataOf, expectRefusal, nobody } from "./support/http.ts";
import { decodeQris, staticQris } from "./support/qris.ts";
import { sendRaw } from "./support/raw-http.ts";
import type { CheckoutView, Payment } from "./support/resources.ts";
import {
  addAccount,
  cancelledPayment,
  expiredPayment,
  openShop,
  paymentPath,
  pendingPayment,
} from "./support/shop.ts";

/** Tests specification 4.9 and 2.7; faults F14 and G10. */

const shop = await openShop();
const device = await approvedDevice(shop);
const qrisAccount = await addAccount(shop, {
  channel: "QRIS",
  qris: staticQris,
  number: "ID1099000000019",
  holder: "KEDAI UJI",
});
const onQris = { account_id: qrisAccount.account_id };

const pathOf = ({ payment_id }: { payment_id: string }) => `/checkout/${payment_id}`;
const view = async (payment: Payment) => dataOf<CheckoutView>(await nobody().get(pathOf(payment)));

const commonFields = {
  payment_return_url: "https://shop.example/thanks?order=1#top",
  customer_phone: "+62 812 0000 0001",
  customer_orders: [{ name: "Kopi </script>", price: 75_000, quantity: 2, subtotal: 0 }],
};

/** The fields that both kinds of channel show. */
const commonView = (payment: Payment) => ({
  payment_code: payment.payment_code,
  amount_original: 150_000,
  amount_unique: payment.payment_unique,
  amount_total: payment.payment_total,
  status: "PENDING",
  expires_at: payment.payment_expired_at,
  created_at: payment.payment_updated_at,
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
  customer_phone: "+62 812 0000 0001",
  return_url: commonFields.payment_return_url,
  redirect_url: `https://shop.example/thanks?order=1&payment_code=${payment.payment_code}#top`,
  order_items: JSON.stringify(payment.customer_orders),
  instructions: JSON.stringify(payment.channel_instructions),
});

test("a bank transfer is shown with its account and without a QR code", async () => {
  const payment = await pendingPayment(shop, commonFields);
  const { status, body } = await nobody().get(pathOf(payment));
  expect({ status, ...body }).toEqual({
    status: 200,
    success: true,
    message: "ok",
    data: {
      ...commonView(payment),
      account_number: "1234567890",
      account_name: "TOKO CONTOH",
      bank_name: "BCA",
      bank_type: "TRANSFER",
      app_name: expect.stringMatching(/BCA/),
    },
  });
});

describe("a QRIS payment", () => {
  test("is shown with a code for exactly the total", async () => {
    const payment = await pendingPayment(shop, { ...onQris, ...commonFields });
    const shown = await view(payment);
    expect(shown).toEqual({
      ...commonView(payment),
      account_number: "ID1099000000019",
      account_name: "KEDAI UJI",
      bank_name: expect.stringMatching(/QRIS/),
      bank_type: "QRIS",
      app_name: "",
      qris_id: "ID1099000000019",
      qris_name: "KEDAI UJI",
      qris_city: "BANDUNG",
      qris_payload: expect.any(String),
    });
    const {
      "01": kind,
      "54": amount,
      "63": _checksum,
      ...others
    } = Object.fromEntries(decodeQris(shown.qris_payload ?? ""));
    expect(kind).toBe("12"); // dynamic (EMV QRCPS, tag 01)
    expect(amount).toBe(String(payment.payment_total));
    const { "01": _kind, "63": _printed, ...printed } = Object.fromEntries(decodeQris(staticQris));
    expect(others).toEqual(printed);
  });

  test.each([1, 999, 1_000, 9_999_999, 9_999_999_999])(
    "of %i rupiah has its total in the code",
    async (payment_amount) => {
      const payment = await pendingPayment(shop, { ...onQris, payment_amount });
      const { qris_payload, amount_total } = await view(payment);
      expect(amount_total).toBe(payment.payment_total);
      expect(decodeQris(qris_payload ?? "").get("54")).toBe(String(payment.payment_total));
    },
  );

  test("has no code in a final status", async () => {
    const paid = await pendingPayment(shop, onQris);
    const [outcome] = await device.report({
      ...transfer(0),
      package_name: qrisAccount.app_package as string,
      title: "Pembayaran QRIS statis diterima",
      body: `Rp ${paid.payment_total.toLocaleString("id-ID")} di KEDAI UJI, Digital & Kreatif.`,
    });
    expect(outcome?.matched_payment_code).toBe(paid.payment_code);
    const final = { PAID: paid, EXPIRED: await expiredPayment(shop, onQris) };
    const cancelled = await cancelledPayment(shop, onQris);
    for (const [status, payment] of Object.entries({ ...final, CANCELLED: cancelled })) {
      expect(await view(payment)).toMatchObject({ status, qris_payload: null });
    }
  });

  test("shows the printed code in no response", async () => {
    const payment = await pendingPayment(shop, onQris);
    const paths = [
      "/gateway/accounts",
      "/gateway/payments",
      paymentPath(payment.payment_code),
      "/gateway/mutations",
      `/gateway/channels/${qrisAccount.channel_id}/instructions`,
    ];
    const answers = await Promise.all(paths.map((path) => shop.get(path)));
    for (const { text } of [...answers, await nobody().get(pathOf(payment))]) {
      expect(text).not.toContain(staticQris);
      // The response must contain neither the printed code without its checksum, nor the mark of a static
      // code.
      expect(text).not.toContain(staticQris.slice(0, -8));
      expect(text).not.toContain("000201010211");
    }
  });
});

describe("the view of a bank transfer", () => {
  test("shows PAID, EXPIRED or CANCELLED when the payment does", async () => {
    const paid = await pendingPayment(shop);
    await device.report(transfer(paid.payment_total));
    const [expired, cancelled] = [await expiredPayment(shop), await cancelledPayment(shop)];
    for (const [status, payment] of Object.entries({
      PAID: paid,
      EXPIRED: expired,
      CANCELLED: cancelled,
    })) {
      const isClosed = status !== "PAID";
      expect(await view(payment)).toMatchObject({
        status,
        amount_total: payment.payment_total,
        account_number: isClosed ? "" : shop.account.account_number,
        account_name: isClosed ? "" : shop.account.account_name,
        instructions: isClosed ? "[]" : JSON.stringify(payment.channel_instructions),
      });
    }
  });

  test("leaves out missing values", async () => {
    expect(await view(await pendingPayment(shop))).toMatchObject({
      customer_phone: null,
      return_url: null,
      redirect_url: null,
      order_items: "[]",
    });
  });

  test.each([
    "https://shop.example",
    "https://shop.example/thanks?",
    "https://shop.example/thanks?order=1&order=2",
    "https://shop.example/thanks#top?no=query",
    "https://shop.example/thanks?payment_code=theirs&order=1",
    "https://shop.example/thanks?order=1&payment%5Fcode=theirs&payment_code#payment_code",
  ])("returns to %s with the payment's code", async (payment_return_url) => {
    const payment_code = `INV/${randomUUID()} é&=`;
    const payment = await pendingPayment(shop, { payment_return_url, payment_code });
    const redirect = new URL((await view(payment)).redirect_url ?? "");
    const address = new URL(payment_return_url);
    expect([...redirect.searchParams]).toEqual([
      ...[...address.searchParams].filter(([name]) => name !== "payment_code"),
      ["payment_code", payment_code],
    ]);
    for (const part of ["origin", "pathname", "hash"] as const) {
      expect(redirect[part]).toBe(address[part]);
    }
  });
});

describe("a browser that opens the address of the data", () => {
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const open = (path: string, accept: string, method = "GET") =>
    sendRaw([`${method} ${path} HTTP/1.1`, `Accept: ${accept}`]);

  test("is redirected to the page, also for an unknown payment", async () => {
    const { payment_id, payment_checkout_url } = await pendingPayment(shop);
    for (const method of ["GET", "HEAD"]) {
      const { status, headers, text } = await open(pathOf({ payment_id }), html, method);
      expect([status, text]).toEqual([303, ""]);
      expect(headers.get("location")).toBe(payment_checkout_url);
      expect(headers.get("vary")?.toLowerCase()).toBe("accept, sec-fetch-dest");
    }
    const unknown = randomUUID();
    const { status, headers } = await open(pathOf({ payment_id: unknown }), html);
    expect(status).toBe(303);
    expect(headers.get("location")).toBe(payment_checkout_url.replace(payment_id, unknown));
    const odd = await open("/checkout/%22%0d%0a..%2f", html);
    expect(odd.headers.get("location")).toMatch(/\/pay\/%22%0d%0a\.\.%2f$/);
  });

  test("is redirected with any Accept if it navigates to a document", async () => {
    const { payment_id } = await pendingPayment(shop);
    const path = pathOf({ payment_id });
    const headers = ["Accept: */*", "Sec-Fetch-Dest: document"];
    expect((await sendRaw([`GET ${path} HTTP/1.1`, ...headers])).status).toBe(303);
  });

  test.each([
    [],
    ["Accept: */*"],
    ["Accept: application/json"],
    ["Accept: application/json, text/html;q=0.9"],
    ["Accept: text/html"],
    // The header of Java's HttpURLConnection.
    ["Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"],
    ["Accept: */*", "Sec-Fetch-Dest: empty"],
  ])("with %j counts as a program and gets the data", async (...accept) => {
    const path = pathOf(await pendingPayment(shop));
    const { status, headers, text } = await sendRaw([`GET ${path} HTTP/1.1`, ...accept]);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ success: true });
    expect(headers.get("vary")?.toLowerCase()).toBe("accept, sec-fetch-dest");
  });
});

describe("a page of another site", () => {
  const origin = "Origin: https://shop.example";

  test("can read the data, errors and events without credentials", async () => {
    const payment = await cancelledPayment(shop);
    const paths = [pathOf(payment), `${pathOf(payment)}/events`];
    for (const path of [
      ...paths,
      `/checkout/${randomUUID()}`,
      `/checkout/${randomUUID()}/events`,
    ]) {
      const { headers } = await sendRaw([`GET ${path} HTTP/1.1`, origin]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toBe("*");
      expect(headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  test("gets this permission in the preflight response", async () => {
    const { payment_id } = await pendingPayment(shop);
    for (const path of [pathOf({ payment_id }), `${pathOf({ payment_id })}/events`]) {
      const asked = [
        "Access-Control-Request-Method: GET",
        "Access-Control-Request-Headers: x-shop",
      ];
      const { status, headers, text } = await sendRaw([
        `OPTIONS ${path} HTTP/1.1`,
        origin,
        ...asked,
      ]);
      expect([status, text]).toEqual([204, ""]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-methods")).toContain("GET");
      expect(headers.get("access-control-allow-headers")).toBe("*");
    }
  });

  test.each([
    "/gateway/payments",
    "/gateway/accounts",
    "/worker/device",
    "/dashboard/api/session",
    "/healthz",
  ])("cannot read %s", async (path) => {
    for (const method of ["OPTIONS", "GET"]) {
      const { status, headers } = await sendRaw([`${method} ${path} HTTP/1.1`, origin]);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      if (method === "OPTIONS") expect([404, 405]).toContain(status);
    }
  });
});

test("an unknown and a malformed id return not_found, byte for byte alike, for every caller", async () => {
  const unknown = await nobody().get(pathOf({ payment_id: randomUUID() }));
  expectRefusal(unknown, 404, "not_found", "payment not found");
  const { payment_code, payment_id } = await pendingPayment(shop);
  const malformed = ["1", payment_code, payment_id.slice(0, -1), `${payment_id}0`, "%00", "%FF"];
  malformed.push("%ED%A0%80", "..%2f..", "null", "'%20OR%201=1", "x".repeat(1000));
  for (const payment_id of malformed) {
    const path = pathOf({ payment_id });
    expect((await nobody().get(path)).text).toBe(unknown.text);
    expect((await shop.get(path)).text).toBe(unknown.text);
  }
});

test("credentials change nothing", async () => {
  const payment = await pendingPayment(shop);
  const anonymous = await nobody().get(pathOf(payment));
  for (const caller of [shop, device, callerWith({ "x-api-key": "x" }), await openShop()]) {
    expect((await caller.get(pathOf(payment))).text).toBe(anonymous.text);
  }
});

test("the public view names neither the merchant nor the device", async () => {
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_total));
  const { text } = await nobody().get(pathOf(payment));
  for (const secret of [shop.merchant_id, shop.api_key, device.device_id, payment.account_id]) {
    expect(text).not.toContain(secret);
  }
});
