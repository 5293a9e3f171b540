import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "../access/audit.ts";
import { changeOwnSettings, readOwnSettings } from "./own-settings.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql, { allowPrivateWebhooks: false });
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const change = (fields: Parameters<typeof changeOwnSettings>[2]["change"]) =>
  changeOwnSettings(gateway, person.actor, { session: person.session, change: fields });

test("what is named changes, and nothing else", async () => {
  const before = await readOwnSettings(gateway, shop.merchant_id);
  const after = { ...before, merchant_name: "Toko Baru", accent_color: "#00aa5b" };
  expect(await change({ merchant_name: "Toko Baru", accent_color: "#00AA5B" })).toEqual(after);
  expect(await change({ webhook_url: "https://SHOP.example/hook" })).toEqual({
    ...after,
    webhook_url: "https://shop.example/hook",
  });
  expect(await change({ webhook_url: null, accent_color: null })).toEqual({
    ...after,
    accent_color: null,
  });
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 1 });
  expect(items).toMatchObject([
    { action: "merchant.changed", details: { webhook_url: null, accent_color: null } },
  ]);
});

test.each([
  "http://shop.example/hook",
  "https://10.0.0.1/hook",
  "https://pay.example/hook",
  "shop",
])("webhooks may not go to %s", async (webhook_url) => {
  await expect(change({ webhook_url })).rejects.toMatchObject({
    code: "validation_error",
    errors: { webhook_url: expect.any(String) },
  });
});
