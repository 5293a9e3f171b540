import { reconciliationOperations } from "../../contract/dashboard/reconciliation.ts";
import {
  decideOwnTransfers,
  listOpenDifferences,
  listTransferCandidates,
  listTransfers,
  noteOwnTransfer,
  refundOwnPayment,
  reopenOwnTransfer,
  sendOwnRefund,
  separateOwnTransfer,
  setOwnTransferAside,
  settleOwnPayment,
  tieOwnTransfer,
  withdrawOwnRefund,
} from "../../domain/reconciliation/reconciliation.ts";
import { followUpOwnPayment } from "../../domain/reconciliation/follow-ups.ts";
import { listOwedRefunds } from "../../domain/reconciliation/refunds.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const reconciliationProcedures = implement(sessionProcedure, reconciliationOperations, {
  listTransfers: ({ ctx, input }) =>
    listTransfers(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  listTransferCandidates: ({ ctx, input }) =>
    listTransferCandidates(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  listOpenDifferences: ({ ctx }) => listOpenDifferences(ctx.gateway, ctx.session),

  listOwedRefunds: ({ ctx }) => listOwedRefunds(ctx.gateway, ctx.session),

  tieTransfer: ({ ctx, input }) =>
    tieOwnTransfer(ctx.gateway, ctx.actor, {
      session: ctx.session,
      ...input,
      refund: input.refund ?? null,
    }),

  followUpPayment: ({ ctx, input }) =>
    followUpOwnPayment(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  setTransferAside: ({ ctx, input }) =>
    setOwnTransferAside(ctx.gateway, ctx.actor, {
      session: ctx.session,
      mutation_id: input.mutation_id,
      refund: input.refund ?? null,
    }),

  decideTransfers: ({ ctx, input }) =>
    decideOwnTransfers(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  reopenTransfer: ({ ctx, input }) =>
    reopenOwnTransfer(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  noteTransfer: ({ ctx, input }) =>
    noteOwnTransfer(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      mutation_id: input.mutation_id,
      note: input.note ?? null,
      assigned_to: input.assigned_to ?? null,
    }),

  separateTransfer: ({ ctx, input }) =>
    separateOwnTransfer(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  settlePayment: ({ ctx, input }) =>
    settleOwnPayment(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  refundPayment: ({ ctx, input }) =>
    refundOwnPayment(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  sendRefund: ({ ctx, input }) =>
    sendOwnRefund(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  withdrawRefund: ({ ctx, input }) =>
    withdrawOwnRefund(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
});
