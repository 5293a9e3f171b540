import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
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
import { listAccounts } from "../accounts/accounts.ts";
import { saleAddress } from "./addresses.ts";
import { FormRefused } from "./link-form.ts";
import { submitLinkForm } from "./link-page.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { chooseForSale, readSalePage } from "./sale-page.ts";
import { makeSale } from "./sales.ts";
import type { SaleContents } from "./sales.sql.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let otherProcess: ReturnType<typeof connect>;

beforeAll(async () => {
  database = await createTestDatabase();
  otherProcess = connect(database.url);
});
beforeEach(async () => {
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  await addAccount(gateway, shop, { channel: "MANDIRI", account_number: "222" });
  await approvedDevice(gateway, shop);
});
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

const sale = (contents: Partial<SaleContents> = {}) =>
  makeSale(gateway, {
    merchant_id: shop.merchant_id,
    source: "invoice",
    form_key: randomUUID(),
    link_id: null,
    payment_amount: 40_000,
    customer_name: "Siti",
    customer_email: null,
    customer_phone: null,
    customer_orders: null,
    note: "Jahit kemeja",
    deadline_seconds: 3600,
    deadline_at: null,
    made_by: null,
    ...contents,
  });

const channels = async () =>
  (await listAccounts(gateway, shop.merchant_id)).map(({ channel_id }) => channel_id ?? "");

const paymentsOf = () => database.sql<{ payment_id: string; account_id: string }[]>`
  select payment_id, account_id from payments where merchant_id = ${shop.merchant_id}`;

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    (cause: unknown) => {
      if (cause instanceof PublicRefusal) return cause.kind;
      if (cause instanceof FormRefused) return cause.problems;
      throw cause;
    },
  );

test("its page reserves nothing, and leads to the payment once a bank is chosen", async () => {
  const { sale_id, payment_code } = await sale();
  expect(saleAddress(gateway, sale_id)).toBe(`https://pay.example/i/${sale_id}`);
  const page = await readSalePage(gateway, sale_id);
  expect(page).toMatchObject({
    sale: { payment_code, amount: 40_000, note: "Jahit kemeja" },
    choices: [{ channel_name: "BCA" }, { channel_name: "Mandiri" }],
    refusal: null,
  });
  expect(await paymentsOf()).toEqual([]);

  const [, mandiri = ""] = await channels();
  const payment_id = await chooseForSale(gateway, { sale_id, channel_id: mandiri });
  expect(await paymentsOf()).toMatchObject([{ payment_id }]);
  expect(await readSalePage(gateway, sale_id)).toEqual({ payment_id });
});

test("of a hundred choices at once, by two processes, one wins and all are led to it", async () => {
  const { sale_id } = await sale();
  const choices = await channels();
  const gateways = [gateway, testGateway(otherProcess)];
  const led = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      chooseForSale(gateways[index % 2] as TestGateway, {
        sale_id,
        channel_id: choices[Math.floor(index / 2) % 2] ?? "",
      }),
    ),
  );
  const payments = await paymentsOf();
  expect(payments).toHaveLength(1);
  expect(new Set(led)).toEqual(new Set([payments[0]?.payment_id]));
});

test("an unknown choice, a cancelled sale and one that is over are refused in words", async () => {
  const { sale_id } = await sale();
  for (const channel_id of ["", randomUUID(), "' or 1=1"])
    expect(await refusalOf(chooseForSale(gateway, { sale_id, channel_id }))).toEqual({
      channel_id: { code: channel_id === "" ? "required" : "not_a_choice" },
    });
  const [bca = ""] = await channels();
  await database.sql`update sales set cancelled_at = now() where sale_id = ${sale_id}`;
  expect(await readSalePage(gateway, sale_id)).toMatchObject({
    refusal: { kind: "sale_cancelled" },
  });
  expect(await refusalOf(chooseForSale(gateway, { sale_id, channel_id: bca }))).toBe(
    "sale_cancelled",
  );

  const over = await sale({ deadline_seconds: null, deadline_at: "2020-01-01T00:00:00Z" });
  expect(await readSalePage(gateway, over.sale_id)).toMatchObject({
    refusal: { kind: "sale_ended" },
  });
  const wanted = { sale_id: over.sale_id, channel_id: bca };
  expect(await refusalOf(chooseForSale(gateway, wanted))).toBe("sale_ended");
  await expect(readSalePage(gateway, randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await expect(readSalePage(gateway, "1")).rejects.toMatchObject({ code: "not_found" });
  expect(await paymentsOf()).toEqual([]);
});

test("the last pieces of a link are sold once, however many want them at once", async () => {
  const { slug } = await paymentLink(gateway, shop, { stock: 7, quantity_max: 3 });
  const [channel_id = ""] = await channels();
  const linkLimits = {
    ...gateway.settings.linkLimits,
    unpaidPerClient: 1000,
    unpaidPerLink: 1000,
    totalsPerAmount: 999,
  };
  const gateways = [database.sql, otherProcess].map((sql) => testGateway(sql, { linkLimits }));
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      refusalOf(
        submitLinkForm(gateways[index % 2] as TestGateway, {
          slug,
          form_key: randomUUID(),
          client_address: "192.0.2.1",
          values: { channel_id, quantity: "2" },
        }),
      ),
    ),
  );
  const sold = outcomes.filter((outcome) => outcome === "no refusal");
  expect(sold).toHaveLength(3);
  const [held] = await database.sql<{ pieces: number }[]>`
    select sum(pieces)::integer as pieces from link_sales where merchant_id = ${shop.merchant_id}`;
  expect(held?.pieces).toBe(6);
  const refusals = outcomes.filter((outcome) => outcome !== "no refusal");
  expect(new Set(refusals.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ quantity: { code: "too_many", count: 1 } })]),
  );
});

test("a form that a hundred clicks send at once makes one payment", async () => {
  const { slug } = await paymentLink(gateway, shop, { stock: 50 });
  const [channel_id = ""] = await channels();
  const form_key = randomUUID();
  const gateways = [gateway, testGateway(otherProcess)];
  const led = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      submitLinkForm(gateways[index % 2] as TestGateway, {
        slug,
        form_key,
        client_address: "192.0.2.1",
        values: { channel_id, name: "Siti" },
      }),
    ),
  );
  expect(new Set(led).size).toBe(1);
  expect(await paymentsOf()).toHaveLength(1);
});
