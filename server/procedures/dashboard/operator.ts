import { operatorOperations } from "../../contract/dashboard/operator.ts";
import {
  listFailingWebhooks,
  listMerchantAccounts,
  listMerchants,
} from "../../domain/overview/operator.ts";
import { grantQuota } from "../../domain/accounts/quota.ts";
import { readSystemHealth } from "../../domain/upkeep/system-health.ts";
import { implement } from "../implement.ts";
import { operatorProcedure } from "./session-procedure.ts";

export const operatorProcedures = implement(operatorProcedure, operatorOperations, {
  listMerchants: ({ ctx, input }) => listMerchants(ctx.gateway, input),

  listMerchantAccounts: ({ ctx, input }) => listMerchantAccounts(ctx.gateway, input),

  grantQuota: ({ ctx, input }) => grantQuota(ctx.gateway, ctx.actor, input),

  listFailingWebhooks: ({ ctx, input }) => listFailingWebhooks(ctx.gateway, input),

  getSystemHealth: ({ ctx }) => readSystemHealth(ctx.gateway),
});
