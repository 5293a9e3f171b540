import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { settingsOperations } from "../../contract/dashboard/settings.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "./audit.ts";
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

test("only the named settings change", async () => {
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

test.each(["http://10.0.0.1/hook", "https://10.0.0.1/hook", "https://pay.example/hook", "shop"])(
  "webhooks cannot go to %s",
  async (webhook_url) => {
    await expect(change({ webhook_url })).rejects.toMatchObject({
      code: "validation_error",
      errors: { webhook_url: expect.any(String) },
    });
  },
);

test("the seller's contact details are saved and cleared, and require a confirmed person if codes are used", async () => {
  const contact = {
    contact_address: "Jl. Melati 7, Bandung",
    contact_phone: "0811-2233 4455",
    contact_email: "halo@shop.example",
    shop_url: "https://shop.example/",
  };
  expect(await change(contact)).toMatchObject(contact);
  const none = {
    contact_address: null,
    contact_phone: null,
    contact_email: null,
    shop_url: null,
  };
  expect(await change(none)).toMatchObject(none);
  const session = { ...person.session, is_two_factor_enabled: true };
  for (const [field, value] of Object.entries(contact)) {
    const stolen = changeOwnSettings(gateway, person.actor, {
      session,
      change: { [field]: value },
    });
    await expect(stolen, field).rejects.toMatchObject({ code: "confirmation_required" });
  }
});

const { input } = settingsOperations.changeSettings;
const problemOf = (fields: object) => input.safeParse(fields).error?.issues[0]?.message;

test.each([
  ["12", "must be a phone number of 8 to 15 digits"],
  ["0812 3456 789x", "must be a phone number"],
  ["+62 812 3456 7890 1234 5", "must be a phone number"],
  ["javascript:08123456789", "must be a phone number"],
])("the contact phone %s is refused", (contact_phone, problem) => {
  expect(problemOf({ contact_phone })).toContain(problem);
  expect(problemOf({ contact_phone: "+62 (811) 2233-4455" })).toBeUndefined();
});

test.each([
  "INV-{year}",
  "{number}{number}",
  "INV-{Number}",
  "{number}-{hour}",
  "{number}}",
  "{year}{year}{number}",
])("codes cannot have the pattern %s", (sale_code_pattern) => {
  expect(problemOf({ sale_code_pattern })).toContain("must contain {number} exactly once");
});

test("codes follow the merchant's pattern", async () => {
  for (const sale_code_pattern of ["{number}", "{day}/{month}/{year}/{number}/TOKO", "A{number}"]) {
    expect(problemOf({ sale_code_pattern })).toBeUndefined();
    expect(await change({ sale_code_pattern })).toMatchObject({ sale_code_pattern });
  }
  expect(problemOf({ sale_code_pattern: `{number}${"x".repeat(57)}` })).toContain("64 characters");
});
