import { read, utils } from "@e965/xlsx";
import { expect, inject, test } from "vitest";
import { signedIn } from "./support/dashboard.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { expectInvalid, nobody } from "./support/http.ts";
import { cancelledPayment, openShop, pendingPayment } from "./support/shop.ts";

/** Tests the tables of payments and of transfers as a browser saves them. */

const shop = await openShop();
const person = await signedIn(shop);
const pending = await pendingPayment(shop, { customer_name: "=1+1" });
const cancelled = await cancelledPayment(shop);

async function save(query = "") {
  const url = `${inject("service").base_url}/dashboard/api/payments.csv${query}`;
  const response = await fetch(url, { headers: { cookie: person.cookie } });
  return { headers: response.headers, text: await response.text() };
}

test("a browser saves the table as a file", async () => {
  const { headers, text } = await save();
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe("attachment");
  expect(headers.get("cache-control")).toBe("no-store");
  const [names, ...lines] = text.trimEnd().split("\r\n");
  expect(names).toContain("payment_code");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${pending.payment_code},PENDING`);
  expect(lines[1]).toContain(",'=1+1,");
});

test("a browser saves the table as a workbook, in which a formula-like text stays text", async () => {
  const url = `${inject("service").base_url}/dashboard/api/payments.xlsx`;
  const response = await fetch(url, { headers: { cookie: person.cookie } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-disposition": "attachment",
    "cache-control": "no-store",
  });
  const { Sheets } = read(await response.arrayBuffer(), { cellFormula: true });
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets["Tepat"] ?? {});
  expect(rows).toMatchObject([
    { payment_code: cancelled.payment_code, payment_status: "CANCELLED" },
    { payment_code: pending.payment_code, payment_amount: pending.payment_amount },
  ]);
  expect(rows[1]).toHaveProperty("customer_name", "=1+1");
  expect(JSON.stringify(Sheets)).not.toContain('"f":');
  expect((await nobody().get("/dashboard/api/payments.xlsx")).status).toBe(401);
});

test("the table has the filters of the list", async () => {
  const { text } = await save("?payment_status=CANCELLED");
  expect(text).toContain(cancelled.payment_code);
  expect(text).not.toContain(pending.payment_code);
  const answer = await person.get("/dashboard/api/payments.csv?payment_status=LATE");
  expectInvalid(answer, "payment_status");
});

test.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00%2B00:01"])(
  "a time outside of the years 1 to 9999 is refused: %s",
  async (time) => {
    for (const path of ["/dashboard/api/payments", "/dashboard/api/payments.csv"]) {
      expectInvalid(await person.get(`${path}?created_from=${time}`), "created_from");
      expectInvalid(await person.get(`${path}?created_before=${time}`), "created_before");
    }
  },
);

test("the table has only the merchant's payments, and requires a session", async () => {
  const stranger = await openShop();
  const foreign = await pendingPayment(stranger);
  expect((await save()).text).not.toContain(foreign.payment_code);
  expect((await nobody().get("/dashboard/api/payments.csv")).status).toBe(401);
});

test("a browser saves transfers as a table and as a workbook, with the filters of the list", async () => {
  const device = await approvedDevice(shop);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_total), transfer(75_500));
  const url = `${inject("service").base_url}/dashboard/api/mutations`;
  const table = await fetch(`${url}.csv?state=unmatched`, { headers: { cookie: person.cookie } });
  expect(table.headers.get("content-disposition")).toBe("attachment");
  const [names, ...lines] = (await table.text()).trimEnd().split("\r\n");
  expect(names).toContain("payment_code");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(",75500,");
  const workbook = await fetch(`${url}.xlsx`, { headers: { cookie: person.cookie } });
  const { Sheets } = read(await workbook.arrayBuffer());
  expect(utils.sheet_to_json<Record<string, unknown>>(Sheets["Tepat"] ?? {})).toMatchObject([
    { amount_parsed: 75_500 },
    { amount_parsed: payment.payment_total, payment_code: payment.payment_code },
  ]);
  for (const ending of ["csv", "xlsx"]) {
    expect((await nobody().get(`/dashboard/api/mutations.${ending}`)).status).toBe(401);
  }
});
