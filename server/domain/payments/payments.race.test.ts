import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayError } from "../../contract/errors.ts";
import { connect, type Sql } from "../../db/client.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import {
  approvedDevice,
  paymentInput,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
  tryCreate,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { matchPayment } from "../mutations/matching.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import {
  cancelPayment,
  createPayments,
  expirePayments,
  readPayment,
  listPayments,
} from "./payments.ts";
import { enableTotp } from "../access/totp.ts";

/** Races with real concurrency between two clients, as between two server processes on one database. */

let database: TestDatabase;
let otherSql: Sql;
let gateways: [TestGateway, TestGateway];

beforeAll(async () => {
  database = await createTestDatabase();
  otherSql = connect(database.url, { statementMilliseconds });
  gateways = [testGateway(database.sql), testGateway(otherSql)];
});
afterAll(async () => {
  await otherSql.end();
  await database.drop();
});

const codeOf = (outcome: unknown): string =>
  outcome instanceof GatewayError ? outcome.code : "ok";

const settle = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "ok";
  } catch (cause) {
    return codeOf(cause);
  }
};

const tally = (outcomes: string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((name) => [name, outcomes.filter((one) => one === name).length]),
  );

test("1,000 parallel creates of one amount on one account give 999 totals and one conflict", async () => {
  const shop = await shopWithAccount(gateways[0], { account_quota: 1 });
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const [outcome] = await createPayments(gateways[index % 2] as TestGateway, [
        { merchant_id: shop.merchant_id, input: paymentInput(shop) },
      ]);
      return outcome;
    }),
  );
  expect(tally(outcomes.map(codeOf))).toEqual({ ok: 999, unique_amount_conflict: 1 });
  const totals = outcomes.flatMap((outcome) =>
    outcome && "payment_total" in outcome ? [outcome.payment_total] : [],
  );
  expect(new Set(totals).size).toBe(999);
  const [account] = await listAccounts(gateways[0], shop.merchant_id);
  expect(account?.account_quota).toBe(0);
  const { pagination } = await listPayments(gateways[0], { ...shop, page: 1, per_page: 1 });
  expect(pagination.total).toBe(999);
});

test("50 parallel creates with one code give one payment and take one unit of quota", async () => {
  const shop = await shopWithAccount(gateways[0], { account_quota: 7 });
  const input = paymentInput(shop);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      createPayments(gateways[index % 2] as TestGateway, [
        { merchant_id: shop.merchant_id, input },
      ]),
    ),
  );
  expect(tally(outcomes.flat().map(codeOf))).toEqual({ ok: 1, payment_code_conflict: 49 });
  const [account] = await listAccounts(gateways[0], shop.merchant_id);
  expect(account?.account_quota).toBe(6);
});

test("batches of several merchants at once neither deadlock nor leave gaps in the numbers", async () => {
  const random = randomFrom("batches of several merchants");
  const shops: Shop[] = [];
  for (let index = 0; index < 6; index++) shops.push(await shopWithAccount(gateways[0]));
  const batches = Array.from({ length: 60 }, (_, index) =>
    createPayments(
      gateways[index % 2] as TestGateway,
      Array.from({ length: 10 }, () => {
        const shop = shops[Math.floor(random() * shops.length)] as Shop;
        return {
          merchant_id: shop.merchant_id,
          input: paymentInput(shop, { payment_amount: 5000 }),
        };
      }),
    ),
  );
  expect(tally((await Promise.all(batches)).flat().map(codeOf))).toEqual({ ok: 600 });
  const gaps = await database.sql`
    select counter.merchant_id
    from payment_counters counter
    join payments using (merchant_id)
    group by counter.merchant_id, counter.payment_count
    having count(*) <> counter.payment_count or max(payment_number) <> counter.payment_count
  `;
  expect([...gaps]).toEqual([]);
});

test("cancel, match, expiry and manual match at once on 200 payments have one winner each", async () => {
  const random = randomFrom("one winner each");
  const winners = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const lane = await raceLane(random);
      const won: string[] = [];
      for (let round = 0; round < 50; round++) won.push(await lane());
      return won;
    }),
  );
  console.log("winners of 200 races:", tally(winners.flat()));
});

