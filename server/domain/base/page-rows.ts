import { limits } from "../../contract/limits.ts";

/** Returns the rows of a numbered page. A page size above the maximum is treated as the maximum. */
export function rowsOfPage(request: { page: number; per_page: number }): {
  limit: number;
  offset: number;
} {
  const limit = Math.min(request.per_page, limits.perPageMax);
  return { limit, offset: (request.page - 1) * limit };
}
