import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import {
  actorOf,
  clientOf,
  endOtherSessions,
  endSession,
  findSession,
  forgetEndedSessions,
  listSessions,
  nameOf,
  openSession,
} from "./sessions.ts";
import type { Person } from "./sessions.sql.ts";
import { ownerOf } from "../../testing/dashboard.ts";
import { deleteEndedSessions } from "./sessions.sql.ts";

const today = drawnDay("sessions");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
beforeEach(async () => {
  gateway.setClock(today("10:00"));
  await database.sql`delete from sessions`;
});
afterAll(() => database.drop());

const client = clientOf("203.0.113.7", "Browser/1");

const open = ({ merchant_id, email }: Shop = shop, person: Person = ownerOf({ merchant_id })) =>
  openSession(
    gateway,
    {
      merchant_id,
      merchant_name: "Toko Contoh",
      person,
      email,
      is_operator: false,
      is_two_factor_enabled: false,
    },
    { client, is_confirmed: false },
  );

const hoursLater = (hours: number) =>
  gateway.setClock(new Date(today("10:00").getTime() + hours * 3_600_000));

test("a session is found only by its cookie", async () => {
  const { token, session } = await open();
  expect(await findSession(gateway, token)).toEqual(session);
  for (const text of ["", token.slice(1), `${token}A`, "A".repeat(43), `${token.slice(1)}\u0000`]) {
    expect(await findSession(gateway, text)).toBeNull();
  }
});

test("the database does not contain the cookie's value", async () => {
  const { token } = await open();
  const [row] = await database.sql<{ everything: string }[]>`
    select json_agg(sessions)::text as everything from sessions`;
  expect(row?.everything).not.toContain(token);
});

test("a session ends twelve hours after its last use", async () => {
  const { token } = await open();
  hoursLater(11.9);
  expect(await findSession(gateway, token)).not.toBeNull();
  hoursLater(23.8);
  expect(await findSession(gateway, token)).not.toBeNull();
  hoursLater(35.9);
  expect(await findSession(gateway, token)).toBeNull();
});

test("a session ends after seven days, even if used", async () => {
  const { token } = await open();
  for (let hours = 10; hours < 7 * 24; hours += 10) {
    hoursLater(hours);
    expect(await findSession(gateway, token)).not.toBeNull();
  }
  hoursLater(7 * 24);
  expect(await findSession(gateway, token)).toBeNull();
});

test("a session's use is recorded once a minute", async () => {
  const { token, session } = await open();
  const lastUse = async () => (await listSessions(gateway, session))[0]?.last_used_at;
  gateway.setClock(today("10:00:59"));
  await findSession(gateway, token);
  expect(await lastUse()).toBe(today("10:00").toISOString());
  gateway.setClock(today("10:01"));
  await findSession(gateway, token);
  expect(await lastUse()).toBe(today("10:01").toISOString());
});

test("the list shows the person's open sessions, the last used first", async () => {
  const otherMerchant = await shopWithAccount(gateway);
  await open(otherMerchant);
  const ended = await open();
  hoursLater(13);
  const here = await open();
  hoursLater(14);
  const elsewhere = await open();
  expect(
    (await listSessions(gateway, here.session)).map((one) => [one.session_id, one.is_current]),
  ).toEqual([
    [elsewhere.session.session_id, false],
    [here.session.session_id, true],
  ]);
  expect(await findSession(gateway, ended.token)).toBeNull();
});

test("a person has at most fifty sessions, and a new one replaces the longest unused one", async () => {
  const first = await open();
  for (let minute = 1; minute <= 50; minute += 1) {
    hoursLater(minute / 60);
    await open();
  }
  const sessions = await listSessions(gateway, first.session);
  expect(sessions).toHaveLength(50);
  expect(await findSession(gateway, first.token)).toBeNull();
});

test("an ended session stops working at once, and another merchant's cannot be ended", async () => {
  const otherMerchant = await shopWithAccount(gateway);
  const foreign = await open(otherMerchant);
  const here = await open();
  const actor = actorOf(here.session, client);
  const { session_id } = here.session;
  const person = nameOf(here.session);
  const foreignId = foreign.session.session_id;
  await expect(endSession(gateway, actor, { ...person, session_id: foreignId })).rejects.toThrow(
    "Session not found",
  );
  await expect(endSession(gateway, actor, { ...person, session_id: randomUUID() })).rejects.toThrow(
    "Session not found",
  );
  await endSession(gateway, actor, { ...person, session_id });
  expect(await findSession(gateway, here.token)).toBeNull();
  expect(await findSession(gateway, foreign.token)).not.toBeNull();
});

test("ending all other sessions keeps the current one and every other merchant's", async () => {
  const foreign = await open(await shopWithAccount(gateway));
  const here = await open();
  const elsewhere = await open();
  await endOtherSessions(gateway, actorOf(here.session, client), here.session);
  expect(await findSession(gateway, elsewhere.token)).toBeNull();
  expect(await findSession(gateway, here.token)).not.toBeNull();
  expect(await findSession(gateway, foreign.token)).not.toBeNull();
});

test("ended sessions are deleted", async () => {
  await open();
  hoursLater(12);
  await open();
  await forgetEndedSessions(gateway);
  const [row] = await database.sql<{ count: number }[]>`select count(*) from sessions`;
  expect(row?.count).toBe(1);
});

test("ended sessions are deleted in batches, for any number of them", async () => {
  const { session } = await open();
  const longAgo = today("10:00", -365);
  await database.sql`
    insert into sessions (
      merchant_id, person_id, session_id, token_hash, client_address, user_agent, created_at, last_used_at
    )
    select
      ${shop.merchant_id}, ${shop.merchant_id}, gen_random_uuid(), sha256(number::text::bytea), '203.0.113.7', null,
      ${longAgo}, ${longAgo}
    from generate_series(1, 2500) number
  `;
  const bounds = { at: gateway.now(), limit: 300 };
  expect(await deleteEndedSessions(database.sql, bounds)).toBe(300);
  await forgetEndedSessions(gateway);
  const left = await database.sql`select session_id from sessions`;
  expect([...left]).toEqual([{ session_id: session.session_id }]);
});

test("a browser's description is shortened and well-formed", () => {
  expect(clientOf("::1", undefined)).toEqual({ client_address: "::1", user_agent: null });
  expect(clientOf("::1", `${"x".repeat(254)}\u{1f600}`).user_agent?.isWellFormed()).toBe(true);
});
