import { readingRuleOperations as operations } from "../../contract/dashboard/reading-rules.ts";
import {
  confirmOwnText,
  refuseOwnText,
  removeOwnRule,
  saveOwnRule,
  switchOwnRule,
} from "../../domain/dashboard/own-texts.ts";
import { listLikelyTexts } from "../../domain/mutations/likely-texts.ts";
import {
  exportReadingRules,
  listReadingRules,
  tryReadingRule,
} from "../../domain/mutations/reading-rules.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const readingRuleProcedures = {
  listLikelyTexts: sessionProcedure
    .meta(operations.listLikelyTexts.meta)
    .input(operations.listLikelyTexts.input)
    .output(operations.listLikelyTexts.output)
    .query(({ ctx }) => listLikelyTexts(ctx.gateway, ctx.session)),

  confirmLikelyText: sessionProcedure
    .meta(operations.confirmLikelyText.meta)
    .input(operations.confirmLikelyText.input)
    .output(operations.confirmLikelyText.output)
    .mutation(({ ctx, input }) =>
      confirmOwnText(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  refuseLikelyText: sessionProcedure
    .meta(operations.refuseLikelyText.meta)
    .input(operations.refuseLikelyText.input)
    .output(operations.refuseLikelyText.output)
    .mutation(async ({ ctx, input }) => {
      await refuseOwnText(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  tryReadingRule: sessionProcedure
    .meta(operations.tryReadingRule.meta)
    .input(operations.tryReadingRule.input)
    .output(operations.tryReadingRule.output)
    .mutation(({ ctx, input }) =>
      tryReadingRule(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  saveReadingRule: sessionProcedure
    .meta(operations.saveReadingRule.meta)
    .input(operations.saveReadingRule.input)
    .output(operations.saveReadingRule.output)
    .mutation(({ ctx, input }) =>
      saveOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  listReadingRules: sessionProcedure
    .meta(operations.listReadingRules.meta)
    .input(operations.listReadingRules.input)
    .output(operations.listReadingRules.output)
    .query(({ ctx }) => listReadingRules(ctx.gateway, ctx.session)),

  switchReadingRule: sessionProcedure
    .meta(operations.switchReadingRule.meta)
    .input(operations.switchReadingRule.input)
    .output(operations.switchReadingRule.output)
    .mutation(async ({ ctx, input }) => {
      await switchOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  removeReadingRule: sessionProcedure
    .meta(operations.removeReadingRule.meta)
    .input(operations.removeReadingRule.input)
    .output(operations.removeReadingRule.output)
    .mutation(async ({ ctx, input }) => {
      await removeOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  exportReadingRules: sessionProcedure
    .meta(operations.exportReadingRules.meta)
    .input(operations.exportReadingRules.input)
    .output(operations.exportReadingRules.output)
    .query(({ ctx }) => exportReadingRules(ctx.gateway, ctx.session)),
};
