import { pageOf } from "../../contract/envelope.ts";
import { mutationOperations as operations } from "../../contract/dashboard/mutations.ts";
import {
  listOwnMutations,
  readOwnMutation,
  searchOwnMutations,
} from "../../domain/dashboard/own-mutations.ts";
import { readMutationTotals } from "../../domain/mutations/mutation-reasons.ts";
import { listNearMisses } from "../../domain/mutations/near-misses.ts";
import { listUnreadTexts } from "../../domain/mutations/unread-notifications.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const mutationProcedures = {
  listOwnMutationReasons: sessionProcedure
    .meta(operations.listOwnMutationReasons.meta)
    .input(operations.listOwnMutationReasons.input)
    .output(pageOf(operations.listOwnMutationReasons.output))
    .query(({ ctx, input }) =>
      listOwnMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getMutationTotals: sessionProcedure
    .meta(operations.getMutationTotals.meta)
    .input(operations.getMutationTotals.input)
    .output(operations.getMutationTotals.output)
    .query(({ ctx, input }) =>
      readMutationTotals(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  searchMutations: sessionProcedure
    .meta(operations.searchMutations.meta)
    .input(operations.searchMutations.input)
    .output(operations.searchMutations.output)
    .query(({ ctx, input }) =>
      searchOwnMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getOwnMutation: sessionProcedure
    .meta(operations.getOwnMutation.meta)
    .input(operations.getOwnMutation.input)
    .output(operations.getOwnMutation.output)
    .query(({ ctx, input }) =>
      readOwnMutation(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listOwnNearMisses: sessionProcedure
    .meta(operations.listOwnNearMisses.meta)
    .input(operations.listOwnNearMisses.input)
    .output(operations.listOwnNearMisses.output)
    .query(({ ctx, input }) =>
      listNearMisses(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listUnreadTexts: sessionProcedure
    .meta(operations.listUnreadTexts.meta)
    .input(operations.listUnreadTexts.input)
    .output(pageOf(operations.listUnreadTexts.output))
    .query(({ ctx, input }) =>
      listUnreadTexts(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),
};
