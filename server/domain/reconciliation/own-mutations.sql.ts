import type { OwnMutation } from "../../contract/dashboard/transfers.ts";
import type { Sql } from "../../db/client.ts";

export type DecidedRow = Pick<OwnMutation, "decision" | "tied_payment_code" | "is_part_payment"> & {
  mutation_id: string;
};

/** Selects the decisions about these transfers, each with the invoice for which the money is booked. */
export function selectDecided(
  sql: Sql,
  { merchant_id, mutation_ids }: { merchant_id: string; mutation_ids: readonly string[] },
): Promise<DecidedRow[]> {
  return sql<DecidedRow[]>`
    select
      mutation.mutation_id,
      mutation.decision,
      tied.payment_code as tied_payment_code,
      coalesce(
        tied.payment_status = 'PENDING' or receipt.booked_at <= tied.payment_updated_at, false
      ) as is_part_payment
    from mutations mutation
    left join payment_receipts receipt
      on mutation.decision = 'tied'
      and receipt.merchant_id = mutation.merchant_id
      and receipt.mutation_number = mutation.mutation_number
    left join payments tied
      on tied.merchant_id = receipt.merchant_id
      and tied.payment_number = receipt.payment_number
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_id = any(${mutation_ids as string[]}::uuid[])
      and mutation.decision is not null
  `;
}
