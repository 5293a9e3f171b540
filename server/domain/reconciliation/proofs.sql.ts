import type { TransferProof } from "../../contract/dashboard/transfers.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";

export type ProofRow = Omit<TransferProof, "posted_at"> & { posted_at: Date | null };

/**
 * Selects all reports of the transfer that this mutation reports: its own, those that it represents, and statement
 * rows.
 */
export function selectProofs(
  sql: Sql,
  { merchant_id, mutation_id }: { merchant_id: string; mutation_id: string },
): Promise<ProofRow[]> {
  return sql<ProofRow[]>`
    with standing as materialized (
      select merchant_id, coalesce(announced_by_number, mutation_number) as mutation_number
      from mutations
      where merchant_id = ${merchant_id}
        and mutation_id = ${mutation_id}
    ),
    report as materialized (
      select mutation.merchant_id, mutation.mutation_number, mutation.device_id, mutation.rule, mutation.posted_at,
        coalesce(mutation.app_name, mutation.package_name) as app_name
      from standing
      join mutations mutation using (merchant_id, mutation_number)
      union all
      select mutation.merchant_id, mutation.mutation_number, mutation.device_id, mutation.rule, mutation.posted_at,
        coalesce(mutation.app_name, mutation.package_name) as app_name
      from standing
      join mutations mutation
        on mutation.merchant_id = standing.merchant_id
        and mutation.announced_by_number = standing.mutation_number
    )
    select source_kind, source_name, app_name, posted_at, day
    from (
      select device.source_kind, device.device_name as source_name,
        case device.source_kind when 'phone' then report.app_name end as app_name, report.posted_at, null as day
      from report
      join devices device using (merchant_id, device_id)
      where report.rule <> 'statement'
      union all
      select 'statement', null, null, booked.booked_at, booked.day::text
      from report
      join statement_ties tie using (merchant_id, mutation_number)
      join statement_rows booked
        on booked.merchant_id = tie.merchant_id
        and booked.row_id = tie.row_id
    ) proof
    order by source_kind = 'statement', posted_at, source_name
    limit ${limits.proofsShown}
  `;
}
