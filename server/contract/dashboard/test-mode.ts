import { z } from "zod";

/** For operations that read or change the objects of test keys. */
export const inTestMode = {
  is_test: z.boolean().default(false).meta({
    description: "`true` for records created with test keys, otherwise live ones.",
  }),
};
