import { z } from "zod";

/** The bodies around every answer (specification, section 1 and 2.6). */

export const pagination = z
  .object({
    total: z.int().min(0).meta({ description: "Records in all." }),
    count: z.int().min(0).meta({ description: "Records on this page." }),
    per_page: z.int().min(1).meta({ description: "Page size that was used." }),
    current_page: z.int().min(1).meta({ description: "Number of this page." }),
    total_pages: z
      .int()
      .min(0)
      .meta({ description: "Number of pages; 0 when there are no records." }),
    next_cursor: z.string().nullable().optional().meta({
      description: "Only in a list by time: send it as `cursor` to go on; null at the end.",
    }),
  })
  .meta({ id: "Pagination", description: "The position of a page in its list." });

export type Pagination = z.infer<typeof pagination>;

/** The answer of a list's procedure: the items and their pagination, without the envelope. */
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

/** For a list by time, which has one page for each cursor. */
export const paginateByTime = (
  total: number,
  count: number,
  perPage: number,
  next_cursor: string | null,
): Pagination => ({ ...paginate(total, count, 1, perPage), next_cursor });