/** One merchant's races. Each call creates a payment, lets four contenders try to end it, and returns the winner. */
async function raceLane(random: () => number): Promise<() => Promise<string>> {
  const [gateway, otherGateway] = gateways;
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const { secret } = await enableTotp(gateway, shop.merchant_id);

  /**
   * Creates a payment with a near deadline. On a busy machine, the create can come after the deadline, and is then
   * repeated with a later one.
   */
  const paymentThatEndsSoon = async (milliseconds = 150) => {
    const deadline = Date.now() + milliseconds;
    const payment = await tryCreate(gateway, shop, {
      payment_webhook_url: "http://127.0.0.1:2/hook",
      payment_expired_at: new Date(deadline).toISOString(),
    });
    if (payment === "invalid_expired_at") return paymentThatEndsSoon(milliseconds * 2);
    if (typeof payment === "string") throw new Error(`the create was refused: ${payment}`);
    return { deadline, payment };
  };

  return async () => {
    const { deadline, payment } = await paymentThatEndsSoon();
    const { merchant_id } = shop;
    const { payment_code } = payment;
    const contenders = {
      cancel: () => cancelPayment(otherGateway, { merchant_id, payment_code }),
      match: () => reportTransfer(gateway, device, payment.payment_total),
      expire: () => expirePayments(otherGateway, 10),
      manual: () =>
        matchPayment(gateway, {
          merchant_id,
          payment_code,
          mutation_id: null,
          totp_code: currentTotpCode(secret),
        }),
    };
    const results: Record<string, unknown> = {};
    await Promise.all(
      Object.entries(contenders).map(async ([name, act]) => {
        // The time is near the deadline and mostly before it, so that the expiry job does not always win.
        await until(deadline - 6 + random() * 8);
        results[name] = await act().catch(codeOf);
      }),
    );
    await until(deadline + 2);
    await expirePayments(gateway, 100);

    const final = await readPayment(gateway, { merchant_id, payment_code });
    const report = results["match"] as { matched_payment_code: string | null };
    const isMatched = report.matched_payment_code !== null && !final.is_manual_match;
    const isManual = results["manual"] === undefined;
    const isCancelled = results["cancel"] === undefined;
    expect([isMatched, isManual, isCancelled].filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(final.payment_status).toBe(
      isCancelled ? "CANCELLED" : isMatched || isManual ? "PAID" : "EXPIRED",
    );
    expect(final.is_manual_match).toBe(isManual);
    if (!isCancelled) expect(results["cancel"]).toBe("payment_not_cancellable");
    if (!isManual) expect(results["manual"]).toBe("not_found");
    const [owed] = await database.sql<{ events: number }[]>`
      select count(*) as events
      from webhook_deliveries
      join payments using (merchant_id, payment_number)
      where payment_id = ${payment.payment_id}
    `;
    expect(owed?.events).toBe(final.payment_status === "PAID" ? 1 : 0);
    // The next race needs an unused code.
    await database.sql`update authenticators set last_step = null where merchant_id = ${merchant_id}`;
    return isManual ? "manual match" : final.payment_status;
  };
}

async function until(time: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())));
}

test("one notification sent 100 times in parallel is one mutation and one paid payment", async () => {
  const shop = await shopWithAccount(gateways[0]);
  const device = await approvedDevice(gateways[0], shop);
  const payment = await pendingPayment(gateways[0], shop);
  const notification = transferNotification(payment.payment_total);
  const reports = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      reportNotifications(gateways[index % 2] as TestGateway, device, [notification]),
    ),
  );
  const outcomes = reports.flat();
  expect(tally(outcomes.map(({ outcome }) => outcome))).toEqual({ recorded: 1, duplicate: 99 });
  expect(new Set(outcomes.map(({ mutation_id }) => mutation_id)).size).toBe(1);
  expect(new Set(outcomes.map((one) => one.matched_payment_code))).toEqual(
    new Set([payment.payment_code]),
  );
});

test("one code used on 20 payments in parallel pays exactly one", async () => {
  const [gateway] = gateways;
  const shop = await shopWithAccount(gateway);
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  const payments = [];
  for (let index = 0; index < 20; index++) payments.push(await pendingPayment(gateway, shop));
  const totp_code = currentTotpCode(secret);
  const outcomes = await Promise.all(
    payments.map(({ payment_code }, index) =>
      settle(
        matchPayment(gateways[index % 2] as TestGateway, {
          merchant_id: shop.merchant_id,
          payment_code,
          mutation_id: null,
          totp_code,
        }),
      ),
    ),
  );
  const { ok, ...refusals } = tally(outcomes);
  expect(ok).toBe(1);
  expect(
    Object.keys(refusals).every((code) => ["invalid totp code", "rate_limited"].includes(code)),
  ).toBe(true);
});

test("parallel wrong codes all count, and at most five are checked", async () => {
  const [gateway] = gateways;
  const shop = await shopWithAccount(gateway);
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  const wrong = currentTotpCode(secret) === "000000" ? "000001" : "000000";
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () =>
      settle(
        matchPayment(gateway, {
          merchant_id: shop.merchant_id,
          payment_code: "ANY",
          mutation_id: null,
          totp_code: wrong,
        }),
      ),
    ),
  );
  expect(tally(outcomes)).toEqual({ "invalid totp code": 5, rate_limited: 35 });
});
