import { overviewOperations as operations } from "../../contract/dashboard/overview.ts";
import { inPieces } from "../../contract/envelope.ts";
import { readAttention } from "../../domain/dashboard/attention.ts";
import { exportOverview, readChecklist, readOverview } from "../../domain/dashboard/overview.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const overviewProcedures = {
  getAttention: sessionProcedure
    .meta(operations.getAttention.meta)
    .input(operations.getAttention.input)
    .output(operations.getAttention.output)
    .query(({ ctx }) => readAttention(ctx.gateway, ctx.session.merchant_id)),

  getOverview: sessionProcedure
    .meta(operations.getOverview.meta)
    .input(operations.getOverview.input)
    .output(operations.getOverview.output)
    .query(({ ctx, input }) =>
      readOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  exportOverview: sessionProcedure
    .meta(operations.exportOverview.meta)
    .input(operations.exportOverview.input)
    .output(inPieces(operations.exportOverview.output))
    .query(({ ctx, input }) =>
      exportOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getChecklist: sessionProcedure
    .meta(operations.getChecklist.meta)
    .input(operations.getChecklist.input)
    .output(operations.getChecklist.output)
    .query(({ ctx }) => readChecklist(ctx.gateway, ctx.session.merchant_id)),
};
