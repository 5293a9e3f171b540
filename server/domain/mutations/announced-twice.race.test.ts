import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../../db/client.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  testGateway,
  transferNotification,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { randomFrom } from "../../testing/random.ts";
import { rematchMutations } from "./matching.ts";
import { reportNotifications } from "./mutations.ts";

/**
 * Two apps of one phone, or two phones, report each payment to two server processes at once, while a third process
 * matches again.
 */

let database: TestDatabase;
let otherSql: Sql;
let gateways: [TestGateway, TestGateway];

beforeAll(async () => {
  database = await createTestDatabase();
  otherSql = connect(database.url, { statementMilliseconds });
  // Both gateways have the same seed, so each create takes its account's first free unique amount, which is the same
  // in both.
  gateways = [database.sql, otherSql].map((sql) =>
    Object.assign(testGateway(sql), { random: () => 0.5 }),
  ) as [TestGateway, TestGateway];
});
afterAll(async () => {
  await otherSql.end();
  await database.drop();
});

const apps = ["com.gojek.gopay", "com.gojek.app"] as const;
const announced = 100;

test("two reports of one transfer pay one of two accounts with the same total", async () => {
  const random = randomFrom("announced twice");
  const [gateway, otherGateway] = gateways;
  const shop = await shopWithAccount(gateway, { channel: "GOPAY", app_package: apps[0] });
  const other = await addAccount(gateway, shop, { channel: "GOPAY", app_package: apps[1] });
  const device = await approvedDevice(gateway, shop);
  const totals: number[] = [];
  for (let index = 0; index < announced; index++) {
    const input = { payment_amount: 10_000 + index * 1000 };
    const wanted = await pendingPayment(gateway, shop, input);
    const { payment_total } = await pendingPayment(gateway, shop, {
      ...input,
      account_id: other.account_id,
    });
    expect(payment_total).toBe(wanted.payment_total);
    totals.push(payment_total);
  }

  const announce = (total: number, package_name: string, posted_at: Date, by: TestGateway) =>
    reportNotifications(by, device, [
      {
        key: "-1",
        package_name,
        title: "Transfer masuk",
        body: `Rp${total.toLocaleString("id-ID")} dari SITI & BUDI udah masuk ke GoPay kamu.`,
        posted_at: posted_at.toISOString(),
      },
    ]);
  const paid = await Promise.all(
    totals.map(async (total) => {
      const posted = Date.now();
      const [first, second] = await Promise.all([
        announce(total, apps[0], new Date(posted), gateway),
        announce(total, apps[1], new Date(posted + random() * 3000), otherGateway),
        random() < 0.2 ? rematchMutations(otherGateway) : Promise.resolve(0),
      ]);
      return [...first, ...second].filter((outcome) => outcome.matched_payment_code !== null)
        .length;
    }),
  );
  expect(await rematchMutations(gateway)).toBe(0);
  expect(paid).toEqual(totals.map(() => 1));
  const reasons = await database.sql`
    select match_reason, count(*) from mutations group by match_reason order by match_reason
  `;
  expect([...reasons]).toEqual([
    { match_reason: "announced_twice", count: announced },
    { match_reason: "matched", count: announced },
  ]);
  expect(await brokenInvariants(database.sql)).toEqual([]);
});

test("one notification reported by two phones simultaneously pays once", async () => {
  const random = randomFrom("two phones");
  const [gateway, otherGateway] = gateways;
  const shop = await shopWithAccount(gateway);
  const phones = [
    await approvedDevice(gateway, shop),
    await approvedDevice(gateway, shop),
  ] as const;
  const totals: number[] = [];
  for (let index = 0; index < announced; index++) {
    const payment = await pendingPayment(gateway, shop, { payment_amount: 10_000 + index * 1000 });
    totals.push(payment.payment_total);
  }

  const paid = await Promise.all(
    totals.map(async (total) => {
      const posted = Date.now();
      const push = (milliseconds: number) =>
        transferNotification(total, { posted_at: new Date(posted + milliseconds) });
      const [first, second] = await Promise.all([
        reportNotifications(gateway, phones[0], [push(0)]),
        reportNotifications(otherGateway, phones[1], [push((random() - 0.5) * 20_000)]),
        random() < 0.2 ? rematchMutations(otherGateway) : Promise.resolve(0),
      ]);
      return [...first, ...second].filter((outcome) => outcome.matched_payment_code !== null)
        .length;
    }),
  );
  expect(await rematchMutations(gateway)).toBe(0);
  expect(paid).toEqual(totals.map(() => 1));
  const reasons = await database.sql`
    select match_reason, count(*)
    from mutations
    where merchant_id = ${shop.merchant_id}
    group by match_reason
    order by match_reason
  `;
  expect([...reasons]).toEqual([
    { match_reason: "announced_twice", count: announced },
    { match_reason: "matched", count: announced },
  ]);
  expect(await brokenInvariants(database.sql)).toEqual([]);
});
