import { readingRuleOperations } from "../../contract/dashboard/reading-rules.ts";
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

/** Loads the libraries that parse emails, which a start does not need. */
const loadMailRules = () => import("../../domain/mail/mail-rules.ts");

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

  async tryMailRule({ ctx, input }) {
    const { tryMailRule } = await loadMailRules();
    return tryMailRule(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input });
  },

  async saveMailRule({ ctx, input }) {
    const { saveOwnMailRule } = await loadMailRules();
    return saveOwnMailRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
  },

  listReadingRules: ({ ctx }) => listReadingRules(ctx.gateway, ctx.session),

  switchReadingRule: ({ ctx, input }) =>
    switchOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  removeReadingRule: ({ ctx, input }) =>
    removeOwnRule(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  exportReadingRules: ({ ctx }) => exportReadingRules(ctx.gateway, ctx.session),
});
