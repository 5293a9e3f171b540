import { pageOf } from "../../contract/envelope.ts";
import { mutationOperations as operations } from "../../contract/dashboard/mutations.ts";
import { listExplainedMutations } from "../../domain/mutations/mutation-reasons.ts";
import { listNearMisses } from "../../domain/mutations/near-misses.ts";
import { listUnreadTexts } from "../../domain/mutations/unread-notifications.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const mutationProcedures = {
  listTransfers: sessionProcedure
    .meta(operations.listTransfers.meta)
    .input(operations.listTransfers.input)
    .output(pageOf(operations.listTransfers.output))
    .query(({ ctx, input }) =>
      listExplainedMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listNearPayments: sessionProcedure
    .meta(operations.listNearPayments.meta)
    .input(operations.listNearPayments.input)
    .output(operations.listNearPayments.output)
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
