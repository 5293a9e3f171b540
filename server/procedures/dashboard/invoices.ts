import { invoiceOperations as operations } from "../../contract/dashboard/invoices.ts";
import {
  cancelInvoice,
  createInvoice,
  listInvoices,
  mailInvoice,
  readInvoice,
} from "../../domain/sales/invoices.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const invoiceProcedures = {
  listInvoices: sessionProcedure
    .meta(operations.listInvoices.meta)
    .input(operations.listInvoices.input)
    .output(operations.listInvoices.output)
    .query(({ ctx, input }) =>
      listInvoices(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  createInvoice: sessionProcedure
    .meta(operations.createInvoice.meta)
    .input(operations.createInvoice.input)
    .output(operations.createInvoice.output)
    .mutation(({ ctx, input }) =>
      createInvoice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, input }),
    ),

  getInvoice: sessionProcedure
    .meta(operations.getInvoice.meta)
    .input(operations.getInvoice.input)
    .output(operations.getInvoice.output)
    .query(({ ctx, input }) =>
      readInvoice(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  mailInvoice: sessionProcedure
    .meta(operations.mailInvoice.meta)
    .input(operations.mailInvoice.input)
    .output(operations.mailInvoice.output)
    .mutation(({ ctx, input: { sale_id, ...mail } }) =>
      mailInvoice(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        sale_id,
        mail,
      }),
    ),

  cancelInvoice: sessionProcedure
    .meta(operations.cancelInvoice.meta)
    .input(operations.cancelInvoice.input)
    .output(operations.cancelInvoice.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      await cancelInvoice(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),
};
