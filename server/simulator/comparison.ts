import type { Sql } from "../db/client.ts";
import { keptOf, receivedOf, refundedOf } from "./ledger.ts";
import { isAnnouncedAndPaid } from "./matching.ts";
import { expectSame, must, type Model, type ModelDelivery } from "./model.ts";
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
    mutations: mutations.map(({ reason: _reason, ...row }) => row),
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
      const name = `${merchant_id}/${mutation.mutation_id}`;
      // Otherwise the merchant would be advised to refund money that came once.
      expectSame(`why ${name} paid nothing`, reasons.get(name), "announced_twice");
    }
  }
  const due = new Map(deliveries.map(({ row, next_attempt_at }) => [row.name, next_attempt_at]));
  for (const { shop, merchant_id } of shops) {
    for (const delivery of shop.deliveries.values()) {
      const name = `${merchant_id}/${delivery.code}/${delivery.event}`;
      compareDue(delivery, name, due.get(name) ?? null);
    }
  }
}

/** The time when a delivery is due must lie within bounds; everything else must be equal. */
const apart = (rows: readonly DeliveryRow[]) =>
  rows.map(({ next_attempt_at, ...row }) => ({ row, next_attempt_at }));

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
