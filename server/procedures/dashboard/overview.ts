import { overviewOperations as operations } from "../../contract/dashboard/overview.ts";
import { readChecklist, readOverview } from "../../domain/dashboard/overview.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const overviewProcedures = {
  getOverview: sessionProcedure
    .meta(operations.getOverview.meta)
    .input(operations.getOverview.input)
    .output(operations.getOverview.output)
    .query(({ ctx, input }) =>
      readOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getChecklist: sessionProcedure
    .meta(operations.getChecklist.meta)
    .input(operations.getChecklist.input)
    .output(operations.getChecklist.output)
    .query(({ ctx }) => readChecklist(ctx.gateway, ctx.session.merchant_id)),
};
