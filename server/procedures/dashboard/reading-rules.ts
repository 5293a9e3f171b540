import { readingRuleOperations } from "../../contract/dashboard/reading-rules.ts";
import { saveOwnMailRule, tryMailRule } from "../../domain/mail/mail-rules.ts";
import {
  confirmOwnText,
  refuseOwnText,
  removeOwnRule,
  saveOwnRule,
  switchOwnRule,
} from "../../domain/mutations/own-texts.ts";
import { listLikelyTexts } from "../../domain/mutations/likely-texts.ts";
import {
  exportReadingRules,
  listReadingRules,
  tryReadingRule,
} from "../../domain/mutations/reading-rules.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const readingRuleProcedures = implement(sessionProcedure, readingRuleOperations, {
  listLikelyTexts: ({ ctx }) => listLikelyTexts(ctx.gateway, ctx.session),

  confirmLikelyText: ({ ctx, input }) =>
    confirmOwnText(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  refuseLikelyText: ({ ctx, input }) =>
    refuseOwnText(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  tryReadingRule: ({ ctx, input }) =>
    tryReadingRule(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  saveReadingRule: ({ ctx, input }) =>
    saveOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  tryMailRule: ({ ctx, input }) =>
    tryMailRule(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  saveMailRule: ({ ctx, input }) =>
    saveOwnMailRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  listReadingRules: ({ ctx }) => listReadingRules(ctx.gateway, ctx.session),

  switchReadingRule: ({ ctx, input }) =>
    switchOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  removeReadingRule: ({ ctx, input }) =>
    removeOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  exportReadingRules: ({ ctx }) => exportReadingRules(ctx.gateway, ctx.session),
});
