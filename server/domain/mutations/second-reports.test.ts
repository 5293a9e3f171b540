import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../contract/payments.ts";
import { asSql, connect, type Sql } from "../../db/client.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  mailReport,
  pendingPayment,
  shopWithAccount,
  testGateway,
  transferNotification,
  watchingMailbox,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { enableTotp } from "../access/totp.ts";
import type { Device } from "../sources/devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import { reopenTransfer, separateTransfer, setTransferAside, tieTransfer } from "./ledgers.ts";
import { matchConfirmedPayment, matchPayment, rematchMutations } from "./matching.ts";
import { recordReports, reportNotifications } from "./mutations.ts";

/**
 * Tests that a transfer which two phones report, and which people match manually, pays only one invoice through
 * either report.
 */

const today = drawnDay("second reports");

let database: TestDatabase;
let otherSql: Sql;
let gateway: TestGateway;
let otherGateway: TestGateway;
let shop: Shop;
let phones: [Device, Device];

beforeAll(async () => {
  database = await createTestDatabase();
  otherSql = connect(database.url, { statementMilliseconds });
  gateway = testGateway(database.sql);
  otherGateway = testGateway(otherSql);
});
beforeEach(async () => {
  gateway.setClock(today("08:00"));
  otherGateway.setClock(today("08:00"));
  shop = await shopWithAccount(gateway);
  phones = [await approvedDevice(gateway, shop), await approvedDevice(gateway, shop)];
});
afterAll(async () => {
  await otherSql.end();
  await database.drop();
});

async function reported(phone: Device, total: number, seconds = 0): Promise<string> {
  const posted_at = new Date((gateway.now() as Date).getTime() + seconds * 1000);
  const [outcome] = await reportNotifications(gateway, phone, [
    transferNotification(total, { posted_at }),
  ]);
  return outcome?.mutation_id as string;
}

/** A transfer that both phones have reported. No invoice has its total. */
const reportedTwice = async (total = 77_000): Promise<[string, string]> => [
  await reported(phones[0], total),
  await reported(phones[1], total, 2),
];

const nameOf = ({ payment_code }: Payment) => ({ merchant_id: shop.merchant_id, payment_code });

const match = (payment: Payment, mutation_id: string, by: Gateway = gateway) =>
  matchConfirmedPayment(by, { ...nameOf(payment), mutation_id });

const statusOf = async (payment: Payment) =>
  (await readPayment(gateway, nameOf(payment))).payment_status;

/** Each decision is its own transaction, as in every caller. */
const decided = <Result>(decide: (inside: Gateway) => Promise<Result>): Promise<Result> =>
  database.sql.begin((tx) => decide({ ...gateway, sql: asSql(tx) })) as Promise<Result>;

const separate = (mutation_id: string, other_mutation_id: string) =>
  decided((inside) =>
    separateTransfer(inside, { merchant_id: shop.merchant_id, mutation_id, other_mutation_id }),
  );

const tie = (payment: Payment, mutation_id: string, outcome: "part" | "keep") =>
  decided((inside) =>
    tieTransfer(inside, { ...nameOf(payment), mutation_id, outcome, refund: null }),
  );

async function reasonOf(mutation_id: string) {
  const [row] = await database.sql<{ match_reason: string; announced_by: string | null }[]>`
    select report.match_reason, other.mutation_id as announced_by
    from mutations report
    left join mutations other
      on other.merchant_id = report.merchant_id
      and other.mutation_number = report.announced_by_number
    where report.mutation_id = ${mutation_id}
  `;
  return row;
}

const notFound = { code: "not_found" };

