import { limits } from "../../contract/limits.ts";

/** Returns how many rows a page has. A request for more than the maximum gets the maximum. */
export function pageSize({ per_page }: { per_page: number }): number {
  return Math.min(per_page, limits.perPageMax);
}

/** Returns the rows of a numbered page. */
export function rowsOfPage(request: { page: number; per_page: number }): {
  limit: number;
  offset: number;
} {
  const limit = pageSize(request);
  return { limit, offset: (request.page - 1) * limit };
}
