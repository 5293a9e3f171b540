import { pageOf } from "../../contract/envelope.ts";
import { operatorOperations as operations } from "../../contract/dashboard/operator.ts";
import {
  listFailingWebhooks,
  listMerchantAccounts,
  listMerchants,
} from "../../domain/dashboard/operator.ts";
import { grantQuota } from "../../domain/dashboard/quota.ts";
import { readSystemHealth } from "../../domain/upkeep/system-health.ts";
import { operatorProcedure } from "./session-procedure.ts";

export const operatorProcedures = {
  listMerchants: operatorProcedure
    .meta(operations.listMerchants.meta)
    .input(operations.listMerchants.input)
    .output(operations.listMerchants.output)
    .query(({ ctx, input }) => listMerchants(ctx.gateway, input)),

  listMerchantAccounts: operatorProcedure
    .meta(operations.listMerchantAccounts.meta)
    .input(operations.listMerchantAccounts.input)
    .output(pageOf(operations.listMerchantAccounts.output))
    .query(({ ctx, input }) => listMerchantAccounts(ctx.gateway, input)),

  grantQuota: operatorProcedure
    .meta(operations.grantQuota.meta)
    .input(operations.grantQuota.input)
    .output(operations.grantQuota.output)
    .mutation(async ({ ctx, input }) => {
      await grantQuota(ctx.gateway, ctx.actor, input);
      return null;
    }),

  listFailingWebhooks: operatorProcedure
    .meta(operations.listFailingWebhooks.meta)
    .input(operations.listFailingWebhooks.input)
    .output(pageOf(operations.listFailingWebhooks.output))
    .query(({ ctx, input }) => listFailingWebhooks(ctx.gateway, input)),

  getSystemHealth: operatorProcedure
    .meta(operations.getSystemHealth.meta)
    .input(operations.getSystemHealth.input)
    .output(operations.getSystemHealth.output)
    .query(({ ctx }) => readSystemHealth(ctx.gateway)),
};
