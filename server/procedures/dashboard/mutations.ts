import { pageOf } from "../../contract/envelope.ts";
import { mutationOperations as operations } from "../../contract/dashboard/mutations.ts";
import { listMutationReasons } from "../../domain/mutations/mutation-reasons.ts";
import { listNearMisses } from "../../domain/mutations/near-misses.ts";
import { listUnreadTexts } from "../../domain/mutations/unread-notifications.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const mutationProcedures = {
  listOwnMutationReasons: sessionProcedure
    .meta(operations.listOwnMutationReasons.meta)
    .input(operations.listOwnMutationReasons.input)
    .output(pageOf(operations.listOwnMutationReasons.output))
    .query(({ ctx, input }) =>
      listMutationReasons(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
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
