import type { Sql } from "../db/client.ts";

/** What a transfer must say to pay a payment, and who has to say it. */
export interface ExpectedTransfer {
  payment_total: number;
  account_id: string;
  app_package: string;
  /** The device whose notifications alone count; null when any device's do. */
  bound_device_id: string | null;
}

export async function selectExpectedTransfer(
  sql: Sql,
  payment: { merchant_id: string; payment_code: string },
): Promise<ExpectedTransfer | undefined> {
  const [row] = await sql<ExpectedTransfer[]>`
    select payment.payment_total, payment.account_id, account.app_package, pool.device_id as bound_device_id
    from payments payment
    join accounts account using (merchant_id, account_id)
    join matching_pools pool
      on pool.merchant_id = payment.merchant_id
      and pool.pool_id = payment.pool_id
    where payment.merchant_id = ${payment.merchant_id}
      and payment.payment_code = ${payment.payment_code}
  `;
  return row;
}
