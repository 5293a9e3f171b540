import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague, refreshed } from "../../testing/dashboard.ts";
import {
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import type { Role } from "../../contract/dashboard/roles.ts";
import { createMerchant } from "../merchants/merchants.ts";
import { matchPayment } from "../mutations/matching.ts";
import { readPayment } from "../payments/payments.ts";
import { findSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { enableTotp, verifyTotpCode } from "./totp.ts";

/** Tests the database's rules for a merchant's team, which no program can break. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const codeOf = (secret: string) => currentTotpCode(secret, Date.now());

const client = { client_address: "203.0.113.7", user_agent: "Browser/1" };

const enter = (email: string, password: string) =>
  signIn(gateway, { email, password, totp_code: null, recovery_code: null }, client);

const stepDown = (person_id: string) =>
  database.sql`update people set role = 'viewer' where person_id = ${person_id}`;

const leave = (person_id: string) =>
  database.sql`
    update people set left_at = now(), password_hash = null where person_id = ${person_id}
  `;

const owners = async () =>
  (
    await database.sql<{ person_id: string }[]>`
      select person_id from people
      where merchant_id = ${shop.merchant_id} and role = 'owner' and left_at is null
    `
  ).map(({ person_id }) => person_id);

const addressOfMerchant = async () => {
  const [row] = await database.sql<{ email: string }[]>`
    select email from merchants where merchant_id = ${shop.merchant_id}
  `;
  return row?.email;
};

test("the opener of an account is its owner and signs in with the merchant's address", async () => {
  const { session } = await enter(shop.email, shop.password);
  expect(session.person).toMatchObject({ person_id: shop.merchant_id, role: "owner" });
});

test("a session has its person's current role", async () => {
  const cashier = await colleague(gateway, shop, "cashier");
  expect((await refreshed(gateway, cashier)).person).toEqual(cashier.session.person);
  await database.sql`
    update people set role = 'viewer' where person_id = ${cashier.session.person.person_id}
  `;
  expect((await refreshed(gateway, cashier)).person.role).toBe("viewer");
});

test("a forgotten session of a previous member is refused, too", async () => {
  const finance = await colleague(gateway, shop, "finance");
  await leave(finance.session.person.person_id);
  expect(await findSession(gateway, finance.token)).toBeNull();
});

describe("a team", () => {
  test("keeps its only owner, who can neither leave nor step down", async () => {
    await colleague(gateway, shop, "finance");
    await expect(leave(shop.merchant_id)).rejects.toThrow("would have no owner");
    await expect(stepDown(shop.merchant_id)).rejects.toThrow("would have no owner");
    expect(await owners()).toEqual([shop.merchant_id]);
  });

  test("keeps one of two owners who leave or step down simultaneously", async () => {
    const others = await Promise.all([1, 2, 3].map(() => colleague(gateway, shop, "owner")));
    const all = [shop.merchant_id, ...others.map(({ session }) => session.person.person_id)];
    const attempts = await Promise.allSettled(
      all.map((person_id, index) => (index % 2 ? leave : stepDown)(person_id)),
    );
    expect(attempts.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await owners()).toHaveLength(1);
  });

  test("does not count another merchant's owner", async () => {
    await shopWithAccount(gateway);
    await expect(leave(shop.merchant_id)).rejects.toThrow("would have no owner");
  });
});

describe("an email address", () => {
  test("belongs to one person of the gateway, in any spelling", async () => {
    const { session } = await colleague(gateway, shop, "viewer");
    const taken = createMerchant(gateway, { name: "Lain", email: session.email.toUpperCase() });
    await expect(taken).rejects.toThrow("already registered");
  });

  test("of a previous member can be used again", async () => {
    const { session } = await colleague(gateway, shop, "viewer");
    await leave(session.person.person_id);
    await createMerchant(gateway, { name: "Lain", email: session.email });
  });

  test("of the merchant is that of its first remaining owner", async () => {
    const { session } = await colleague(gateway, shop, "owner");
    await leave(shop.merchant_id);
    expect(await addressOfMerchant()).toBe(session.email);
    await createMerchant(gateway, { name: "Lain", email: shop.email });
  });
});

describe("a code sent with the merchant's API key", () => {
  const enrolled = async (role: Role) => {
    const { session } = await colleague(gateway, shop, role);
    const { secret } = await enableTotp(gateway, shop.merchant_id, session.email);
    return { secret, ...session.person };
  };
  const verify = (code: string) => verifyTotpCode(gateway, { merchant_id: shop.merchant_id, code });

  test("counts if its person can match payments in the dashboard", async () => {
    const people = await Promise.all([enrolled("owner"), enrolled("finance")]);
    for (const { secret, person_id } of people) {
      expect(await verify(codeOf(secret))).toMatchObject({ person_id });
    }
  });

  test.each(["cashier", "developer", "viewer"] as const)(
    "does not count for a %s",
    async (role) => {
      const { secret } = await enrolled(role);
      await expect(verify(codeOf(secret))).rejects.toMatchObject({ code: "totp_not_enabled" });
      await enrolled("finance");
      await expect(verify(codeOf(secret))).rejects.toMatchObject({ code: "invalid totp code" });
    },
  );

  test("does not count after its person leaves or changes role", async () => {
    const [left, demoted] = await Promise.all([enrolled("finance"), enrolled("finance")]);
    await leave(left.person_id);
    await stepDown(demoted.person_id);
    await expect(verify(codeOf(left.secret))).rejects.toMatchObject({ code: "totp_not_enabled" });
    await expect(verify(codeOf(demoted.secret))).rejects.toMatchObject({
      code: "totp_not_enabled",
    });
  });

  test("can be guessed five times in total, for any number of people with an app", async () => {
    const people = await Promise.all([enrolled("owner"), enrolled("finance"), enrolled("finance")]);
    const right = new Set(people.map(({ secret }) => codeOf(secret)));
    const wrong = ["000000", "111111", "222222", "333333"].find((code) => !right.has(code)) ?? "";
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => verify(wrong)));
    const codes = guesses.map((guess) => guess.status === "rejected" && guess.reason.code);
    expect(codes.filter((code) => code === "invalid totp code")).toHaveLength(5);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(15);
  });

  test("is used up for its person only", async () => {
    const [siti, budi] = await Promise.all([enrolled("finance"), enrolled("finance")]);
    const { payment_code } = await pendingPayment(gateway, shop);
    const match = (totp_code: string, code: string) =>
      matchPayment(gateway, {
        merchant_id: shop.merchant_id,
        payment_code: code,
        mutation_id: null,
        totp_code,
      });
    await match(codeOf(siti.secret), payment_code);
    const another = await pendingPayment(gateway, shop);
    await expect(match(codeOf(siti.secret), another.payment_code)).rejects.toMatchObject({
      code: "invalid totp code",
    });
    expect(
      (await readPayment(gateway, { ...another, merchant_id: shop.merchant_id })).payment_status,
    ).toBe("PENDING");
    await match(codeOf(budi.secret), another.payment_code);
  });
});
