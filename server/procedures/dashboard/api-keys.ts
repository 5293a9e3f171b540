import { apiKeyOperations as operations } from "../../contract/dashboard/api-keys.ts";
import { GatewayError } from "../../contract/errors.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "../../domain/api-keys.ts";
import { audited } from "../../domain/audit.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const apiKeyProcedures = {
  listApiKeys: sessionProcedure
    .meta(operations.listApiKeys.meta)
    .input(operations.listApiKeys.input)
    .query(({ ctx }) => listApiKeys(ctx.gateway.sql, ctx.session.merchant_id)),

  createApiKey: sessionProcedure
    .meta(operations.createApiKey.meta)
    .input(operations.createApiKey.input)
    .mutation(({ ctx, input: { label } }) => {
      const { merchant_id } = ctx.session;
      return audited(
        ctx.gateway,
        ctx.actor,
        ({ sql }) => createApiKey(sql, merchant_id, label),
        ({ key_id, key_prefix }) => ({
          merchant_id,
          action: "api_key.created",
          object_id: key_id,
          details: { label, key_prefix },
        }),
      );
    }),

  revokeApiKey: sessionProcedure
    .meta(operations.revokeApiKey.meta)
    .input(operations.revokeApiKey.input)
    .mutation(async ({ ctx, input: { key_id } }) => {
      const { merchant_id } = ctx.session;
      await audited(
        ctx.gateway,
        ctx.actor,
        async ({ sql }) => {
          if (await revokeApiKey(sql, key_id, merchant_id)) return;
          throw new GatewayError("not_found", { message: "API key not found" });
        },
        () => ({ merchant_id, action: "api_key.revoked", object_id: key_id }),
      );
      return null;
    }),
};
