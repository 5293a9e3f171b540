import { setTimeout } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague } from "../../testing/dashboard.ts";
import {
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { audited, listAuditEntries, operatorCli, type Actor } from "./audit.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";

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

const person: Actor = {
  actor: "merchant",
  session_id: randomUUID(),
  person_id: null,
  client_address: "203.0.113.7",
  user_agent: "Browser/1",
};

const entries = async (merchant_id = shop.merchant_id) =>
  (await listAuditEntries(gateway, { merchant_id, per_page: 20 })).items;

const rename = (name: string, actor: Actor = person) =>
  audited(
    gateway,
    actor,
    ({ sql }) =>
      sql`update merchants set merchant_name = ${name} where merchant_id = ${shop.merchant_id}`,
    () => ({ merchant_id: shop.merchant_id, action: "merchant.changed", details: { name } }),
  );

test("an entry names the person, the action and the address", async () => {
  await rename("New name");
  await rename("Newer name", operatorCli);
  expect(await entries()).toMatchObject([
    {
      actor: "operator_cli",
      client_address: null,
      user_agent: null,
      details: { name: "Newer name" },
    },
    {
      actor: "merchant",
      client_address: "203.0.113.7",
      user_agent: "Browser/1",
      action: "merchant.changed",
      object_id: null,
      details: { name: "New name" },
    },
  ]);
});

test("an entry names the person of the team", async () => {
  const budi = await colleague(gateway, shop, "finance");
  await rename("By Budi", budi.actor);
  await database.sql`update people set person_name = 'Budi S.' where role = 'finance'`;
  expect(await entries()).toMatchObject([
    { person_name: "Budi S.", details: { name: "By Budi" } },
    { person_name: "Budi S.", action: "session.opened" },
  ]);
});

test("an entry without a team member names none", async () => {
  await rename("Without a person");
  await rename("By the operator", operatorCli);
  expect(await entries()).toMatchObject([{ person_name: null }, { person_name: null }]);
});

test("a failed change leaves no entry, and a failed entry no change", async () => {
  const name = async () => {
    const [row] = await database.sql<{ merchant_name: string }[]>`
      select merchant_name from merchants where merchant_id = ${shop.merchant_id}`;
    return row?.merchant_name;
  };
  const before = await name();
  const failing = audited(
    gateway,
    person,
    async () => {
      throw new Error("failed");
    },
    () => ({ merchant_id: shop.merchant_id, action: "merchant.changed" }),
  );
  await expect(failing).rejects.toThrow("failed");
  const unknownMerchant = audited(
    gateway,
    person,
    ({ sql }) =>
      sql`update merchants set merchant_name = 'x' where merchant_id = ${shop.merchant_id}`,
    () => ({ merchant_id: randomUUID(), action: "merchant.changed" }),
  );
  await expect(unknownMerchant).rejects.toThrow("audit_entries_merchant_id_fkey");
  expect(await name()).toBe(before);
  expect(await entries()).toEqual([]);
});

test("an announcement after a commit waits for that commit", async () => {
  const payment = await pendingPayment(gateway, shop);
  const told: string[] = [];
  const wakes = gateway.wakes;
  gateway.announcePayments = (payments) =>
    void told.push(...payments.map((one) => one.payment_code));
  await audited(
    gateway,
    person,
    async (inside) => {
      await cancelPayment(inside, { merchant_id: shop.merchant_id, ...payment });
      expect([gateway.wakes, told]).toEqual([wakes, []]);
    },
    () => ({ merchant_id: shop.merchant_id, action: "payment.cancelled" }),
  );
  expect([gateway.wakes, told]).toEqual([wakes + 1, [payment.payment_code]]);
  const { payment_status } = await readPayment(gateway, {
    merchant_id: shop.merchant_id,
    ...payment,
  });
  expect(payment_status).toBe("CANCELLED");
});

test.each([
  ["changed", "update audit_entries set action = 'session.opened'"],
  ["removed", "delete from audit_entries"],
  ["swept away", "truncate audit_entries"],
])("no entry can be %s", async (_what, statement) => {
  await rename("New name");
  const refusal = await database.sql.unsafe(statement).catch((cause: unknown) => cause);
  expect(violatedConstraint(refusal)).toBe("audit_entries_are_only_added");
  expect(await entries()).toHaveLength(1);
});

test("the list runs from newest to oldest, each entry once, for one merchant", async () => {
  const otherMerchant = await shopWithAccount(gateway);
  for (const number of [1, 2, 3, 4, 5]) {
    await rename(`Name ${number}`);
    await setTimeout(2); // entries of the same millisecond would have no order
  }
  const walked: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAuditEntries(gateway, {
      merchant_id: shop.merchant_id,
      per_page: 2,
      cursor,
    });
    walked.push(...page.items.map(({ details }) => details?.["name"]));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(walked).toEqual(["Name 5", "Name 4", "Name 3", "Name 2", "Name 1"]);
  expect(await entries(otherMerchant.merchant_id)).toEqual([]);
});

test.each(["", "1", "x".repeat(36), "019aa5f0-2222-7000-8000-00000000000g"])(
  "an invalid cursor is refused: %j",
  async (cursor) => {
    const list = listAuditEntries(gateway, { merchant_id: shop.merchant_id, per_page: 2, cursor });
    await expect(list).rejects.toMatchObject({ code: "validation_error" });
  },
);