describe("for two reports of one transfer,", () => {
  test("the second cannot be matched manually after the first has paid automatically", async () => {
    const paid = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop);
    const [first, second] = await reportedTwice(paid.payment_total);
    await expect(match(other, second)).rejects.toMatchObject(notFound);
    expect(await statusOf(other)).toBe("PENDING");
    expect(await reasonOf(second)).toEqual({
      match_reason: "announced_twice",
      announced_by: first,
    });
  });

  test("the API answers not_found for the second, and its code is not used up", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const paid = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop);
    const [, second] = await reportedTwice(paid.payment_total);
    const totp_code = currentTotpCode(secret, gateway.now()?.getTime());
    await expect(
      matchPayment(gateway, { ...nameOf(other), mutation_id: second, totp_code }),
    ).rejects.toMatchObject(notFound);
    await matchPayment(gateway, { ...nameOf(other), mutation_id: null, totp_code });
    expect(await statusOf(other)).toBe("PAID");
  });

  test.each([
    ["first", 0, 1],
    ["second", 1, 0],
  ] as const)("the other pays nothing after the %s was matched manually", async (_, one, other) => {
    const [payment, another] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const reports = await reportedTwice();
    await match(payment, reports[one]);
    await expect(match(another, reports[other])).rejects.toMatchObject(notFound);
    await expect(tie(another, reports[other], "part")).rejects.toMatchObject(notFound);
    expect(await reasonOf(reports[other])).toEqual({
      match_reason: "announced_twice",
      announced_by: reports[one],
    });
  });

  test("the first pays no invoice automatically after a manual match of the second", async () => {
    // The total of the account's next invoice is known if the unique amounts follow the seed.
    const seeded = Object.assign(testGateway(database.sql), { random: () => 0.5 });
    seeded.setClock(today("08:00"));
    const { payment_total } = await pendingPayment(seeded, await shopWithAccount(seeded));
    const other = await pendingPayment(gateway, shop, { payment_amount: 33_000 });
    const [, second] = await reportedTwice(payment_total);
    await match(other, second);
    const exact = await pendingPayment(seeded, shop);
    expect(exact.payment_total).toBe(payment_total);
    expect(await rematchMutations(gateway)).toBe(0);
    expect(await statusOf(exact)).toBe("PENDING");
  });

  test.each(["part", "not ours"])("the second pays nothing after the first is %s", async (what) => {
    const [part, another] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const [first, second] = await reportedTwice();
    await (what === "part"
      ? tie(part, first, "part")
      : decided((inside) =>
          setTransferAside(inside, {
            merchant_id: shop.merchant_id,
            mutation_id: first,
            refund: null,
          }),
        ));
    await expect(match(another, second)).rejects.toMatchObject(notFound);
    // After the decision is undone, the money is free again, once.
    await decided((inside) =>
      reopenTransfer(inside, { merchant_id: shop.merchant_id, mutation_id: first }),
    );
    await match(another, second);
    await expect(tie(part, first, "part")).rejects.toMatchObject(notFound);
  });

  test("the second pays nothing after the first paid an invoice that has ended", async () => {
    const ended = await pendingPayment(gateway, shop);
    const another = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, nameOf(ended));
    const [first, second] = await reportedTwice(ended.payment_total);
    await tie(ended, first, "keep");
    await expect(match(another, second)).rejects.toMatchObject(notFound);
  });

  test("one pays if two people match both simultaneously, in two processes", async () => {
    for (let round = 0; round < 10; round++) {
      const payments = [
        await pendingPayment(gateway, shop),
        await pendingPayment(gateway, shop),
      ] as const;
      const [first, second] = await reportedTwice(50_000 + round * 1000);
      const outcomes = await Promise.allSettled([
        match(payments[0], first),
        match(payments[1], second, otherGateway),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect((await Promise.all(payments.map(statusOf))).toSorted()).toEqual(["PAID", "PENDING"]);
    }
  });
});

describe("two reports separated by a person", () => {
  test("both pay, and never count as one again", async () => {
    const paid = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop);
    const [first, second] = await reportedTwice(paid.payment_total);
    expect(await separate(second, first)).toBe(true);
    expect(await reasonOf(second)).toEqual({ match_reason: "second_payment", announced_by: null });
    expect(await separate(second, first)).toBe(false);
    await rematchMutations(gateway);
    expect((await reasonOf(second))?.match_reason).toBe("second_payment");
    await match(other, second);
    expect(await statusOf(other)).toBe("PAID");
  });

  test("do not let the open first one count as a report of the second", async () => {
    const [first, second] = await reportedTwice();
    await separate(second, first);
    await match(await pendingPayment(gateway, shop), second);
    await match(await pendingPayment(gateway, shop), first);
    const reasons = [await reasonOf(first), await reasonOf(second)];
    expect(reasons.map((reason) => reason?.match_reason)).toEqual([
      "matched_by_hand",
      "matched_by_hand",
    ]);
  });

  test("require the report that currently stands for both, of the same merchant", async () => {
    const [first, second] = await reportedTwice();
    const alone = await reported(phones[0], 99_000);
    const stale = { reason: { code: "not_announced_twice" } };
    await expect(separate(first, second)).rejects.toMatchObject(stale);
    await expect(separate(second, alone)).rejects.toMatchObject(stale);
    await expect(separate(alone, first)).rejects.toMatchObject(stale);
    const stranger = await shopWithAccount(gateway);
    await expect(
      decided((inside) =>
        separateTransfer(inside, {
          merchant_id: stranger.merchant_id,
          mutation_id: second,
          other_mutation_id: first,
        }),
      ),
    ).rejects.toMatchObject(notFound);
    await match(await pendingPayment(gateway, shop), second);
    // The page that was opened earlier still names the first report.
    await expect(separate(second, first)).rejects.toMatchObject(stale);
  });

  test("a formerly matched pair breaks a rule until a person separates it", async () => {
    const paid = await pendingPayment(gateway, shop);
    const other = await pendingPayment(gateway, shop);
    const [first, second] = await reportedTwice(paid.payment_total);
    // The previous release could write this state.
    await database.sql`
      update mutations set match_reason = 'no_such_total', announced_by_number = null
      where mutation_id = ${second}
    `;
    await match(other, second);
    expect(await brokenInvariants(database.sql)).toEqual([
      `only one of two reports of a transfer has paid: ${JSON.stringify({ mutation_id: second, other_mutation_id: first })}`,
    ]);
    await separate(second, first);
  });
});

