import { invoiceOperations } from "../../contract/dashboard/invoices.ts";
import {
  cancelInvoice,
  createInvoice,
  mailInvoice,
  readInvoice,
} from "../../domain/sales/invoices.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const invoiceProcedures = implement(sessionProcedure, invoiceOperations, {
  createInvoice: ({ ctx, input }) =>
    createInvoice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, input }),

  getInvoice: ({ ctx, input }) =>
    readInvoice(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  mailInvoice: ({ ctx, input: { sale_id, ...mail } }) =>
    mailInvoice(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      sale_id,
      mail,
    }),

  cancelInvoice: ({ ctx, input }) =>
    cancelInvoice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),
});
