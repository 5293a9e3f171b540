import type { BankRecord } from "../../contract/dashboard/transfers.ts";
import type { Sql } from "../../db/client.ts";

/** The person who ended the alarm of the row `doubt`, in the contract's form. */
export const closerOf = (sql: Sql) => sql`
  (
    select json_build_object('person_id', closer.person_id, 'name', closer.person_name)
    from people closer
    where closer.merchant_id = doubt.merchant_id
      and closer.person_id = doubt.closed_by
  )
`;

export type BankRecordRow = Omit<BankRecord, "booked_at" | "closed_at"> & {
  mutation_id: string;
  booked_at: Date | null;
  closed_at: Date | null;
};

/** Selects the statements' records of these mutations. Mutations without a record are omitted. */
export function selectBankRecords(
  sql: Sql,
  { merchant_id, mutation_ids }: { merchant_id: string; mutation_ids: readonly string[] },
): Promise<BankRecordRow[]> {
  return sql<BankRecordRow[]>`
    select
      mutation.mutation_id,
      case
        when proof.row_id is null then 'unsupported'
        when proof.meaning = 'recorded' then 'recorded'
        when proof.is_settlement then 'settled'
        else 'proved'
      end as finding,
      account.account_id,
      account.account_number,
      account.account_name,
      channel.channel_name,
      coalesce(proof.day, doubt.day)::text as day,
      proof.booked_at,
      coalesce(doubt.is_one_of_several, false) as is_one_of_several,
      doubt.verdict,
      doubt.note,
      doubt.closed_at,
      ${closerOf(sql)} as closed_by
    from mutations mutation
    left join lateral (
      select tie.is_settlement, booked.row_id, booked.account_id, booked.day, booked.booked_at, booked.meaning
      from statement_ties tie
      join statement_rows booked using (merchant_id, row_id)
      where tie.merchant_id = mutation.merchant_id
        and tie.mutation_number = mutation.mutation_number
      order by tie.is_settlement
      limit 1
    ) proof on true
    left join unsupported_mutations doubt
      on doubt.merchant_id = mutation.merchant_id
      and doubt.mutation_number = mutation.mutation_number
      and proof.row_id is null
    join accounts account
      on account.merchant_id = mutation.merchant_id
      and account.account_id = coalesce(proof.account_id, doubt.account_id)
    join channels channel using (channel_id)
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_id = any(${mutation_ids as string[]}::uuid[])
  `;
}
