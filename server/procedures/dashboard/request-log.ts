import { requestLogOperations as operations } from "../../contract/dashboard/request-log.ts";
import { listLoggedRequests, readLoggedRequest } from "../../domain/merchants/request-log.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const requestLogProcedures = {
  listLoggedRequests: sessionProcedure
    .meta(operations.listLoggedRequests.meta)
    .input(operations.listLoggedRequests.input)
    .output(operations.listLoggedRequests.output)
    .query(({ ctx, input }) =>
      listLoggedRequests(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getLoggedRequest: sessionProcedure
    .meta(operations.getLoggedRequest.meta)
    .input(operations.getLoggedRequest.input)
    .output(operations.getLoggedRequest.output)
    .query(({ ctx, input }) =>
      readLoggedRequest(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),
};
