import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { matchReason } from "../../contract/mutation-reasons.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { dateOf, drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { watchDevices } from "../sources/device-watch.ts";
import type { Device } from "../sources/devices.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import { explainMutation, listMutationReasons, sentencesOn } from "./mutation-reasons.ts";

const today = drawnDay("reasons of mutations");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

describe("every reason", () => {
  const facts = {
    amount_parsed: 150_347,
    currency_parsed: "USD",
    package_name: "com.bca",
    matched_payment_code: "INV-1",
    candidate_payment_code: "INV-2",
    candidate_payment_status: "CANCELLED" as const,
    came_in_time: false,
    late_because: null,
    posted_at: today("10:20"),
    created_at: today("11:00"),
    announced_by_app: "GoPay",
    source_kind: "phone" as const,
    announced_by_source: null,
    announced_by_kind: null,
    announced_by_statement: null,
  };

  test.each([
    ["this", "A source reported this transfer too"],
    ["other", "This transfer was recorded from the bank statement"],
  ] as const)("names the bank's statement (%s)", (announced_by_statement, words) => {
    const { explanation } = sentencesOn({
      ...facts,
      match_reason: "announced_twice",
      announced_by_source: "Bank statement",
      announced_by_kind: "statement",
      announced_by_statement,
    });
    expect(explanation).toContain(words);
  });

  test("names the other phone if it reported the same transfer", () => {
    const { explanation, what_to_do } = sentencesOn({
      ...facts,
      match_reason: "announced_twice",
      announced_by_source: "Till 2",
      announced_by_kind: "phone",
    });
    expect(explanation).toContain('The phone "Till 2" reported the same transfer');
    expect(what_to_do).toMatch(/^If there was one transfer, you do not have to do anything\./);
  });

  test("claims no common words for an email and a phone's report of one transfer", () => {
    const { explanation } = sentencesOn({
      ...facts,
      match_reason: "announced_twice",
      announced_by_source: "till@shop.example",
      announced_by_kind: "mailbox",
    });
    expect(explanation).toBe(
      'The mailbox "till@shop.example" reported this transfer too. It counts once, as that report.',
    );
  });

  test.each(matchReason.options)("%s is a sentence without a gap", (match_reason) => {
    const { explanation, what_to_do } = sentencesOn({ ...facts, match_reason });
    for (const text of [explanation, what_to_do ?? "Nothing."]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/null|undefined/);
    }
  });

  test("with a possible manual match names the next step, unlike a final one", () => {
    const silent = matchReason.options.filter(
      (match_reason) => sentencesOn({ ...facts, match_reason }).what_to_do === null,
    );
    expect(silent).toEqual(["matched", "matched_by_hand", "debit"]);
  });
});

async function history() {
  const payment = await pendingPayment(gateway, shop);
  const posted = Date.now();
  const report = async (amount: number, seconds: number, package_name = "com.bca") =>
    (
      await reportTransfer(gateway, device, amount, {
        package_name,
        posted_at: new Date(posted + seconds * 1000),
      })
    ).mutation_id as string;
  return {
    payment,
    matched: await report(payment.payment_total, 0),
    second: await report(payment.payment_total, 1),
    unknown: await report(42_000, 2),
    foreign: await report(43_000, 3, "id.co.bri.brimo"),
  };
}

test("the list pages by reason, newest first, with its own total", async () => {
  const { matched, second, unknown, foreign } = await history();
  const list = async (options: Partial<Parameters<typeof listMutationReasons>[1]>) => {
    const page = await listMutationReasons(gateway, {
      merchant_id: shop.merchant_id,
      page: 1,
      per_page: 2,
      only_unmatched: false,
      ...options,
    });
    return { total: page.pagination.total, ids: page.items.map(({ id }) => id) };
  };
  expect(await list({})).toEqual({ total: 4, ids: [foreign, unknown] });
  expect(await list({ page: 2 })).toEqual({ total: 4, ids: [second, matched] });
  expect(await list({ page: 3 })).toEqual({ total: 4, ids: [] });
  expect(await list({ only_unmatched: true, page: 2 })).toEqual({ total: 3, ids: [second] });
  expect(await list({ match_reason: "matched" })).toEqual({ total: 1, ids: [matched] });
  expect(await list({ match_reason: "second_payment" })).toEqual({ total: 1, ids: [second] });
  expect(await list({ match_reason: "matched", only_unmatched: true })).toEqual({
    total: 0,
    ids: [],
  });
  const otherShop = await shopWithAccount(gateway);
  expect(await list({ merchant_id: otherShop.merchant_id })).toEqual({ total: 0, ids: [] });
});

