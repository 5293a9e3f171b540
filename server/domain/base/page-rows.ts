import { limits } from "../../contract/limits.ts";

/** Which rows a numbered page is: more than the most is treated as the most (decisions, section 1). */
export function rowsOfPage(request: { page: number; per_page: number }): {
  limit: number;
  offset: number;
} {
  const limit = Math.min(request.per_page, limits.perPageMax);
  return { limit, offset: (request.page - 1) * limit };
}
