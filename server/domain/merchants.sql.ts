import type { Tx } from "../db/client.ts";

export interface NewMerchant {
  merchant_id: string;
  merchant_name: string;
  email: string;
  password_hash: string | null;
}

/** The merchant and the counters that its payments and mutations are numbered by. */
export async function insertMerchant(tx: Tx, merchant: NewMerchant): Promise<void> {
  await tx`
    with inserted as (
      insert into merchants (merchant_id, merchant_name, email, password_hash, created_at)
      values (
        ${merchant.merchant_id}, ${merchant.merchant_name}, ${merchant.email}, ${merchant.password_hash}, now()
      )
      returning merchant_id
    ),
    payment_counter as (
      insert into payment_counters (merchant_id) select merchant_id from inserted
    )
    insert into mutation_counters (merchant_id) select merchant_id from inserted
  `;
}
