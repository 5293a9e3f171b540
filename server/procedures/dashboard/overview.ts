import { overviewOperations as operations } from "../../contract/dashboard/overview.ts";
import { readChecklist, readOverview } from "../../domain/dashboard/overview.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const overviewProcedures = {
  readOverview: sessionProcedure
    .meta(operations.readOverview.meta)
    .input(operations.readOverview.input)
    .output(operations.readOverview.output)
    .query(({ ctx, input }) =>
      readOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  readChecklist: sessionProcedure
    .meta(operations.readChecklist.meta)
    .input(operations.readChecklist.input)
    .output(operations.readChecklist.output)
    .query(({ ctx }) => readChecklist(ctx.gateway, ctx.session.merchant_id)),
};
