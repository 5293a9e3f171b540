import { apiKeyOperations as operations } from "../../contract/dashboard/api-keys.ts";
import { listApiKeys } from "../../domain/merchants/api-keys.ts";
import { createOwnApiKey, revokeOwnApiKey } from "../../domain/dashboard/own-api-keys.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const apiKeyProcedures = {
  listApiKeys: sessionProcedure
    .meta(operations.listApiKeys.meta)
    .input(operations.listApiKeys.input)
    .output(operations.listApiKeys.output)
    .query(({ ctx }) => listApiKeys(ctx.gateway.sql, ctx.session.merchant_id)),

  createApiKey: sessionProcedure
    .meta(operations.createApiKey.meta)
    .input(operations.createApiKey.input)
    .output(operations.createApiKey.output)
    .mutation(({ ctx, input }) =>
      createOwnApiKey(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  revokeApiKey: sessionProcedure
    .meta(operations.revokeApiKey.meta)
    .input(operations.revokeApiKey.input)
    .output(operations.revokeApiKey.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      await revokeOwnApiKey(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),
};
