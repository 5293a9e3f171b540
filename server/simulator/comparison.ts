import type { Sql } from "../db/client.ts";
import { keptOf, receivedOf, refundedOf } from "./ledger.ts";
import { isAnnouncedAndPaid } from "./matching.ts";
import {
  expectSame,
  must,
  type Model,
  type ModelDelivery,
  type ModelMutation,
  type ModelShop,
} from "./model.ts";
import {
  selectAccounts,
  selectDeliveries,
  selectLedgers,
  selectMutations,
  selectPayments,
  selectTotpSteps,
  type DeliveryRow,
} from "./comparison.sql.ts";

/** Checks that the database equals the model. */
export async function compare(sql: Sql, model: Model): Promise<void> {
  const [payments, mutations, ledgers, deliveries, accounts, steps] = await Promise.all([
    selectPayments(sql),
    selectMutations(sql),
    selectLedgers(sql),
    selectDeliveries(sql).then(apart),
    selectAccounts(sql),
    selectTotpSteps(sql),
  ]);
  const shops = model.map((shop) => ({ shop, merchant_id: shop.merchant_id }));
  const wanted = {
    payments: shops.flatMap(({ shop, merchant_id }) =>
      [...shop.payments.values()].map((payment) => ({
        name: `${merchant_id}/${payment.code}`,
        account_id: payment.account_id,
        total: payment.total,
        status: payment.status,
        updated_at: payment.updated_at,
        is_manual: payment.is_manual,
        mutation_id: payment.mutation_id,
      })),
    ),
    mutations: shops.flatMap(({ shop, merchant_id }) =>
      [...shop.mutations.values()].map((mutation) => ({
        name: `${merchant_id}/${mutation.mutation_id}`,
        amount: mutation.amount,
        is_credit: mutation.is_credit,
        paid: mutation.paid,
        decision: mutation.decision,
      })),
    ),
    ledgers: shops.flatMap(({ shop, merchant_id }) =>
      [...shop.payments.values()].flatMap(({ code, ledger }) =>
        ledger
          ? [
              {
                name: `${merchant_id}/${code}`,
                owed: ledger.owed,
                received: receivedOf(ledger),
                refunded: refundedOf(ledger),
                kept: keptOf(ledger),
                receipts: ledger.receipts,
              },
            ]
          : [],
      ),
    ),
    deliveries: shops.flatMap(({ shop, merchant_id }) =>
      [...shop.deliveries.values()].map((delivery) => ({
        name: `${merchant_id}/${delivery.code}/${delivery.event}`,
        url: delivery.url,
        status: delivery.status,
        attempts: delivery.attempts,
        scheduled: delivery.scheduled,
        body: delivery.body,
        lease_token: delivery.lease?.token ?? null,
      })),
    ),
    accounts: shops.flatMap(({ shop, merchant_id }) =>
      shop.accounts.map(({ account_id, quota, quota_day, is_active }) => ({
        name: `${merchant_id}/${account_id}`,
        quota,
        quota_day,
        is_active,
      })),
    ),
    steps: shops.flatMap(({ shop, merchant_id }) =>
      shop.totp ? [{ name: merchant_id, last_step: shop.totp.last_step }] : [],
    ),
  };
  const seen = {
    payments: payments.map((row) => ({ ...row, updated_at: row.updated_at.getTime() })),
    mutations: mutations.map(({ reason: _reason, standing: _standing, ...row }) => row),
    ledgers,
    deliveries: deliveries.map(({ row }) => row),
    accounts,
    steps,
  };
  for (const table of [
    "payments",
    "mutations",
    "ledgers",
    "deliveries",
    "accounts",
    "steps",
  ] as const)
    compareRows(table, seen[table], wanted[table]);
  const reasons = new Map(mutations.map(({ name, reason }) => [name, reason]));
  for (const { shop, merchant_id } of shops) {
    for (const mutation of shop.mutations.values()) {
      if (!mutation.is_credit || mutation.paid !== null || mutation.decision !== null) continue;
      if (!isAnnouncedAndPaid(shop, mutation)) continue;
      // The next import finds that a recorded row and a later report are the same, and twins are counted below.
      if (mutation.kind === "statement" || mutation.transfer?.is_twin) continue;
      const name = `${merchant_id}/${mutation.mutation_id}`;
      // With another reason, the merchant would be advised to refund money that came once.
      expectSame(`why ${name} paid nothing`, reasons.get(name), "announced_twice");
    }
  }
  compareAllTransfers(model, mutations, false);
  const due = new Map(deliveries.map(({ row, next_attempt_at }) => [row.name, next_attempt_at]));
  for (const { shop, merchant_id } of shops) {
    for (const delivery of shop.deliveries.values()) {
      const name = `${merchant_id}/${delivery.code}/${delivery.event}`;
      compareDue(delivery, name, due.get(name) ?? null);
    }
  }
}

