import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { testGateway, type TestGateway } from "../../testing/fixtures.ts";
import { createSecretBox } from "../security/secrets.ts";
import { awaitsFirstAccount, firstAccountAddress, openFirstAccount } from "./first-account.ts";
import type { Client } from "./sessions.ts";

let database: TestDatabase;
let gateway: TestGateway;

beforeEach(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterEach(() => database.drop());

const newClient = (): Client => ({ client_address: randomUUID(), user_agent: "Browser/1" });
const account = (email = "siti@toko.example") => ({
  merchant_name: "Toko Siti",
  email,
  password: "a calm lake",
});
const printedToken = async () =>
  new URL((await firstAccountAddress(gateway)) ?? "").hash.replace("#token=", "");
const open = (token: string, email?: string) =>
  openFirstAccount(gateway, { token, ...account(email) }, newClient());

test("the printed address opens the account of the gateway's owner", async () => {
  expect(await awaitsFirstAccount(gateway)).toBe(true);
  expect(await firstAccountAddress(gateway, "https://pay.example")).toMatch(
    /^https:\/\/pay\.example\/dashboard\/first-account#token=[\w-]+$/,
  );
  const { session } = await open(await printedToken());
  expect(session).toMatchObject({ merchant_name: "Toko Siti", is_operator: true });
  expect(await database.sql`select merchant_name, is_operator from merchants`).toEqual([
    { merchant_name: "Toko Siti", is_operator: true },
  ]);
  expect(await awaitsFirstAccount(gateway)).toBe(false);
  expect(await firstAccountAddress(gateway)).toBe(null);
});

test("any process's address works, until an account exists", async () => {
  const [first, second] = [await printedToken(), await printedToken()];
  expect(first).not.toBe(second);
  await open(second);
  await expect(open(first, "budi@toko.example")).rejects.toMatchObject({ code: "conflict" });
  await expect(open(second, "budi@toko.example")).rejects.toMatchObject({ code: "conflict" });
});

test("one of ten simultaneous requests opens the account", async () => {
  const token = await printedToken();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => open(token, `person-${i}@toko.example`)),
  );
  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [(result.reason as { code?: string }).code] : [],
  );
  expect(refusals).toEqual(Array.from({ length: 9 }, () => "conflict"));
  expect(await database.sql`select count(*)::int as count from merchants`).toEqual([{ count: 1 }]);
});

test.each([
  ["nothing", () => ""],
  ["a blank", () => " "],
  ["other words", () => "first account"],
  ["half of it", (token: string) => token.slice(0, token.length / 2)],
  [
    "one letter changed",
    (token: string) => `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`,
  ],
  [
    "another gateway's",
    () =>
      createSecretBox("another secret that is long enough to be one")
        .seal("first account", "first account")
        .toString("base64url"),
  ],
  [
    "another sealed value of this gateway",
    () => gateway.secrets.seal("first account", "merchant:1:totp").toString("base64url"),
  ],
])("%s opens nothing", async (_, change) => {
  const token = await printedToken();
  await expect(open(change(token))).rejects.toMatchObject({ code: "unauthorized" });
  expect(await awaitsFirstAccount(gateway)).toBe(true);
});

test("a guessable password opens nothing, and the address stays valid", async () => {
  const token = await printedToken();
  const guessable = { token, ...account(), password: "tokositi1990" };
  await expect(openFirstAccount(gateway, guessable, newClient())).rejects.toMatchObject({
    code: "validation_error",
    errors: { password: expect.stringMatching(/^must be harder to guess/) },
  });
  await open(token);
});

test("guesses of one network are counted", async () => {
  const client = newClient();
  const guess = () => openFirstAccount(gateway, { token: "x", ...account() }, client);
  const codes = new Set<string>();
  for (let attempt = 0; attempt < 200; attempt++) {
    codes.add(
      await guess().then(
        () => "opened",
        ({ code }: { code: string }) => code,
      ),
    );
    if (codes.has("rate_limited")) break;
  }
  expect([...codes]).toEqual(["unauthorized", "rate_limited"]);
});