test("an explained mutation names its candidate, its rule and the window that applied", async () => {
  const { second, payment } = await history();
  const { merchant_id, mutation } = await explainMutation(gateway, second);
  expect(merchant_id).toBe(shop.merchant_id);
  expect(mutation).toMatchObject({
    id: second,
    match_reason: "second_payment",
    candidate_payment_id: payment.payment_id,
    candidate_payment_code: payment.payment_code,
    announced_by_mutation_id: null,
    explanation: `This transfer has the total of ${payment.payment_code}, which another transfer has already paid.`,
    rule: "bca_mobile.diary_income",
  });
  const windowEnd = Math.min(Date.parse(mutation.posted_at), Date.parse(mutation.created_at));
  expect(Date.parse(mutation.window_ends_at)).toBe(windowEnd + 120_000);
  expect(mutation.judged_at).toBe(mutation.created_at);
});

test.each([
  [
    "before the deadline",
    -60,
    true,
    "It arrived in time, but Tepat learned of it after the invoice had ended. The bank's message is dated",
  ],
  ["at the deadline", 0, true, "It arrived in time"],
  ["after the deadline", 60, false, "had already expired."],
])(
  "a late payment with its own time %s is described correctly",
  async (_, seconds, isInTime, words) => {
    const deadline = new Date(Date.now() + 3_600_000);
    const payment_expired_at = deadline.toISOString();
    const payment = await pendingPayment(gateway, shop, { payment_expired_at });
    const posted_at = new Date(deadline.getTime() + seconds * 1000);
    gateway.setClock(new Date(deadline.getTime() + 7_200_000));
    try {
      const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total, {
        posted_at,
      });
      const { mutation } = await explainMutation(gateway, mutation_id ?? "");
      expect(mutation).toMatchObject({ match_reason: "late_payment", came_in_time: isInTime });
      expect(mutation.explanation).toContain(words);
      expect(mutation.what_to_do).toContain("is final");
      const { payment_code } = payment;
      expect(await readPayment(gateway, { ...shop, payment_code })).toMatchObject({
        payment_status: "EXPIRED",
      });
    } finally {
      gateway.setClock(null);
    }
  },
);

test("the cause of a late report is named if known", async () => {
  const [at, date] = [today, dateOf(today())];
  const seen = async (): Promise<[string | null, string]> => {
    gateway.setClock(at("10:00"));
    const { payment_total } = await pendingPayment(gateway, shop, {
      payment_expired_at: at("10:30").toISOString(),
    });
    gateway.setClock(at("11:00"));
    const { mutation_id } = await reportTransfer(gateway, device, payment_total, {
      posted_at: at("10:20"),
    });
    const { mutation } = await explainMutation(gateway, mutation_id ?? "");
    return [mutation.late_because, mutation.explanation];
  };
  const listen = async (...times: string[]) => {
    await database.sql`delete from device_watch`;
    for (const time of times) {
      gateway.setClock(at(time));
      await watchDevices(gateway);
    }
  };
  try {
    await listen("10:00", "10:01", "10:59");
    expect(await seen()).toEqual([
      "gateway_away",
      expect.stringContaining(
        `Tepat was not running at ${date} 10:20 UTC, and learned of this transfer at ${date} 11:00 UTC.`,
      ),
    ]);
    // The gateway's first report comes before the watch's first round.
    await listen("10:00", "11:01");
    expect((await seen())[0]).toBe("gateway_away");
    for (const rounds of [["10:19"], ["11:02"], []]) {
      await listen(...rounds);
      expect(await seen()).toEqual([
        "phone_late",
        expect.stringContaining(`and the source reported it at ${date} 11:00 UTC.`),
      ]);
    }
  } finally {
    await database.sql`delete from device_watch`;
    gateway.setClock(null);
  }
});

test("a transfer to a cancelled invoice does not count as in time, with any deadline", async () => {
  const payment = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
  const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total);
  const { mutation } = await explainMutation(gateway, mutation_id ?? "");
  expect(mutation).toMatchObject({ match_reason: "late_payment", came_in_time: false });
});

test("an unknown mutation cannot be explained", async () => {
  const unknown = "018f0000-0000-7000-8000-000000000000";
  await expect(explainMutation(gateway, unknown)).rejects.toThrow(
    `There is no mutation ${unknown}.`,
  );
});
