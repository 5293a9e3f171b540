import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
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
import { randomSeed, seededRandom } from "../../testing/random.ts";
import { trials } from "../../testing/run-size.ts";
import type { Device } from "../sources/devices.ts";
import { matchConfirmedPayment, rematchMutations } from "./matching.ts";
import { recordReports, reportNotifications } from "./mutations.ts";
import type { TransferReport } from "./mutations.sql.ts";

/**
 * Random histories of a shop with two phones and a mailbox: real transfers of one amount, and reports that are lost,
 * repeated and reordered. A small model knows the real transfers. To draw more: SOURCE_HISTORIES=10000.
 */

const histories = Number(
  process.env["SOURCE_HISTORIES"] ?? trials({ some: 200, all: 200, more: 4_000 }),
);
const timeout = 60_000 + histories * 200;
const today = drawnDay("histories of sources");
const minute = 60_000;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phones: Device[];
let mailbox: { merchant_id: string; device_id: string };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  gateway.setClock(today("08:00"));
  shop = await shopWithAccount(gateway, { account_quota: 1_000 });
  phones = [await approvedDevice(gateway, shop), await approvedDevice(gateway, shop)];
  mailbox = await watchingMailbox(gateway, shop, [shop]);
});
afterAll(() => database.drop());

/** One report of a real transfer. */
interface Report {
  transfer: number;
  kind: "phone" | "mailbox";
  posted_at: number;
  /** Sends the report. Returns the mutation's id and the code of the invoice that it has paid. */
  send: () => Promise<{ mutation_id: string | null; matched_payment_code: string | null }>;
}

interface History {
  reports: Report[];
  /** The reports in the order of arrival, with repetitions. */
  arrivals: Report[];
  real: number;
  /** True if the total is an invoice's. */
  isInvoice: boolean;
  /** True if the phones had no network, and received the bank's pushes hours after the emails. */
  isLate: boolean;
}

const pick = <One>(random: () => number, list: readonly One[]): One =>
  list[Math.floor(random() * list.length)] as One;

function shuffled<One>(random: () => number, list: readonly One[]): One[] {
  return list
    .map((one) => ({ one, place: random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ one }) => one);
}

/**
 * Draws a history. The phones' clocks agree to the second, because the network sets both, and can be wrong by nearly
 * two minutes. The bank's email has the bank's time, half of the times in whole minutes. Two transfers of one sender
 * are 25 s apart or more. Closer ones have the same words in one push, and only the rule for two phones decides about
 * them. If the total is an invoice's, the phones' network can be away for hours.
 */
function drawHistory(
  random: () => number,
  total: number,
  { spread, isInvoice }: { spread: number; isInvoice: boolean },
): History {
  const begin = today("08:10").getTime() + Math.floor(random() * 600) * 1000;
  const isOneSender = random() < 0.5;
  const real = 1 + Math.floor(random() * 3);
  const skew = (random() * 2 - 1) * 100_000;
  const hasSeconds = random() < 0.5;
  const isCareless = random() < 0.5;
  const isLate = isInvoice && random() < 0.3;
  const delay = isLate ? (10 + random() * 600) * minute : 0;
  const reports: Report[] = [];
  for (let transfer = 0; transfer < real; transfer++) {
    const gap = isOneSender ? Math.max(25_000, spread / 3) : spread / 3;
    const at = begin + transfer * gap + Math.floor(random() * 1_000);
    const sender = isOneSender ? "SITI CONTOH" : `SENDER ${"ABC"[transfer]}`;
    for (const phone of phones) {
      if (isCareless && random() < 0.3) continue;
      const posted_at = Math.round(at + delay + skew + (random() * 2 - 1) * 4_000);
      const pushed = transferNotification(total, { posted_at: new Date(posted_at), sender });
      reports.push({
        transfer,
        kind: "phone",
        posted_at,
        send: async () => {
          const [outcome] = await reportNotifications(gateway, phone, [pushed]);
          return outcome as Awaited<ReturnType<Report["send"]>>;
        },
      });
    }
    if (isCareless && random() < 0.3) continue;
    const posted_at = hasSeconds ? at : Math.floor(at / minute) * minute;
    const mail = mailReport(mailbox, { amount: total, posted_at: new Date(posted_at) });
    reports.push({
      transfer,
      kind: "mailbox",
      posted_at,
      send: async () => {
        const mutations = mail.mutations.map((told) => ({ ...told, mutation_id: randomUUID() }));
        const again: TransferReport = { ...mail, mutations };
        const [rows] = await recordReports(gateway, [again]);
        return rows?.[0] as Awaited<ReturnType<Report["send"]>>;
      },
    });
  }
  const repeated = reports.filter(() => random() < 0.2);
  const arrivals = shuffled(random, [...reports, ...repeated]);
  return { reports, arrivals, real, isInvoice, isLate };
}

