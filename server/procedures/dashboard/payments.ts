import { inPieces } from "../../contract/envelope.ts";
import { paymentOperations as operations } from "../../contract/dashboard/payments.ts";
import { listLikelyMutations } from "../../domain/mutations/near-misses.ts";
import { payTestPayment } from "../../domain/dashboard/test-payments.ts";
import { cancelOwnPayment, matchOwnPayment } from "../../domain/dashboard/own-payments.ts";
import { readPaymentDetail } from "../../domain/dashboard/payment-detail.ts";
import { exportPayments } from "../../domain/dashboard/payment-export.ts";
import { readPaymentTotals, searchPayments } from "../../domain/dashboard/payment-search.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

export const paymentProcedures = {
  searchPayments: sessionProcedure
    .meta(operations.searchPayments.meta)
    .input(operations.searchPayments.input)
    .output(operations.searchPayments.output)
    .query(async ({ ctx, input }) =>
      searchPayments(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  getPaymentTotals: sessionProcedure
    .meta(operations.getPaymentTotals.meta)
    .input(operations.getPaymentTotals.input)
    .output(operations.getPaymentTotals.output)
    .query(async ({ ctx, input }) =>
      readPaymentTotals(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  exportPayments: sessionProcedure
    .meta(operations.exportPayments.meta)
    .input(operations.exportPayments.input)
    .output(inPieces(operations.exportPayments.output))
    .query(async ({ ctx, input }) =>
      exportPayments(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  getPaymentDetail: sessionProcedure
    .meta(operations.getPaymentDetail.meta)
    .input(operations.getPaymentDetail.input)
    .output(operations.getPaymentDetail.output)
    .query(async ({ ctx, input }) =>
      readPaymentDetail(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  listOwnLikelyMutations: sessionProcedure
    .meta(operations.listOwnLikelyMutations.meta)
    .input(operations.listOwnLikelyMutations.input)
    .output(operations.listOwnLikelyMutations.output)
    .query(({ ctx, input }) =>
      listLikelyMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  cancelOwnPayment: sessionProcedure
    .meta(operations.cancelOwnPayment.meta)
    .input(operations.cancelOwnPayment.input)
    .output(operations.cancelOwnPayment.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      await cancelOwnPayment(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),

  payTestPayment: sessionProcedure
    .meta(operations.payTestPayment.meta)
    .input(operations.payTestPayment.input)
    .output(operations.payTestPayment.output)
    .mutation(async ({ ctx, input }) => {
      await payTestPayment(ctx.gateway, {
        merchant_id: await merchantOf(ctx, { is_test: true }),
        ...input,
      });
      return null;
    }),

  matchOwnPayment: sessionProcedure
    .meta(operations.matchOwnPayment.meta)
    .input(operations.matchOwnPayment.input)
    .output(operations.matchOwnPayment.output)
    .mutation(async ({ ctx, input }) => {
      await matchOwnPayment(ctx.gateway, ctx.actor, {
        session: ctx.session,
        payment_code: input.payment_code,
        mutation_id: input.mutation_id ?? null,
      });
      return null;
    }),
};
