import { reportNotifications } from "../domain/mutations/mutations.ts";
import type { Device } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { BankRow } from "./bank-files.ts";
import vectors from "./data/qris.json" with { type: "json" };
import { addAccount, transferNotification, type Shop, type TestGateway } from "./fixtures.ts";

/** A month of a bank account with known facts, for comparison with the result of an import. */

const names = [
  "BUDI SANTOSO",
  "SITI AMINAH",
  "AGUS WIJAYA",
  "DEWI LESTARI",
  "RUDI HARTONO",
  "NI MADE AYU",
];

export interface MonthTruth {
  rows: BankRow[];
  /** For each description, the mutations to which it might belong. */
  supports: Map<string, string[]>;
  missed: Set<string>;
  forged: Set<string>;
  settled: Map<string, number>;
  fees: number;
}

/** Whether both the bank and the phone report a transfer, or only one of them. */
type Kind = "told" | "missed" | "forged";

export const at = (day: string, second: number): Date =>
  new Date(Date.parse(`${day}T00:00:00+07:00`) + second * 1000);
const clockOf = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19);

/** Creates a month with everything that a statement can show, and the phone's reports of it. */
export async function makeMonth(
  gateway: Gateway,
  options: { device: Device; app_package: string; rowCount: number; hasQris: boolean },
  random: () => number,
): Promise<MonthTruth> {
  const { device, app_package, rowCount } = options;
  const truth: MonthTruth = {
    rows: [],
    supports: new Map(),
    missed: new Set(),
    forged: new Set(),
    settled: new Map(),
    fees: 0,
  };
  const below = (bound: number) => Math.floor(random() * bound);
  const reports: {
    description: string | null;
    notification: ReturnType<typeof transferNotification>;
  }[] = [];
  const tell = (
    description: string | null,
    amount: number,
    sender: string,
    day: string,
    second: number,
  ) =>
    reports.push({
      description,
      notification: transferNotification(amount, {
        package_name: app_package,
        sender,
        posted_at: at(day, second),
      }),
    });
  const events: (BankRow & { second: number })[] = [];
  const book = (day: string, second: number, description: string, sen: number) =>
    events.push({ day, second, time: clockOf(second), description, sen });
  let number = 0;
  // A forged transfer and a missed one of the same amount cannot be told apart if they are near each other in time.
  // This is also true if transfers between them form a chain, in which each row might belong to the previous
  // transfer.
  const sameAmount = new Map<number, { day: number; kind: Kind }[]>();
  const canBeTold = (day: string, amount: number, kind: Kind) => {
    const all = [...(sameAmount.get(amount) ?? []), { day: Date.parse(day), kind }].toSorted(
      (one, other) => one.day - other.day,
    );
    let chain = new Set<Kind>();
    for (const [index, each] of all.entries()) {
      if (each.day - (all[index - 1]?.day ?? each.day) >= 5 * 86_400_000) chain = new Set();
      chain.add(each.kind);
      if (chain.has("missed") && chain.has("forged")) return false;
    }
    sameAmount.set(amount, all);
    return true;
  };
  const qrisOfDay = new Map<string, number>();
  while (events.length < rowCount) {
    const day = `2020-09-${String(1 + below(29)).padStart(2, "0")}`;
    const second = 6 * 3600 + below(12 * 3600);
    const sender = names[below(names.length)] as string;
    // Only a few amounts, so that the same amount appears on several days.
    const amount = 10_000 + below(4000) * 7;
    number += 1;
    const words = random() < 0.5 ? sender.slice(0, 12) : "";
    const description = `TRSF E-BANKING CR ${String(number).padStart(5, "0")} ${words}`.trim();
    const kind = random();
    if (kind < 0.7) {
      if (!canBeTold(day, amount, "told")) continue;
      book(day, second, description, amount * 100);
      tell(description, amount, sender, day, second + below(60));
    } else if (kind < 0.78) {
      if (!canBeTold(day, amount, "missed")) continue;
      book(day, second, description, amount * 100);
      truth.missed.add(description);
    } else if (kind < 0.86) {
      if (!canBeTold(day, amount, "forged")) continue;
      tell(null, amount, sender, day, second);
    } else if (kind < 0.92) {
      if (!canBeTold(day, amount, "told")) continue;
      book(day, second, description, amount * 100);
      book(day, second + 300, description, amount * 100);
      tell(description, amount, sender, day, second + 2);
      tell(description, amount, sender, day, second + 302);
    } else if (kind < 0.96) {
      truth.fees += 1;
      book(day, second, "BIAYA ADM", -(1 + below(20)) * 50_000);
    } else if (options.hasQris) {
      const paid = 1000 + below(90_000);
      qrisOfDay.set(day, (qrisOfDay.get(day) ?? 0) + paid);
      reports.push({
        description: null,
        notification: transferNotification(paid, {
          package_name: "id.dana",
          sender,
          posted_at: at(day, second),
        }),
      });
      truth.settled.set(day, (truth.settled.get(day) ?? 0) + 1);
    }
  }
  for (const [day, gross] of qrisOfDay) {
    let fee = Math.round(gross * 0.007);
    // A payout of exactly a transfer's amount would support that transfer, also a forged one.
    while (sameAmount.has(gross - fee)) fee += 1;
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const words = `KR OTOMATIS MID : 885000 QR : ${gross}.00 DDR : ${fee}.00`;
    book(next, 5 * 3600, words, (gross - fee) * 100);
  }
  for (let from = 0; from < reports.length; from += 100) {
    const part = reports.slice(from, from + 100);
    const outcomes = await reportNotifications(
      gateway,
      device,
      part.map(({ notification }) => notification),
    );
    outcomes.forEach(({ mutation_id, outcome }, index) => {
      if (outcome !== "recorded" || mutation_id === null)
        throw new Error("a report was not recorded");
      const { description, notification } = part[index] as (typeof reports)[number];
      if (description !== null) {
        truth.supports.set(description, [...(truth.supports.get(description) ?? []), mutation_id]);
      } else if (notification.package_name === app_package) truth.forged.add(mutation_id);
    });
  }
  truth.rows = events.toSorted((one, other) =>
    one.day === other.day ? one.second - other.second : one.day < other.day ? -1 : 1,
  );
  return truth;
}

/** Adds the account whose payouts the month settles. */
export const addQrisAccount = (gateway: TestGateway, shop: Shop) =>
  addAccount(gateway, shop, {
    channel: "QRIS",
    account_number: "DANA Bisnis",
    app_package: "id.dana",
    qris: vectors.vectors[0]?.static,
  });
