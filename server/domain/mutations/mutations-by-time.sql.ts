import type { Sql } from "../../db/client.ts";
import type { ChangePlace } from "../base/cursor.ts";

interface Filter {
  merchant_id: string;
  only_unmatched: boolean;
  limit: number;
}

const unmatched = (sql: Sql, { only_unmatched }: Filter) =>
  only_unmatched ? sql`and matched_payment_number is null` : sql``;

/** Returns the newest numbers that were recorded in this time. Numbers follow the time. */
export async function selectCreatedMutations(
  sql: Sql,
  options: Filter & { since: Date | null; until: Date | null; before: number | null },
): Promise<number[]> {
  const { merchant_id, since, until, before } = options;
  const rows = await sql<{ mutation_number: number }[]>`
    with range as materialized (
      select
        case when ${since}::timestamptz is null then 1 else first_mutation_number_since(${merchant_id}, ${since}) end as low,
        least(
          case when ${until}::timestamptz is not null then first_mutation_number_since(${merchant_id}, ${until}) end,
          ${before}::int8
        ) as high
    )
    select mutation_number
    from mutations
    where merchant_id = ${merchant_id}
      and mutation_number >= (select low from range)
      and mutation_number < coalesce((select high from range), 9223372036854775807)
      ${unmatched(sql, options)}
    order by mutation_number desc
    limit ${options.limit}
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

/**
 * Selects mutations after this place, in the order of their last change. Mutations that were judged again come from
 * mutations_changed. All others last changed when they were recorded, in the order of their numbers.
 */
export function selectChangedMutations(
  sql: Sql,
  options: Filter & { after: ChangePlace },
): Promise<ChangePlace[]> {
  const { merchant_id, after, limit } = options;
  return sql<ChangePlace[]>`
    with low as materialized (
      select first_mutation_number_since(${merchant_id}, ${after.at}) as number
    )
    (
      select judged_at as at, mutation_number as number
      from mutations
      where merchant_id = ${merchant_id}
        and judged_at > created_at
        and (judged_at, mutation_number) > (${after.at}::timestamptz, ${after.number}::int8)
        ${unmatched(sql, options)}
      order by judged_at, mutation_number
      limit ${limit}
    )
    union all
    (
      select created_at as at, mutation_number as number
      from mutations
      where merchant_id = ${merchant_id}
        and mutation_number >= (select number from low)
        and judged_at <= created_at
        and (created_at, mutation_number) > (${after.at}::timestamptz, ${after.number}::int8)
        ${unmatched(sql, options)}
      order by mutation_number
      limit ${limit}
    )
    order by at, number
    limit ${limit}
  `;
}
