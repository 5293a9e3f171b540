import { z } from "zod";
import { pageInput, text } from "../fields.ts";
import { limits } from "../limits.ts";

/** The input of a list with a cursor. Every part of the list costs the same, and no item appears twice. */

export const cursorInput = {
  cursor: text({ max: limits.textCharacters })
    .meta({
      description:
        "`next_cursor` of the previous response. Omit this parameter for the first page.",
    })
    .optional(),
  per_page: pageInput.per_page,
};

/** For lists whose index is read in either direction at the same cost. */
export const oldestFirst = z.boolean().default(false).meta({
  description: "`true` lists the oldest first. A cursor keeps the direction of its list.",
});

export const found = z
  .object({
    count: z.int().min(0).meta({ description: "The number of rows that the filter finds." }),
    is_complete: z.boolean().meta({
      description: `\`false\` if there are more. Tepat counts at most ${limits.rowsPerTotal} rows.`,
    }),
  })
  .meta({
    id: "Found",
    description: "The number of rows that a filter finds, on all pages together.",
  });

export type Found = z.infer<typeof found>;

/** Totals on the first page of a list. Later pages have null. */
export const foundOnFirstPage = found
  .nullable()
  .meta({ description: "The total number of rows, on the first page; null on later pages." });

export function cursorPage<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: z.array(item).meta({ description: "The rows of this page." }),
      next_cursor: z.string().nullable().meta({
        description: "Send this value as `cursor` to get the next page. Null on the last page.",
      }),
    })
    .meta({ id, description: "A page of a list." });
}

export interface CursorPage<Item> {
  items: Item[];
  next_cursor: string | null;
}
