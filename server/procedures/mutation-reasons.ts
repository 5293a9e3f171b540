import { pageOf } from "../contract/envelope.ts";
import { workerOperations as operations } from "../contract/index.ts";
import { listMutationReasons } from "../domain/mutations/mutation-reasons.ts";
import { listLikelyMutations, listNearMisses } from "../domain/mutations/near-misses.ts";
import { merchantProcedure } from "./trpc.ts";

/** Why transfers matched or did not, for the merchant's dashboard. */
export const mutationReasonProcedures = {
  listMutationReasons: merchantProcedure
    .meta(operations.listMutationReasons.meta)
    .input(operations.listMutationReasons.input)
    .output(pageOf(operations.listMutationReasons.output))
    .query(({ ctx, input }) =>
      listMutationReasons(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    ),

  listNearMisses: merchantProcedure
    .meta(operations.listNearMisses.meta)
    .input(operations.listNearMisses.input)
    .output(operations.listNearMisses.output)
    .query(({ ctx, input }) =>
      listNearMisses(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    ),

  listLikelyMutations: merchantProcedure
    .meta(operations.listLikelyMutations.meta)
    .input(operations.listLikelyMutations.input)
    .output(operations.listLikelyMutations.output)
    .query(({ ctx, input }) =>
      listLikelyMutations(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    ),
};