/** The transfers that each kind of source has reported. */
const toldBy = (history: History, kind: Report["kind"]): Set<number> =>
  new Set(history.reports.filter((report) => report.kind === kind).map(({ transfer }) => transfer));

/**
 * Returns the fewest transfers that the times of the reports allow: each email belongs to at most one of the phones'
 * transfers whose report is near enough. If the total is an invoice's, a report long after the email can be a late
 * one.
 */
function fewestTransfers(history: History): number {
  const timesOf = (kind: Report["kind"]) =>
    [...toldBy(history, kind)].map((transfer) =>
      history.reports
        .filter((report) => report.kind === kind && report.transfer === transfer)
        .map(({ posted_at }) => posted_at),
    );
  const [phoneTimes, mailTimes] = [timesOf("phone"), timesOf("mailbox")];
  const isNear = (mail: number[], phone: number[]) =>
    mail.some((at) =>
      phone.some(
        (other) =>
          Math.abs(at - other) <= limits.proofSeconds * 1000 ||
          (history.isInvoice && other > at && other - at <= limits.lateProofHours * 60 * minute),
      ),
    );
  const mostPairs = (mails: number[][], free: number[][]): number => {
    const [mail, ...rest] = mails;
    if (!mail) return 0;
    const pairs = free
      .filter((phone) => isNear(mail, phone))
      .map(
        (phone) =>
          1 +
          mostPairs(
            rest,
            free.filter((other) => other !== phone),
          ),
      );
    return Math.max(mostPairs(rest, free), ...pairs);
  };
  return phoneTimes.length + mailTimes.length - mostPairs(mailTimes, phoneTimes);
}

interface Recorded {
  standing: string;
  reports: { mutation_id: string; device_id: string; is_standing: boolean; reason: string }[];
}

/** Returns the transfers of this total as the gateway counts them. */
async function recordedTransfers(total: number): Promise<Recorded[]> {
  const rows = await database.sql<
    { standing: string; mutation_id: string; device_id: string; reason: string }[]
  >`
    select
      coalesce(report.announced_by_number, report.mutation_number)::text as standing, report.mutation_id,
      report.device_id, report.match_reason as reason
    from mutations report
    where report.merchant_id = ${shop.merchant_id}
      and report.amount_parsed = ${total}
    order by report.mutation_number
  `;
  return [...Map.groupBy(rows, ({ standing }) => standing)].map(([standing, group]) => ({
    standing,
    reports: group.map(({ mutation_id, device_id, reason }) => ({
      mutation_id,
      device_id,
      reason,
      is_standing: reason !== "announced_twice",
    })),
  }));
}

/** Lets a person match each report with a separate invoice, in any order. Returns the number of matches. */
async function matchedByHand(
  random: () => number,
  transfers: Recorded[],
  handAmount: number,
): Promise<number> {
  let matched = 0;
  const open = transfers
    .flatMap(({ reports }) => reports)
    .filter(({ reason }) => reason !== "matched");
  for (const { mutation_id } of shuffled(random, open)) {
    const { payment_code } = await pendingPayment(gateway, shop, {
      payment_amount: handAmount,
    });
    const name = { merchant_id: shop.merchant_id, payment_code };
    await matchConfirmedPayment(gateway, { ...name, mutation_id }).then(
      () => (matched += 1),
      (cause: unknown) => expect(cause).toMatchObject({ code: "not_found" }),
    );
  }
  return matched;
}

