import { z } from "zod";

/** For operations that read or change what test keys have made. */
export const inTestMode = {
  is_test: z.boolean().default(false).meta({
    description: "`true` lists only records created with test keys.",
  }),
};
