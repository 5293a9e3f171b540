import { limits } from "../../contract/limits.ts";
import type { LoggedRequest } from "../../contract/dashboard/request-log.ts";
import type { Sql } from "../../db/client.ts";
import { highestUuid } from "../base/cursor.ts";

export type NewLoggedRequest = LoggedRequest & { merchant_id: string };

export async function insertLoggedRequests(
  sql: Sql,
  entries: readonly NewLoggedRequest[],
): Promise<void> {
  await sql`
    insert into api_requests (
      merchant_id, entry_id, requested_at, request_id, method, path, http_status, error_code, duration_ms, left_out
    )
    select
      merchant_id, entry_id, requested_at, request_id, method, path, http_status, error_code, duration_ms, left_out
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as entry (
      merchant_id uuid, entry_id uuid, requested_at timestamptz, request_id text, method text, path text,
      http_status smallint, error_code text, duration_ms integer, left_out integer
    )
  `;
}

type LoggedRow = Omit<LoggedRequest, "requested_at"> & { requested_at: Date };

const columns = (sql: Sql) => sql`
  entry_id, requested_at, request_id, method, path, http_status, error_code, duration_ms, left_out
`;

/**
 * Lists entries before this one, newest first. A filter reads the entries of one merchant, whose number is bounded. The
 * filter has no index, because each index would cost every request.
 */
export function selectLoggedRequests(
  sql: Sql,
  options: {
    merchant_id: string;
    errors_only: boolean;
    path: string | null;
    request_id: string | null;
    before: string | null;
    limit: number;
  },
): Promise<LoggedRow[]> {
  return sql<LoggedRow[]>`
    select ${columns(sql)}
    from api_requests
    where merchant_id = ${options.merchant_id}
      and entry_id < coalesce(${options.before}::uuid, ${highestUuid}::uuid)
      and (error_code is not null or not ${options.errors_only})
      and (${options.path}::text is null or position(lower(${options.path}) in lower(path)) > 0)
      and request_id = coalesce(${options.request_id}, request_id)
    order by entry_id desc
    limit ${options.limit}
  `;
}

export async function selectLoggedRequest(
  sql: Sql,
  entry: { merchant_id: string; entry_id: string },
): Promise<LoggedRow | undefined> {
  const [row] = await sql<LoggedRow[]>`
    select ${columns(sql)}
    from api_requests
    where merchant_id = ${entry.merchant_id}
      and entry_id = ${entry.entry_id}
  `;
  return row;
}

/**
 * Deletes the oldest entries of merchants with more than their share. The share is the merchant's own bound, or an
 * equal part of the bound for all.
 */
export async function deleteSurplusLoggedRequests(
  sql: Sql,
  { limit }: { limit: number },
): Promise<number> {
  const result = await sql`
    with held as (
      select merchant_id, count(*) as entries from api_requests group by merchant_id
    ),
    share as (
      select least(${limits.loggedRequestsPerMerchant}::bigint, ${limits.loggedRequests}::bigint / greatest(count(*), 1)) as entries
      from held
    )
    delete from api_requests
    where ctid = any (array(
      select surplus.ctid
      from held
      cross join share
      cross join lateral (
        select entry.ctid
        from api_requests entry
        where entry.merchant_id = held.merchant_id
        order by entry.entry_id
        limit held.entries - share.entries
      ) surplus
      where held.entries > share.entries
      limit ${limit}
    ))
  `;
  return result.count;
}
