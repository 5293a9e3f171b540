import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { newApiKey, newPairingToken } from "../security/credentials.ts";
import { findOfferMerchant, offerPairing, registerPaired } from "./pairing-offers.ts";

const today = drawnDay("offers to pair");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today("10:00"));
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const offer = () => offerPairing(gateway, person.actor, shop.merchant_id);

const register = (token: string, installation_id: string = randomUUID()) =>
  registerPaired(gateway, token, {
    merchant_id: shop.merchant_id,
    device_name: "Phone",
    installation_id,
    model: null,
    app_version: null,
  });

test("an offer has the server's address and the merchant's token", async () => {
  const { pairing_token, uri, qr_svg, has_app, expires_at } = await offer();
  expect(uri).toBe(`https://pay.example/pair#${pairing_token}`);
  expect(qr_svg).toMatch(/^<svg /);
  expect(has_app).toBe(false);
  expect(expires_at).toBe(today("10:10").toISOString());
  expect(await findOfferMerchant(gateway, pairing_token)).toBe(shop.merchant_id);
});

test("an offer names the server's app as soon as its file exists", async () => {
  const server = testGateway(database.sql, { androidAppFile: import.meta.filename });
  server.setClock(today("10:00"));
  expect(await offerPairing(server, person.actor, shop.merchant_id)).toMatchObject({
    has_app: true,
  });
});

test("a phone registers with an offer, and waits for approval", async () => {
  const { pairing_token } = await offer();
  expect(await register(pairing_token)).toMatchObject({ device_status: "PENDING" });
});

test("one phone registers with an offer, even if many try, and can repeat the request", async () => {
  const { pairing_token } = await offer();
  const phones = Array.from({ length: 8 }, () => randomUUID());
  const attempts = await Promise.allSettled(phones.map((phone) => register(pairing_token, phone)));
  const winners = phones.filter((_, index) => attempts[index]?.status === "fulfilled");
  expect(winners).toHaveLength(1);
  const again = await register(pairing_token, winners[0]);
  expect(attempts).toContainEqual({
    status: "fulfilled",
    value: expect.objectContaining({ device_id: again.device_id }),
  });
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) from devices where merchant_id = ${shop.merchant_id}`;
  expect(row?.count).toBe(1);
});

test("an offer lasts ten minutes", async () => {
  const { pairing_token } = await offer();
  gateway.setClock(today("10:09:59"));
  expect(await findOfferMerchant(gateway, pairing_token)).toBe(shop.merchant_id);
  gateway.setClock(today("10:10"));
  expect(await findOfferMerchant(gateway, pairing_token)).toBeNull();
  await expect(register(pairing_token)).rejects.toMatchObject({ code: "unauthorized" });
});

test("any other text is refused", async () => {
  await offer();
  for (const text of ["", newPairingToken(), newApiKey(), shop.api_key, "pgp_"]) {
    expect(await findOfferMerchant(gateway, text)).toBeNull();
  }
});

test("the database does not contain the token", async () => {
  const { pairing_token } = await offer();
  const [row] = await database.sql<{ everything: string }[]>`
    select json_agg(pairing_offers)::text as everything from pairing_offers`;
  expect(row?.everything).not.toContain(pairing_token);
});
