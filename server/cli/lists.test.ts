import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
} from "../testing/fixtures.ts";

/** Tests the lists of records, as tables and as JSON. */

let database: TestDatabase;
let cli: Cli;
let shop: Shop;
let otherShop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  cli = cliWith(settingsOf(database));
  const gateway = gatewayOfCli(database);
  otherShop = await shopWithAccount(gateway);
  shop = await shopWithAccount(gateway);
  await addAccount(gateway, shop, { channel: "BRI" });
  const { payment_total } = await pendingPayment(gateway, shop, {
    payment_amount: 80_000,
    payment_webhook_url: "https://shop.example/hook",
  });
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, device, payment_total);
  await reportTransfer(gateway, device, 80_000);
  await pendingPayment(gateway, shop, { payment_amount: 80_000, payment_code: "INV-7" });
});
afterAll(() => database.drop());

type Rows = Record<string, unknown>[];

const ofShop = (...words: string[]) => [...words, "--merchant", shop.merchant_id];

test.each([
  ["merchants", () => ["merchant", "list"]],
  ["accounts", () => ofShop("account", "list")],
  ["API keys", () => ofShop("apikey", "list")],
  ["devices", () => ofShop("device", "list")],
  ["mutations", () => ofShop("mutation", "list")],
  ["likely mutations", () => [...ofShop("mutation", "suggest"), "--payment", "INV-7"]],
  ["webhooks", () => ofShop("webhook", "list")],
])("the columns of %s have the names of the fields", async (_, words) => {
  const rows = await jsonOf<Rows>(cli, ...words());
  expect(rows.length).toBeGreaterThan(0);
  const { stdout } = await cli(...words());
  const [heads = "", ...lines] = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(rows.length);
  expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(heads.split(/ +/)));
});

test("merchant list names all merchants, newest first, or the matching ones", async () => {
  const list = (...args: string[]) => jsonOf<Rows>(cli, "merchant", "list", ...args);
  const idsOf = (rows: Rows) => rows.map(({ merchant_id }) => merchant_id);
  expect(idsOf(await list())).toEqual([shop.merchant_id, otherShop.merchant_id]);
  expect(idsOf(await list("--limit", "1"))).toEqual([shop.merchant_id]);
  const [, { email } = {}] = await list();
  expect(idsOf(await list("--search", String(email)))).toEqual([otherShop.merchant_id]);
  expect(await list("--search", "nobody@nowhere.example")).toEqual([]);
});

test("account list and apikey list show only this merchant's entries, and no secret", async () => {
  const accounts = await jsonOf<Rows>(cli, ...ofShop("account", "list"));
  expect(accounts.map(({ account_id }) => account_id)).toContain(shop.account_id);
  expect(accounts).toHaveLength(2);

  const creation = ofShop("apikey", "create");
  const { key_id, api_key } = await jsonOf<{ key_id: string; api_key: string }>(cli, ...creation);
  const { stdout } = await cli(...ofShop("apikey", "list"), "--json");
  expect((JSON.parse(stdout) as Rows).map((key) => key["key_id"])).toContain(key_id);
  expect(stdout).not.toContain(api_key);
  await jsonOf(cli, "apikey", "revoke", "--key-id", key_id);
  expect((await cli(...ofShop("apikey", "list"))).stdout).not.toContain(key_id);
});

test("merchant create prints the id with which the first key can be revoked", async () => {
  const person = ["--name", "Toko", "--email", "key@example.com"];
  const made = await jsonOf<{ key_id: string }>(cli, "merchant", "create", ...person);
  await jsonOf(cli, "apikey", "revoke", "--key-id", made.key_id);
});

test.each(["account", "apikey"])("%s list of an unknown merchant is refused", async (noun) => {
  const id = "018f0000-0000-7000-8000-000000000000";
  expect(await refusalOf(cli, noun, "list", "--merchant", id)).toBe(
    `There is no merchant ${id}. To list the merchants, run npx tepat merchant list`,
  );
});
