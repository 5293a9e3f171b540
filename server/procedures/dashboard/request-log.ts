import { requestLogOperations } from "../../contract/dashboard/request-log.ts";
import { listLoggedRequests, readLoggedRequest } from "../../domain/merchants/request-log.ts";
import { implement } from "../implement.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

export const requestLogProcedures = implement(sessionProcedure, requestLogOperations, {
  listLoggedRequests: async ({ ctx, input }) =>
    listLoggedRequests(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  getLoggedRequest: async ({ ctx, input }) =>
    readLoggedRequest(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
});
