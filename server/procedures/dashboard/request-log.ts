import { requestLogOperations as operations } from "../../contract/dashboard/request-log.ts";
import { listLoggedRequests, readLoggedRequest } from "../../domain/merchants/request-log.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

export const requestLogProcedures = {
  listLoggedRequests: sessionProcedure
    .meta(operations.listLoggedRequests.meta)
    .input(operations.listLoggedRequests.input)
    .output(operations.listLoggedRequests.output)
    .query(async ({ ctx, input }) =>
      listLoggedRequests(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  getLoggedRequest: sessionProcedure
    .meta(operations.getLoggedRequest.meta)
    .input(operations.getLoggedRequest.input)
    .output(operations.getLoggedRequest.output)
    .query(async ({ ctx, input }) =>
      readLoggedRequest(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),
};
