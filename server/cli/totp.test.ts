import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyTotpCode } from "../domain/access/totp.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { colleague } from "../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop, type TestGateway } from "../testing/fixtures.ts";
import { currentTotpCode } from "../testing/totp.ts";

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const enable = () =>
  jsonOf<{ secret: string; uri: string }>(cli, "totp", "enable", "--merchant", shop.merchant_id);
const verify = (secret: string) =>
  verifyTotpCode(gateway, { merchant_id: shop.merchant_id, code: currentTotpCode(secret) });

test("totp enable prints a secret whose codes the gateway accepts", async () => {
  const printed = await enable();
  expect(Object.keys(printed)).toEqual(["secret", "uri"]);
  expect(printed.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(printed.uri);
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain(shop.email);
  expect(uri.searchParams.get("secret")).toBe(printed.secret);
  await expect(verify(printed.secret)).resolves.toMatchObject({ merchant_id: shop.merchant_id });
});

test("totp enable applies to the named team member", async () => {
  const { session } = await colleague(gateway, shop, "finance");
  const person = ["--merchant", shop.merchant_id, "--person", session.email.toUpperCase()];
  const { secret } = await jsonOf<{ secret: string }>(cli, "totp", "enable", ...person);
  expect(await verify(secret)).toMatchObject({ person_id: session.person.person_id });
  const stranger = ["--merchant", shop.merchant_id, "--person", "nobody@shop.example"];
  expect(await refusalOf(cli, "totp", "enable", ...stranger)).toContain("The team of merchant");
});

test("totp enable again replaces the secret", async () => {
  const earlier = await enable();
  const present = await enable();
  await expect(verify(earlier.secret)).rejects.toThrow("The code is wrong");
  await expect(verify(present.secret)).resolves.toMatchObject({ merchant_id: shop.merchant_id });
});

test("totp enable refuses an unknown merchant", async () => {
  const id = "018f0000-0000-7000-8000-000000000000";
  expect(await refusalOf(cli, "totp", "enable", "--merchant", id)).toContain(
    "There is no merchant",
  );
});
