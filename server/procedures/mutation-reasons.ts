import { mutationReasonOperations } from "../contract/index.ts";
import { listMutationReasons } from "../domain/mutations/mutation-reasons.ts";
import { listLikelyMutations, listNearMisses } from "../domain/mutations/near-misses.ts";
import { implement } from "./implement.ts";
import { merchantProcedure } from "./trpc.ts";

/** The reasons why transfers matched or did not match, for the merchant's own programs. */
export const mutationReasonProcedures = implement(merchantProcedure, mutationReasonOperations, {
  listMutationReasons: ({ ctx, input }) =>
    listMutationReasons(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),

  listNearMisses: ({ ctx, input }) =>
    listNearMisses(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),

  listLikelyMutations: ({ ctx, input }) =>
    listLikelyMutations(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
});
