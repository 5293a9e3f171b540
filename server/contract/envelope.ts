import { z } from "zod";

/** The bodies around every response (specification, sections 1 and 2.6). */

export const pagination = z
  .object({
    total: z.int().min(0).meta({ description: "The total number of records." }),
    count: z.int().min(0).meta({ description: "The number of records on this page." }),
    per_page: z.int().min(1).meta({ description: "The page size used." }),
    current_page: z.int().min(1).meta({ description: "This page's number." }),
    total_pages: z
      .int()
      .min(0)
      .meta({ description: "The number of pages; 0 if there are no records." }),
    next_cursor: z.string().nullable().optional().meta({
      description:
        "Only in a list by time. Send this value as `cursor` to get the next page. Null on the last page.",
    }),
  })
  .meta({ id: "Pagination", description: "The position of a page in its list." });

export type Pagination = z.infer<typeof pagination>;

/** The result of a list's procedure: the items and their pagination, without the envelope. */
export const pageOf = <Items extends z.ZodArray>(items: Items) => z.object({ items, pagination });

export interface Page<Item> {
  items: Item[];
  pagination: Pagination;
}

export function paginate(total: number, count: number, page: number, perPage: number): Pagination {
  return {
    total,
    count,
    per_page: perPage,
    current_page: page,
    total_pages: Math.ceil(total / perPage),
  };
}

/** Returns the pagination of a list by time, in which each cursor has one page. */
export const paginateByTime = (
  total: number,
  count: number,
  perPage: number,
  next_cursor: string | null,
): Pagination => ({ ...paginate(total, count, 1, perPage), next_cursor });
