import { pageOf } from "../../contract/envelope.ts";
import { accountOperations as operations } from "../../contract/dashboard/accounts.ts";
import { changeChannelSteps, readChannelSteps } from "../../domain/accounts/channel-steps.ts";
import {
  changeOwnAccount,
  createOwnAccount,
  listAccountChoices,
  listOwnAccounts,
  previewQris,
  readOwnAccount,
} from "../../domain/dashboard/own-accounts.ts";
import { listQuotaOrders, orderQuota, readQuota } from "../../domain/dashboard/quota.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const accountProcedures = {
  listAccountChoices: sessionProcedure
    .meta(operations.listAccountChoices.meta)
    .input(operations.listAccountChoices.input)
    .output(operations.listAccountChoices.output)
    .query(({ ctx }) => listAccountChoices(ctx.gateway)),

  listOwnAccounts: sessionProcedure
    .meta(operations.listOwnAccounts.meta)
    .input(operations.listOwnAccounts.input)
    .output(pageOf(operations.listOwnAccounts.output))
    .query(({ ctx, input }) =>
      listOwnAccounts(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getOwnAccount: sessionProcedure
    .meta(operations.getOwnAccount.meta)
    .input(operations.getOwnAccount.input)
    .output(operations.getOwnAccount.output)
    .query(({ ctx, input }) =>
      readOwnAccount(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  previewQris: sessionProcedure
    .meta(operations.previewQris.meta)
    .input(operations.previewQris.input)
    .output(operations.previewQris.output)
    .mutation(({ input }) => previewQris(input.qris)),

  createOwnAccount: sessionProcedure
    .meta(operations.createOwnAccount.meta)
    .input(operations.createOwnAccount.input)
    .output(operations.createOwnAccount.output)
    .mutation(({ ctx, input }) =>
      createOwnAccount(ctx.gateway, ctx.actor, {
        session: ctx.session,
        request: {
          channel_id: input.channel_id,
          account_number: input.account_number ?? null,
          account_name: input.account_name ?? null,
          qris: input.qris ?? null,
          app_package: input.app_package ?? null,
          device_id: input.device_id ?? null,
          account_min_amount: input.account_min_amount,
          account_max_amount: input.account_max_amount ?? null,
          unusual_number: input.unusual_number,
          again: input.again,
        },
      }),
    ),

  changeOwnAccount: sessionProcedure
    .meta(operations.changeOwnAccount.meta)
    .input(operations.changeOwnAccount.input)
    .output(operations.changeOwnAccount.output)
    .mutation(({ ctx, input: { account_id, ...change } }) =>
      changeOwnAccount(ctx.gateway, ctx.actor, { session: ctx.session, account_id, change }),
    ),

  getChannelSteps: sessionProcedure
    .meta(operations.getChannelSteps.meta)
    .input(operations.getChannelSteps.input)
    .output(operations.getChannelSteps.output)
    .query(({ ctx, input }) =>
      readChannelSteps(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  changeChannelSteps: sessionProcedure
    .meta(operations.changeChannelSteps.meta)
    .input(operations.changeChannelSteps.input)
    .output(operations.changeChannelSteps.output)
    .mutation(({ ctx, input }) =>
      changeChannelSteps(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  getQuota: sessionProcedure
    .meta(operations.getQuota.meta)
    .input(operations.getQuota.input)
    .output(operations.getQuota.output)
    .query(({ ctx, input }) =>
      readQuota(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  orderQuota: sessionProcedure
    .meta(operations.orderQuota.meta)
    .input(operations.orderQuota.input)
    .output(operations.orderQuota.output)
    .mutation(({ ctx, input }) =>
      orderQuota(ctx.gateway, ctx.actor, {
        session: ctx.session,
        ...input,
        createPayment: ctx.services.createPayment,
      }),
    ),

  listQuotaOrders: sessionProcedure
    .meta(operations.listQuotaOrders.meta)
    .input(operations.listQuotaOrders.input)
    .output(pageOf(operations.listQuotaOrders.output))
    .query(({ ctx, input }) =>
      listQuotaOrders(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),
};
