import { z } from "zod";
import { pageInput, text } from "../fields.ts";
import { limits } from "../limits.ts";

/** The input of lists with a cursor: every part of the list costs the same, and no item comes twice. */

export const cursorInput = {
  cursor: text({ max: limits.textCharacters })
    .meta({ description: "`next_cursor` of the answer before; without it the list begins." })
    .optional(),
  per_page: pageInput.per_page,
};

/** For lists whose index is walked in either direction at the same cost. */
export const oldestFirst = z.boolean().default(false).meta({
  description:
    "`true` begins with the oldest. A cursor goes on in the direction in which it was given.",
});

export const found = z
  .object({
    count: z.int().min(0).meta({ description: "The number of rows that the filter finds." }),
    is_complete: z.boolean().meta({
      description: `\`false\` when there are more: at most ${limits.rowsPerTotal} are looked at.`,
    }),
  })
  .meta({
    id: "Found",
    description: "The number of rows that a filter finds, on all pages together.",
  });

export type Found = z.infer<typeof found>;

/** Totals that only the first page of a list has; later pages have null. */
export const foundOnFirstPage = found
  .nullable()
  .meta({ description: "The number of rows in all, on the first page; null on later pages." });

export function cursorPage<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: z.array(item).meta({ description: "The rows of this page." }),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: "Send it as `cursor` to go on; null at the end of the list." }),
    })
    .meta({ id, description: "A part of a list." });
}

export interface CursorPage<Item> {
  items: Item[];
  next_cursor: string | null;
}
