import { statementOperations } from "../../contract/dashboard/statements.ts";
import {
  closeUnsupportedMutation,
  exportStatementJournal,
  exportStatementRows,
  listStatementMonths,
  listStatementRows,
  listUnsupportedMutations,
  readStatementMonth,
} from "../../domain/statements/statement-months.ts";
import { explainStatementRow, recordMissedRow } from "../../domain/statements/statement-rows.ts";
import {
  beginUpload,
  checkUpload,
  importUpload,
  keepPart,
  previewUpload,
} from "../../domain/statements/statement-uploads.ts";
import { withdrawStatement } from "../../domain/statements/statement-withdrawal.ts";
import { requireConfirmed } from "../../domain/access/two-factor.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const statementProcedures = implement(sessionProcedure, statementOperations, {
  listStatementMonths: ({ ctx, input }) =>
    listStatementMonths(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  listUnsupportedMutations: ({ ctx, input }) =>
    listUnsupportedMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  closeUnsupportedMutation: async ({ ctx, input }) => {
    const { merchant_id } = ctx.session;
    requireConfirmed(ctx.session);
    await closeUnsupportedMutation(ctx.gateway, ctx.actor, { merchant_id, ...input });
  },

  beginStatementUpload: ({ ctx, input }) =>
    beginUpload(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  sendStatementPart: ({ ctx, input }) =>
    keepPart(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  previewStatement: ({ ctx, input }) =>
    previewUpload(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  checkStatement: ({ ctx, input }) =>
    checkUpload(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      upload_id: input.upload_id,
      mapping: input.mapping ?? null,
      year: input.year ?? undefined,
    }),

  importStatement: ({ ctx, input }) => {
    requireConfirmed(ctx.session);
    return importUpload(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      upload_id: input.upload_id,
      mapping: input.mapping ?? null,
      year: input.year ?? undefined,
    });
  },

  withdrawStatement: ({ ctx, input }) => {
    const { merchant_id } = ctx.session;
    requireConfirmed(ctx.session);
    return withdrawStatement(ctx.gateway, ctx.actor, { merchant_id, ...input });
  },

  getStatementMonth: ({ ctx, input }) =>
    readStatementMonth(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  listStatementRows: ({ ctx, input }) =>
    listStatementRows(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  recordMissedRow: ({ ctx, input }) =>
    recordMissedRow(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  explainStatementRow: ({ ctx, input }) =>
    explainStatementRow(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  exportStatementRows: ({ ctx, input }) =>
    exportStatementRows(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportStatementRowsWorkbook: ({ ctx, input }) =>
    exportStatementRows(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportStatementJournal: ({ ctx, input }) =>
    exportStatementJournal(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportStatementJournalWorkbook: ({ ctx, input }) =>
    exportStatementJournal(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
});
