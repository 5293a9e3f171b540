import { reconciliationOperations as operations } from "../../contract/dashboard/reconciliation.ts";
import {
  listOpenDifferences,
  listTransferCandidates,
  listTransfers,
  noteOwnTransfer,
  refundOwnPayment,
  reopenOwnTransfer,
  separateOwnTransfer,
  setOwnTransferAside,
  settleOwnPayment,
  tieOwnTransfer,
  withdrawOwnRefund,
} from "../../domain/dashboard/reconciliation.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const reconciliationProcedures = {
  listTransfers: sessionProcedure
    .meta(operations.listTransfers.meta)
    .input(operations.listTransfers.input)
    .output(operations.listTransfers.output)
    .query(({ ctx, input }) =>
      listTransfers(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listTransferCandidates: sessionProcedure
    .meta(operations.listTransferCandidates.meta)
    .input(operations.listTransferCandidates.input)
    .output(operations.listTransferCandidates.output)
    .query(({ ctx, input }) =>
      listTransferCandidates(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listOpenDifferences: sessionProcedure
    .meta(operations.listOpenDifferences.meta)
    .input(operations.listOpenDifferences.input)
    .output(operations.listOpenDifferences.output)
    .query(({ ctx }) => listOpenDifferences(ctx.gateway, ctx.session)),

  tieTransfer: sessionProcedure
    .meta(operations.tieTransfer.meta)
    .input(operations.tieTransfer.input)
    .output(operations.tieTransfer.output)
    .mutation(async ({ ctx, input }) => {
      await tieOwnTransfer(ctx.gateway, ctx.actor, {
        session: ctx.session,
        ...input,
        refund: input.refund ?? null,
      });
      return null;
    }),

  setTransferAside: sessionProcedure
    .meta(operations.setTransferAside.meta)
    .input(operations.setTransferAside.input)
    .output(operations.setTransferAside.output)
    .mutation(async ({ ctx, input }) => {
      await setOwnTransferAside(ctx.gateway, ctx.actor, {
        session: ctx.session,
        mutation_id: input.mutation_id,
        refund: input.refund ?? null,
      });
      return null;
    }),

  reopenTransfer: sessionProcedure
    .meta(operations.reopenTransfer.meta)
    .input(operations.reopenTransfer.input)
    .output(operations.reopenTransfer.output)
    .mutation(async ({ ctx, input }) => {
      await reopenOwnTransfer(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  separateTransfer: sessionProcedure
    .meta(operations.separateTransfer.meta)
    .input(operations.separateTransfer.input)
    .output(operations.separateTransfer.output)
    .mutation(async ({ ctx, input }) => {
      await separateOwnTransfer(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  noteTransfer: sessionProcedure
    .meta(operations.noteTransfer.meta)
    .input(operations.noteTransfer.input)
    .output(operations.noteTransfer.output)
    .mutation(async ({ ctx, input }) => {
      await noteOwnTransfer(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        mutation_id: input.mutation_id,
        note: input.note ?? null,
        assigned_to: input.assigned_to ?? null,
      });
      return null;
    }),

  settlePayment: sessionProcedure
    .meta(operations.settlePayment.meta)
    .input(operations.settlePayment.input)
    .output(operations.settlePayment.output)
    .mutation(async ({ ctx, input }) => {
      await settleOwnPayment(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  refundPayment: sessionProcedure
    .meta(operations.refundPayment.meta)
    .input(operations.refundPayment.input)
    .output(operations.refundPayment.output)
    .mutation(async ({ ctx, input }) => {
      await refundOwnPayment(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  withdrawRefund: sessionProcedure
    .meta(operations.withdrawRefund.meta)
    .input(operations.withdrawRefund.input)
    .output(operations.withdrawRefund.output)
    .mutation(async ({ ctx, input }) => {
      await withdrawOwnRefund(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),
};