describe("an email about the transfer that a phone has reported", () => {
  const mailed = async (amount: number, seconds: number) => {
    const posted_at = new Date((gateway.now() as Date).getTime() + seconds * 1000);
    const report = mailReport(await watchingMailbox(gateway, shop, [shop]), { amount, posted_at });
    const [rows] = await recordReports(gateway, [report]);
    return rows?.[0]?.mutation_id as string;
  };

  test("is a proof of it, also hours after the invoice was paid", async () => {
    const paid = await pendingPayment(gateway, shop);
    const at = gateway.now() as Date;
    const first = await reported(phones[0], paid.payment_total);
    gateway.setClock(new Date(at.getTime() + 5 * 3_600_000));
    const second = await mailed(paid.payment_total, -5 * 3_600 + 40);
    expect(await reasonOf(second)).toEqual({
      match_reason: "announced_twice",
      announced_by: first,
    });
    await expect(match(await pendingPayment(gateway, shop), second)).rejects.toMatchObject(
      notFound,
    );
  });

  test("finds the phone's report that came just before the mailbox was connected", async () => {
    const first = await reported(phones[0], 88_000);
    const second = await mailed(88_000, 20);
    const late = await reported(phones[1], 88_000, 2);
    expect((await reasonOf(second))?.announced_by).toBe(first);
    expect((await reasonOf(late))?.announced_by).toBe(first);
  });

  test("pays an invoice of its own after a person has separated the two", async () => {
    const paid = await pendingPayment(gateway, shop);
    const first = await reported(phones[0], paid.payment_total);
    const second = await mailed(paid.payment_total, 40);
    await separate(second, first);
    expect((await reasonOf(second))?.match_reason).toBe("second_payment");
    // The phone's transfer already has its email.
    const third = await mailed(paid.payment_total, 50);
    expect((await reasonOf(third))?.announced_by).toBeNull();
    await match(await pendingPayment(gateway, shop), second);
    expect((await reasonOf(second))?.match_reason).toBe("matched_by_hand");
  });

  test.each([
    ["amount", 88_001, 20],
    ["time", 88_000, 301],
  ])("with another %s is another transfer", async (_, amount, seconds) => {
    await reported(phones[0], 88_000);
    expect((await reasonOf(await mailed(amount, seconds)))?.announced_by).toBeNull();
  });
});

