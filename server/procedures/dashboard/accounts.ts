import { accountOperations } from "../../contract/dashboard/accounts.ts";
import { changeChannelSteps, readChannelSteps } from "../../domain/accounts/channel-steps.ts";
import {
  changeOwnAccount,
  createOwnAccount,
  listAccountChoices,
  listOwnAccounts,
  previewQris,
  readOwnAccount,
} from "../../domain/accounts/own-accounts.ts";
import { answerForOwnApp } from "../../domain/accounts/merchant-apps.ts";
import { addOwnBank, changeOwnBank, removeOwnBank } from "../../domain/accounts/own-banks.ts";
import { listQuotaOrders, orderQuota, readQuota, renewQuota } from "../../domain/accounts/quota.ts";
import { readAccountSources } from "../../domain/sources/account-sources.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const accountProcedures = implement(sessionProcedure, accountOperations, {
  listAccountChoices: ({ ctx }) => listAccountChoices(ctx.gateway, ctx.session),

  addOwnBank: ({ ctx, input }) =>
    addOwnBank(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  changeOwnBank: ({ ctx, input }) =>
    changeOwnBank(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  removeOwnBank: ({ ctx, input }) =>
    removeOwnBank(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  answerForApp: ({ ctx, input }) =>
    answerForOwnApp(ctx.gateway, ctx.actor, {
      session: ctx.session,
      ...input,
      app_name: input.app_name ?? null,
    }),

  listOwnAccounts: ({ ctx, input }) =>
    listOwnAccounts(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  getOwnAccount: ({ ctx, input }) =>
    readOwnAccount(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  getAccountSources: ({ ctx, input }) =>
    readAccountSources(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  previewQris: ({ input }) => previewQris(input.qris),

  createOwnAccount: ({ ctx, input }) =>
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

  changeOwnAccount: ({ ctx, input: { account_id, ...change } }) =>
    changeOwnAccount(ctx.gateway, ctx.actor, { session: ctx.session, account_id, change }),

  getChannelSteps: ({ ctx, input }) =>
    readChannelSteps(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  changeChannelSteps: ({ ctx, input }) =>
    changeChannelSteps(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  getQuota: ({ ctx, input }) =>
    readQuota(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  renewQuota: ({ ctx, input }) =>
    renewQuota(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  orderQuota: ({ ctx, input }) =>
    orderQuota(ctx.gateway, ctx.actor, {
      session: ctx.session,
      ...input,
      createPayment: ctx.services.createPayment,
    }),

  listQuotaOrders: ({ ctx, input }) =>
    listQuotaOrders(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
});
