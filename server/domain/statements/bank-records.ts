import type { BankRecord } from "../../contract/dashboard/transfers.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBankRecords } from "./bank-records.sql.ts";

/** Returns the bank statements' record of each of these mutations, by the mutation's id. */
export async function readBankRecords(
  { sql }: Gateway,
  options: { merchant_id: string; mutation_ids: readonly string[] },
): Promise<ReadonlyMap<string, BankRecord>> {
  if (options.mutation_ids.length === 0) return new Map();
  const rows = await selectBankRecords(sql, options);
  return new Map(
    rows.map(({ mutation_id, ...row }) => [
      mutation_id,
      {
        ...row,
        booked_at: row.booked_at?.toISOString() ?? null,
        closed_at: row.closed_at?.toISOString() ?? null,
      },
    ]),
  );
}
