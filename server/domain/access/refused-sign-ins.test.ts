import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listAuditEntries } from "./audit.ts";
import { reportRefusedSignIns } from "./refused-sign-ins.ts";
import { signIn, type SignInRequest } from "./sign-in.ts";
import { enableTotp } from "./totp.ts";

const today = drawnDay("refused sign-ins");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
const begin = today("10:00").getTime();

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  await database.sql`delete from sign_in_attempts`;
  await database.sql`delete from refused_sign_ins`;
  gateway.setClock(new Date(begin));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

function enter(fields: Partial<SignInRequest> = {}, client_address = "198.51.100.7") {
  const request = { email: shop.email, password: shop.password, totp_code: null };
  return signIn(
    gateway,
    { ...request, recovery_code: null, ...fields },
    { client_address, user_agent: "Stranger/1" },
  );
}

const guess = (client_address?: string, email = shop.email) =>
  enter({ email, password: "wrong" }, client_address).then(
    () => expect.unreachable(),
    ({ code }: { code: string }) => code,
  );

/** Returns the owner's entries after this number of seconds. */
async function refusalsAfter(seconds: number) {
  gateway.setClock(new Date(begin + seconds * 1_000));
  await reportRefusedSignIns(gateway);
  const { items } = await listAuditEntries(gateway, {
    merchant_id: shop.merchant_id,
    per_page: 50,
  });
  return items.filter(({ action }) => action === "session.refused");
}

const soon = limits.refusalsSettleSeconds;
const later = limits.refusalsReportedSeconds;

test("the owner finds the account, the network and the number of refused sign-ins", async () => {
  for (const _again of [1, 2, 3]) await guess();
  expect(await refusalsAfter(soon - 1)).toEqual([]);
  expect(await refusalsAfter(soon)).toMatchObject([
    {
      actor: "stranger",
      client_address: "198.51.100.7",
      user_agent: "Stranger/1",
      object_id: shop.merchant_id,
      details: {
        reason: "wrong",
        count: 3,
        first_refused_at: today("10:00").toISOString(),
        last_refused_at: today("10:00").toISOString(),
      },
    },
  ]);
});

test("a network has two entries an hour, which together count every checked guess", async () => {
  for (const host of [1, 2, 3]) await guess(`2001:db8:0:7::${host}`);
  await refusalsAfter(soon);
  for (const host of [4, 5]) await guess(`2001:db8:0:7::${host}`);
  expect(await refusalsAfter(soon + 60)).toHaveLength(1);
  const entries = await refusalsAfter(later);
  expect(entries.map(({ details }) => details?.["count"])).toEqual([2, 3]);
  expect(entries[0]).toMatchObject({ client_address: "2001:db8:0:7::5" });
  expect(await refusalsAfter(2 * later)).toHaveLength(2);
});

test("each network has its own entries, and each account", async () => {
  const otherMerchant = await shopWithAccount(gateway);
  await guess("198.51.100.7");
  await guess("198.51.100.8");
  await guess("198.51.100.7", otherMerchant.email);
  const entries = await refusalsAfter(soon);
  expect(new Set(entries.map(({ client_address }) => client_address))).toEqual(
    new Set(["198.51.100.7", "198.51.100.8"]),
  );
  expect(entries).toHaveLength(2);
});

test("two simultaneous jobs report a refusal once", async () => {
  await guess();
  gateway.setClock(new Date(begin + soon * 1_000));
  await Promise.all(Array.from({ length: 6 }, () => reportRefusedSignIns(gateway)));
  expect(await refusalsAfter(soon)).toHaveLength(1);
});

test("an unknown address is counted like a known one, until its hour is over", async () => {
  const rows = async () => (await database.sql`select from refused_sign_ins`).count;
  const codes = [await guess(), await guess("198.51.100.7", "nobody@example.com")];
  expect(codes).toEqual(["unauthorized", "unauthorized"]);
  expect(await rows()).toBe(2);
  await refusalsAfter(soon);
  expect(await rows()).toBe(2);
  await refusalsAfter(later);
  expect(await rows()).toBe(0);
});

test("many unknown addresses delay no owner, and are all forgotten", async () => {
  await database.sql`
    insert into refused_sign_ins (
      subject, reason, client_address, refused_count, first_refused_at, last_refused_at
    )
    select sha256(number::text::bytea), 'wrong', '198.51.100.7', 1, moment, moment
    from generate_series(1, ${2 * limits.refusalsPerReport}) number
    cross join (select ${new Date(begin - later * 1_000)}::timestamptz as moment) hour_ago
  `;
  await guess();
  expect(await refusalsAfter(soon)).toHaveLength(1);
  expect((await database.sql`select from refused_sign_ins`).count).toBe(1);
});

test("a right password without the code is recorded as code_missing, unless the person then sends the code", async () => {
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await expect(enter()).rejects.toMatchObject({ code: "unauthorized" });
  await expect(enter({}, "203.0.113.9")).rejects.toMatchObject({ code: "unauthorized" });
  await guess("203.0.113.9");
  await enter({ totp_code: currentTotpCode(secret, begin) }, "203.0.113.9");
  const entries = await refusalsAfter(soon);
  expect(
    entries.map(({ client_address, details }) => [client_address, details?.["reason"]]),
  ).toEqual(
    expect.arrayContaining([
      ["198.51.100.7", "code_missing"],
      // Wrong attempts are never taken back, because an attacker whose last guess is correct must stay visible.
      ["203.0.113.9", "wrong"],
    ]),
  );
  expect(entries).toHaveLength(2);
});
