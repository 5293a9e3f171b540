import type { Found } from "../../contract/dashboard/cursor.ts";
import { limits } from "../../contract/limits.ts";

/** Returns the number of rows of a page. A request for more than the maximum gets the maximum. */
export function pageSize({ per_page }: { per_page: number }): number {
  return Math.min(per_page, limits.perPageMax);
}

/** Returns the count over all pages of a list. `count` comes from a search for at most one row more than `most`. */
export const foundUpTo = (most: number, count: number): Found => ({
  count: Math.min(count, most),
  is_complete: count <= most,
});

export function rowsOfPage(request: { page: number; per_page: number }): {
  limit: number;
  offset: number;
} {
  const limit = pageSize(request);
  return { limit, offset: (request.page - 1) * limit };
}
