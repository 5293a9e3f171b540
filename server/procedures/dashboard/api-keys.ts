import { apiKeyOperations } from "../../contract/dashboard/api-keys.ts";
import { listApiKeys } from "../../domain/merchants/api-keys.ts";
import { createOwnApiKey, revokeOwnApiKey } from "../../domain/access/own-api-keys.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const apiKeyProcedures = implement(sessionProcedure, apiKeyOperations, {
  listApiKeys: ({ ctx }) => listApiKeys(ctx.gateway.sql, ctx.session.merchant_id),

  createApiKey: ({ ctx, input }) =>
    createOwnApiKey(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  revokeApiKey: ({ ctx, input }) =>
    revokeOwnApiKey(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),
});
