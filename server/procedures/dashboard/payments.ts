import { paymentOperations } from "../../contract/dashboard/payments.ts";
import { withHeads } from "../../domain/base/column-heads.ts";
import { listLikelyMutations } from "../../domain/mutations/near-misses.ts";
import { createTestPayment, payTestPayment } from "../../domain/mutations/test-payments.ts";
import {
  cancelOwnPayment,
  cancelOwnPayments,
  matchOwnPayment,
} from "../../domain/mutations/own-payments.ts";
import { readPaymentDetail } from "../../domain/reconciliation/payment-detail.ts";
import { exportPayments, paymentHeads } from "../../domain/payments/payment-export.ts";
import {
  readPaymentCounts,
  readPaymentTotals,
  searchPayments,
} from "../../domain/payments/payment-search.ts";
import { implement } from "../implement.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

export const paymentProcedures = implement(sessionProcedure, paymentOperations, {
  searchPayments: async ({ ctx, input }) =>
    searchPayments(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  getPaymentTotals: async ({ ctx, input }) =>
    readPaymentTotals(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  getPaymentCounts: async ({ ctx, input }) =>
    readPaymentCounts(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  exportPayments: async ({ ctx, input }) =>
    exportPayments(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  exportPaymentsWorkbook: async ({ ctx, input: { language, ...input } }) =>
    withHeads(
      await exportPayments(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
      paymentHeads,
      language,
    ),

  getPaymentDetail: async ({ ctx, input }) =>
    readPaymentDetail(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  listOwnLikelyMutations: ({ ctx, input }) =>
    listLikelyMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  cancelOwnPayment: ({ ctx, input }) =>
    cancelOwnPayment(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  createTestPayment: ({ ctx }) => createTestPayment(ctx.gateway, ctx.session),

  cancelOwnPayments: ({ ctx, input }) =>
    cancelOwnPayments(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  payTestPayment: async ({ ctx, input }) =>
    payTestPayment(ctx.gateway, {
      merchant_id: await merchantOf(ctx, { is_test: true }),
      ...input,
    }),

  matchOwnPayment: ({ ctx, input }) =>
    matchOwnPayment(ctx.gateway, ctx.actor, {
      session: ctx.session,
      payment_code: input.payment_code,
      mutation_id: input.mutation_id ?? null,
      seen: input.seen,
    }),
});