/**
 * Separates the due times of deliveries, which must lie within bounds. Everything else must be
 * equal.
 */
const apart = (rows: readonly DeliveryRow[]) =>
  rows.map(({ next_attempt_at, ...row }) => ({ row, next_attempt_at }));

/**
 * Checks that no real transfer of an amount counts twice, and that none is merged with another. A row that a person has
 * recorded and a report also mentions counts twice until the next import, so `isAtEnd` is stricter.
 */
function compareTransfers(
  shop: ModelShop,
  standingOf: (mutation_id: string) => string | undefined,
  isAtEnd: boolean,
): void {
  const told = [...shop.mutations.values()].filter(({ transfer }) => transfer !== null);
  const transfersOf = (reports: readonly ModelMutation[]) =>
    new Set(reports.map(({ transfer }) => transfer?.transfer_id)).size;
  for (const [amount, reports] of Map.groupBy(told, (report) => report.amount)) {
    const kinds = [...Map.groupBy(reports, ({ kind }) => kind).values()];
    const counted = new Set(reports.map(({ mutation_id }) => standingOf(mutation_id))).size;
    const recorded = reports.filter(({ kind }) => kind === "statement").length;
    const least = Math.max(...kinds.map(transfersOf));
    const most = transfersOf(reports) + (isAtEnd ? 0 : recorded);
    must(
      least <= counted && counted <= most,
      `${counted} transfers of ${amount} count, expected ${least} to ${most}: ${JSON.stringify(
        reports.map((report) => ({ ...report, standing: standingOf(report.mutation_id) })),
      )}`,
    );
  }
}

/** Checks that each real transfer counts once, after every source has reported it. */
export async function compareAtEnd(sql: Sql, model: Model): Promise<void> {
  compareAllTransfers(model, await selectMutations(sql), true);
}

function compareAllTransfers(
  model: Model,
  mutations: readonly { name: string; standing: string }[],
  isAtEnd: boolean,
): void {
  const standing = new Map(mutations.map((mutation) => [mutation.name, mutation.standing]));
  for (const shop of model) {
    const standingOf = (mutation_id: string) => standing.get(`${shop.merchant_id}/${mutation_id}`);
    compareTransfers(shop, standingOf, isAtEnd);
  }
}

interface Named {
  name: string;
}

function compareRows(table: string, seen: readonly Named[], wanted: readonly Named[]): void {
  const left = new Map(wanted.map((row) => [row.name, row]));
  for (const row of seen) {
    expectSame(`${table}, ${row.name}`, row, left.get(row.name) ?? "nothing");
    left.delete(row.name);
  }
  expectSame(`${table} that are missing`, [...left.keys()], []);
}

function compareDue({ due }: ModelDelivery, name: string, next_attempt_at: Date | null): void {
  const next = next_attempt_at?.getTime() ?? null;
  must(
    due === null ? next === null : next !== null && next >= due.from && next <= due.to,
    `the next attempt of ${name} is at ${next}, expected ${JSON.stringify(due)}`,
  );
}