describe("a phone's report that is late, because it had no network,", () => {
  const minute = 60;
  const hour = 60 * minute;

  /** Reports the email that the bank sends now. */
  const mailedBy = async (
    mailbox: Awaited<ReturnType<typeof watchingMailbox>>,
    amount: number,
    seconds = 0,
  ) => {
    const posted_at = new Date((gateway.now() as Date).getTime() + seconds * 1000);
    const [rows] = await recordReports(gateway, [mailReport(mailbox, { amount, posted_at })]);
    return rows?.[0]?.mutation_id as string;
  };
  const later = (seconds: number) =>
    gateway.setClock(new Date((gateway.now() as Date).getTime() + seconds * 1000));
  /** Creates an invoice with the released total of another one, as if no other total were free. */
  const sameTotalAgain = async (paid: Payment) => {
    const again = await pendingPayment(gateway, shop);
    await database.sql`
      update payments
      set payment_amount = ${paid.payment_amount}, payment_unique = ${paid.payment_unique},
        payment_total = ${paid.payment_total}
      where payment_code = ${again.payment_code}
    `;
    return again;
  };

  test.each([
    ["6 minutes", 6 * minute, "announced_twice"],
    ["3 hours", 3 * hour, "announced_twice"],
    ["30 hours", 30 * hour, "second_payment"],
  ])("by %s goes with the email for a day", async (_, seconds, match_reason) => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    const first = await mailedBy(mailbox, paid.payment_total);
    expect(await statusOf(paid)).toBe("PAID");
    later(seconds);
    const second = await reported(phones[0], paid.payment_total);
    const announced_by = match_reason === "announced_twice" ? first : null;
    expect(await reasonOf(second)).toEqual({ match_reason, announced_by });
    // The first phone's report belonged to this transfer.
    const third = await reported(phones[1], paid.payment_total, minute);
    expect((await reasonOf(third))?.match_reason).toBe("second_payment");
  });

  test("goes with an email that is read after it", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    later(10 * minute);
    const first = await reported(phones[0], paid.payment_total);
    const second = await mailedBy(mailbox, paid.payment_total, -9 * minute);
    expect(await statusOf(paid)).toBe("PAID");
    expect(await reasonOf(second)).toEqual({
      match_reason: "announced_twice",
      announced_by: first,
    });
  });

  test("is counted: two transfers stay two, and a third is a third", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    const mails = [await mailedBy(mailbox, paid.payment_total)];
    later(20 * minute);
    mails.push(await mailedBy(mailbox, paid.payment_total));
    expect((await reasonOf(mails[1] as string))?.match_reason).toBe("second_payment");
    later(3 * hour);
    const proofs = [
      await reasonOf(await reported(phones[0], paid.payment_total)),
      await reasonOf(await reported(phones[0], paid.payment_total, minute)),
    ];
    expect(new Set(proofs.map((proof) => proof?.announced_by))).toEqual(new Set(mails));
    const third = await reported(phones[0], paid.payment_total, 2 * minute);
    expect((await reasonOf(third))?.match_reason).toBe("second_payment");
    // The third transfer's own email proves only that transfer.
    const last = await mailedBy(mailbox, paid.payment_total, 2 * minute + 5);
    expect((await reasonOf(last))?.announced_by).toBe(third);
    const fourth = await mailedBy(mailbox, paid.payment_total, 2 * minute + 10);
    expect((await reasonOf(fourth))?.match_reason).toBe("second_payment");
  });

  test("leaves a second transfer's email alone", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    const first = await mailedBy(mailbox, paid.payment_total);
    later(3 * hour);
    const late = await reported(phones[0], paid.payment_total);
    expect((await reasonOf(late))?.announced_by).toBe(first);
    const second = await mailedBy(mailbox, paid.payment_total, 10);
    expect(await reasonOf(second)).toEqual({ match_reason: "second_payment", announced_by: null });
  });

  test("pays no later invoice of the same total, until an email or a person confirms it", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    await mailedBy(mailbox, paid.payment_total);
    later(hour);
    const again = await sameTotalAgain(paid);
    later(hour);
    const late = await reported(phones[0], paid.payment_total);
    expect(await reasonOf(late)).toEqual({ match_reason: "second_payment", announced_by: null });
    await rematchMutations(gateway);
    expect(await statusOf(again)).toBe("PENDING");
    const email = await mailedBy(mailbox, paid.payment_total, minute);
    expect(await statusOf(again)).toBe("PAID");
    expect((await reasonOf(late))?.announced_by).toBe(email);
  });

  test("can be matched with the later invoice by a person", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    await mailedBy(mailbox, paid.payment_total);
    later(hour);
    const again = await sameTotalAgain(paid);
    later(hour);
    await match(again, await reported(phones[0], paid.payment_total));
    expect(await statusOf(again)).toBe("PAID");
  });

  test("is a transfer of its own if no invoice had the amount", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    await mailedBy(mailbox, 91_000);
    later(hour);
    const second = await reported(phones[0], 91_000);
    expect(await reasonOf(second)).toEqual({ match_reason: "no_such_total", announced_by: null });
  });

  test("stays a transfer of its own after a person has separated it", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    const paid = await pendingPayment(gateway, shop);
    const first = await mailedBy(mailbox, paid.payment_total);
    later(hour);
    const second = await reported(phones[0], paid.payment_total);
    await separate(second, first);
    await rematchMutations(gateway);
    expect((await reasonOf(second))?.match_reason).toBe("second_payment");
    // The report was counted for the email's transfer.
    const third = await reported(phones[0], paid.payment_total, minute);
    expect((await reasonOf(third))?.match_reason).toBe("second_payment");
  });
});

test("after all of these tests the books are consistent", async () => {
  expect(await brokenInvariants(database.sql)).toEqual([]);
});
