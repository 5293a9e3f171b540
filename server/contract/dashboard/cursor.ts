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

export function cursorPage<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: z.array(item).meta({ description: "What is on this page." }),
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