async function play(seed: number, number: number, spread: number): Promise<void> {
  const random = seededRandom(seed);
  gateway.setClock(today("08:00"));
  let payment: Payment | null = null;
  let total = 2_000_000 + number * 1_000;
  if (random() < 0.7) {
    payment = await pendingPayment(gateway, shop, { payment_amount: 2_000_000 + number * 1_000 });
    total = payment.payment_total;
  }
  const history = drawHistory(random, total, { spread, isInvoice: payment !== null });
  const paid: string[] = [];
  const ids = new Set<string>();
  gateway.setClock(today(history.isLate ? "20:00" : "09:00"));
  for (const arrival of history.arrivals) {
    // Some reports come hours late, when the invoice has long been PAID.
    if (!history.isLate && random() < 0.1)
      gateway.setClock(today(pick(random, ["09:30", "12:00", "20:00"])));
    const { mutation_id, matched_payment_code } = await arrival.send();
    if (mutation_id !== null) ids.add(mutation_id);
    if (matched_payment_code !== null) paid.push(matched_payment_code);
    if (random() < 0.05) await rematchMutations(gateway);
  }

  const transfers = await recordedTransfers(total);
  const [phoneTold, mailTold] = [toldBy(history, "phone"), toldBy(history, "mailbox")];
  const told = new Set([...phoneTold, ...mailTold]);
  const fewest = fewestTransfers(history);
  // No report is lost: each is recorded once.
  expect(transfers.flatMap(({ reports }) => reports)).toHaveLength(history.reports.length);
  expect(ids.size).toBe(history.reports.length);
  for (const { reports } of transfers) {
    expect(reports.filter(({ is_standing }) => is_standing)).toHaveLength(1);
    expect(new Set(reports.map(({ device_id }) => device_id)).size).toBe(reports.length);
  }
  // No transfer is counted twice, and no two transfers are merged that one kind of source could distinguish.
  expect(transfers.length).toBeLessThanOrEqual(told.size);
  expect(transfers.length).toBeGreaterThanOrEqual(fewest);
  if (spread <= minute) {
    expect(fewest).toBe(Math.max(phoneTold.size, mailTold.size));
    expect(transfers.length).toBe(fewest);
  }

  expect(new Set(paid).size).toBe(payment && told.size > 0 ? 1 : 0);
  const automatic = transfers.filter(({ reports }) =>
    reports.some(({ reason }) => reason === "matched"),
  );
  expect(automatic).toHaveLength(payment && told.size > 0 ? 1 : 0);
  const reasons = transfers.flatMap(({ reports }) => reports.map(({ reason }) => reason));
  const seconds = reasons.filter((reason) => reason === "second_payment");
  expect(seconds).toHaveLength(payment ? Math.max(0, transfers.length - 1) : 0);
  if (number % 10 === 0) {
    expect(await matchedByHand(random, transfers, total * 2)).toBe(
      transfers.length - automatic.length,
    );
  }
}

async function playAll(purpose: string, spreadOf: (random: () => number) => number) {
  const seed = randomSeed(purpose);
  const random = seededRandom(seed);
  const first = purpose.length * 1_000_000;
  for (let number = 0; number < histories / 2; number++) {
    const own = Math.floor(random() * 2 ** 32);
    try {
      await play(own, first / 1_000 + number, spreadOf(random));
    } catch (cause) {
      throw new Error(`history ${number} with the seed ${own}`, { cause });
    }
  }
  gateway.setClock(today("21:00"));
  expect(await rematchMutations(gateway)).toBe(0);
  expect(await brokenInvariants(database.sql)).toEqual([]);
}

test("two real transfers of one amount in a minute stay two, with any sources", { timeout }, () =>
  playAll("transfers of a minute", (random) => random() * minute),
);

test("transfers that are minutes apart are neither doubled nor merged", { timeout }, () =>
  playAll("transfers of some minutes", (random) => random() * 3 * limits.proofSeconds * 1000),
);
