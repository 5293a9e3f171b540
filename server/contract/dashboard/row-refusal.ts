import { z } from "zod";

/** The result for one of the rows that a request changes. */
export const rowRefusal = z
  .enum(["not_found", "conflict", "payment_not_cancellable"])
  .nullable()
  .meta({ description: "The code of the refusal for this row; null if the row was changed." });

export type RowRefusal = z.infer<typeof rowRefusal>;
