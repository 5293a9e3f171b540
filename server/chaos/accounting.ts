import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "../db/client.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import type { Ledger } from "./ledger.ts";
import type { MoodyReceiver } from "./receiver.ts";

/**
 * Compares the clients' responses with the data of the database and the receiver, for `npm run chaos` and `npm run
 * cluster`. Returns a text for each lost or duplicated record.
 */

export async function accountFor(
  sql: Sql,
  ledger: Ledger,
  receiver: MoodyReceiver,
): Promise<string[]> {
  const payments = await selectPayments(sql);
  return [
    ...(await missingWebhooks(payments, receiver)),
    ...(await checkDeliveries(sql, receiver)),
    ...receiver.broken,
    ...checkPayments(payments, ledger),
    ...(await checkMutations(sql, ledger)),
    ...(await checkQuotaDays(sql, ledger)),
    ...(await checkMarks(sql, ledger)),
    ...(await brokenInvariants(sql)),
  ];
}

interface PaymentRow {
  payment_id: string;
  payment_code: string;
  payment_total: number;
  payment_status: string;
  mutation_id: string | null;
}

function selectPayments(sql: Sql): Promise<PaymentRow[]> {
  return sql<PaymentRow[]>`
    select
      payment.payment_id, payment.payment_code, payment.payment_total, payment.payment_status,
      mutation.mutation_id
    from payments payment
    left join mutations mutation
      on mutation.merchant_id = payment.merchant_id
      and mutation.matched_payment_number = payment.payment_number
  `;
}

function checkPayments(rows: readonly PaymentRow[], ledger: Ledger): string[] {
  const byCode = Map.groupBy(rows, ({ payment_code }) => payment_code);
  const complaints: string[] = [];
  for (const [code, told] of ledger.created) {
    const [row, ...others] = byCode.get(code) ?? [];
    if (!row) complaints.push(`invoice ${code} is lost`);
    else if (others.length > 0)
      complaints.push(`invoice ${code} exists ${others.length + 1} times`);
    else if (row.payment_id !== told.payment_id || row.payment_total !== told.payment_total) {
      complaints.push(`invoice ${code} has another id or total`);
    }
  }
  for (const [code, mutation_id] of ledger.paid) {
    const [row] = byCode.get(code) ?? [];
    if (row?.payment_status !== "PAID" || row.mutation_id !== mutation_id) {
      complaints.push(`match of ${code} is lost: ${JSON.stringify(row)}`);
    }
  }
  for (const code of ledger.cancelled) {
    const status = byCode.get(code)?.[0]?.payment_status;
    if (status !== "CANCELLED") complaints.push(`${code} was cancelled and is ${status}`);
  }
  return complaints;
}

async function checkMutations(sql: Sql, ledger: Ledger): Promise<string[]> {
  const rows = await sql<{ mutation_id: string; amount_parsed: number }[]>`
    select mutation_id, amount_parsed from mutations
  `;
  const ids = new Set(rows.map(({ mutation_id }) => mutation_id));
  const lost = [...ledger.recorded.keys()].filter((id) => !ids.has(id));
  // Each transfer was reported as one mutation, and each had its own total.
  const doubled = rows.length - new Set(rows.map(({ amount_parsed }) => amount_parsed)).size;
  return [
    ...lost.map((id) => `mutation ${id} is lost`),
    ...(doubled > 0 ? [`${doubled} transfers were recorded twice`] : []),
  ];
}

/**
 * The time to wait for deliveries. The lease of a killed sender delays a delivery by 20 seconds. A delivery that was
 * written while the database's clock was ahead waits up to a minute until a job corrects its time.
 */
const settleMilliseconds = 120_000;

/** Checks that recurring jobs still run, because only such a job ends an unpaid invoice. */
export async function missingExpiry(sql: Sql, payment_code: string): Promise<string[]> {
  const isEnded = async () => {
    const [row] = await sql<{ payment_status: string }[]>`
      select payment_status from payments where payment_code = ${payment_code}
    `;
    return row?.payment_status === "EXPIRED";
  };
  const giveUpAt = Date.now() + settleMilliseconds;
  while (Date.now() < giveUpAt) {
    if (await isEnded()) return [];
    await wait(100);
  }
  return [`${payment_code} is past its deadline and was not ended: recurring work stands still`];
}

async function missingWebhooks(
  payments: readonly PaymentRow[],
  receiver: MoodyReceiver,
): Promise<string[]> {
  const paid = payments.filter(({ payment_status }) => payment_status === "PAID");
  const idsOf = ({ payment_code }: PaymentRow) => receiver.taken.idsByCode.get(payment_code)?.size;
  const giveUpAt = Date.now() + settleMilliseconds;
  while (paid.some((payment) => !idsOf(payment)) && Date.now() < giveUpAt) await wait(100);
  return paid
    .filter((payment) => idsOf(payment) !== 1)
    .map(
      (payment) =>
        `${payment.payment_code} is paid and was announced with ${idsOf(payment) ?? 0} ids`,
    );
}

/**
 * Checks that every due delivery was received under its id, and no unknown delivery was received.
 */
async function checkDeliveries(sql: Sql, { taken }: MoodyReceiver): Promise<string[]> {
  const select = () => sql<{ delivery_id: string }[]>`select delivery_id from webhook_deliveries`;
  const giveUpAt = Date.now() + settleMilliseconds;
  for (;;) {
    const ids = new Set((await select()).map(({ delivery_id }) => delivery_id));
    const owed = [...ids].filter((id) => !taken.bodies.has(id));
    const unknown = [...taken.bodies.keys()].filter((id) => !ids.has(id));
    if (owed.length === 0 || Date.now() > giveUpAt) {
      return [
        ...owed.map((id) => `webhook ${id} is owed and never came`),
        ...unknown.map((id) => `webhook ${id} came and is not in the books`),
      ];
    }
    await wait(100);
  }
}

/** The days of quota that an account has before its first payment. */
export const quotaOfNewAccounts = 30;

/**
 * Checks that each account whose first payment was acknowledged has used exactly one day of quota.
 */
async function checkQuotaDays(sql: Sql, { opened }: Ledger): Promise<string[]> {
  const rows = await sql<{ account_id: string; account_quota: number; days: number }[]>`
    select account_id, account_quota, count(day)::integer as days
    from accounts
    left join quota_days using (merchant_id, account_id)
    where account_id = any(${[...opened]})
    group by merchant_id, account_id
  `;
  const byId = new Map(rows.map((row) => [row.account_id, row]));
  return [...opened].flatMap((id) => {
    const row = byId.get(id);
    // Two days if the run passed midnight.
    const isRight =
      row && row.days >= 1 && row.days <= 2 && row.account_quota === quotaOfNewAccounts - row.days;
    return isRight ? [] : [`account ${id} did not pay for its day once: ${JSON.stringify(row)}`];
  });
}

async function checkMarks(sql: Sql, { marks }: Ledger): Promise<string[]> {
  if (marks.size === 0) return [];
  const rows = await sql<{ mark: number }[]>`select mark from cluster_marks`;
  const kept = new Set(rows.map(({ mark }) => mark));
  return [...marks].filter((mark) => !kept.has(mark)).map((mark) => `mark ${mark} is lost`);
}
