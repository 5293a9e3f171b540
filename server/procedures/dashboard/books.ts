import { booksOperations } from "../../contract/dashboard/books.ts";
import { requireConfirmed } from "../../domain/access/two-factor.ts";
import { exportBooks, exportBooksText, readBooks } from "../../domain/statements/books.ts";
import { readChart, saveChart } from "../../domain/statements/chart.ts";
import { exportStatementMonth } from "../../domain/statements/month-archive.ts";
import {
  closeStatementMonth,
  reopenStatementMonth,
} from "../../domain/statements/statement-closings.ts";
import {
  confirmStatementReversal,
  listStatementReversals,
} from "../../domain/statements/statement-reversals.ts";
import {
  createStatementRule,
  deleteStatementRule,
  listStatementRules,
  tryStatementRule,
} from "../../domain/statements/statement-rules.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const booksProcedures = implement(sessionProcedure, booksOperations, {
  getStatementChart: ({ ctx, input }) =>
    readChart(ctx.gateway.sql, { merchant_id: ctx.session.merchant_id, ...input }),

  saveStatementChart: ({ ctx, input }) =>
    saveChart(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  listStatementRules: ({ ctx }) =>
    listStatementRules(ctx.gateway, { merchant_id: ctx.session.merchant_id }),

  tryStatementRule: ({ ctx, input }) =>
    tryStatementRule(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  createStatementRule: ({ ctx, input }) =>
    createStatementRule(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  deleteStatementRule: ({ ctx, input }) =>
    deleteStatementRule(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  listStatementReversals: ({ ctx, input }) =>
    listStatementReversals(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  confirmStatementReversal: ({ ctx, input }) =>
    confirmStatementReversal(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),

  closeStatementMonth: async ({ ctx, input }) => {
    requireConfirmed(ctx.session);
    const { merchant_id } = ctx.session;
    await closeStatementMonth(ctx.gateway, ctx.actor, { merchant_id, ...input });
  },

  reopenStatementMonth: async ({ ctx, input }) => {
    requireConfirmed(ctx.session);
    const { merchant_id } = ctx.session;
    await reopenStatementMonth(ctx.gateway, ctx.actor, { merchant_id, ...input });
  },

  exportStatementMonth: ({ ctx, input }) =>
    exportStatementMonth(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  getBooks: ({ ctx, input }) =>
    readBooks(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportBooks: ({ ctx, input }) =>
    exportBooks(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportBooksText: ({ ctx, input }) =>
    exportBooksText(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
});
