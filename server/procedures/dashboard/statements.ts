import { inPieces, pageOf } from "../../contract/envelope.ts";
import { statementOperations as operations } from "../../contract/dashboard/statements.ts";
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
import { sessionProcedure } from "./session-procedure.ts";

export const statementProcedures = {
  listStatementMonths: sessionProcedure
    .meta(operations.listStatementMonths.meta)
    .input(operations.listStatementMonths.input)
    .output(pageOf(operations.listStatementMonths.output))
    .query(({ ctx, input }) =>
      listStatementMonths(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listUnsupportedMutations: sessionProcedure
    .meta(operations.listUnsupportedMutations.meta)
    .input(operations.listUnsupportedMutations.input)
    .output(pageOf(operations.listUnsupportedMutations.output))
    .query(({ ctx, input }) =>
      listUnsupportedMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  closeUnsupportedMutation: sessionProcedure
    .meta(operations.closeUnsupportedMutation.meta)
    .input(operations.closeUnsupportedMutation.input)
    .output(operations.closeUnsupportedMutation.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      requireConfirmed(ctx.session);
      await closeUnsupportedMutation(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),

  beginStatementUpload: sessionProcedure
    .meta(operations.beginStatementUpload.meta)
    .input(operations.beginStatementUpload.input)
    .output(operations.beginStatementUpload.output)
    .mutation(({ ctx, input }) =>
      beginUpload(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  sendStatementPart: sessionProcedure
    .meta(operations.sendStatementPart.meta)
    .input(operations.sendStatementPart.input)
    .output(operations.sendStatementPart.output)
    .mutation(async ({ ctx, input }) => {
      await keepPart(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input });
      return null;
    }),

  previewStatement: sessionProcedure
    .meta(operations.previewStatement.meta)
    .input(operations.previewStatement.input)
    .output(operations.previewStatement.output)
    .query(({ ctx, input }) =>
      previewUpload(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  checkStatement: sessionProcedure
    .meta(operations.checkStatement.meta)
    .input(operations.checkStatement.input)
    .output(operations.checkStatement.output)
    .mutation(({ ctx, input }) =>
      checkUpload(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        upload_id: input.upload_id,
        mapping: input.mapping ?? null,
      }),
    ),

  importStatement: sessionProcedure
    .meta(operations.importStatement.meta)
    .input(operations.importStatement.input)
    .output(operations.importStatement.output)
    .mutation(({ ctx, input }) => {
      requireConfirmed(ctx.session);
      return importUpload(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        upload_id: input.upload_id,
        mapping: input.mapping ?? null,
      });
    }),

  withdrawStatement: sessionProcedure
    .meta(operations.withdrawStatement.meta)
    .input(operations.withdrawStatement.input)
    .output(operations.withdrawStatement.output)
    .mutation(({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      requireConfirmed(ctx.session);
      return withdrawStatement(ctx.gateway, ctx.actor, { merchant_id, ...input });
    }),

  getStatementMonth: sessionProcedure
    .meta(operations.getStatementMonth.meta)
    .input(operations.getStatementMonth.input)
    .output(operations.getStatementMonth.output)
    .query(({ ctx, input }) =>
      readStatementMonth(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  listStatementRows: sessionProcedure
    .meta(operations.listStatementRows.meta)
    .input(operations.listStatementRows.input)
    .output(pageOf(operations.listStatementRows.output))
    .query(({ ctx, input }) =>
      listStatementRows(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  recordMissedRow: sessionProcedure
    .meta(operations.recordMissedRow.meta)
    .input(operations.recordMissedRow.input)
    .output(operations.recordMissedRow.output)
    .mutation(({ ctx, input }) =>
      recordMissedRow(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  explainStatementRow: sessionProcedure
    .meta(operations.explainStatementRow.meta)
    .input(operations.explainStatementRow.input)
    .output(operations.explainStatementRow.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      await explainStatementRow(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),

  exportStatementRows: sessionProcedure
    .meta(operations.exportStatementRows.meta)
    .input(operations.exportStatementRows.input)
    .output(inPieces(operations.exportStatementRows.output))
    .query(({ ctx, input }) =>
      exportStatementRows(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  exportStatementJournal: sessionProcedure
    .meta(operations.exportStatementJournal.meta)
    .input(operations.exportStatementJournal.input)
    .output(inPieces(operations.exportStatementJournal.output))
    .query(({ ctx, input }) =>
      exportStatementJournal(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),
};
