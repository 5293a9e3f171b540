import { mutationOperations } from "../../contract/dashboard/mutations.ts";
import { withHeads } from "../../domain/base/column-heads.ts";
import { exportMutations, mutationHeads } from "../../domain/reconciliation/mutation-export.ts";
import { readOwnMutation, searchOwnMutations } from "../../domain/reconciliation/own-mutations.ts";
import { readMutationTotals } from "../../domain/mutations/mutation-search.ts";
import { listUnreadTexts } from "../../domain/mutations/unread-notifications.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const mutationProcedures = implement(sessionProcedure, mutationOperations, {
  searchMutations: ({ ctx, input }) =>
    searchOwnMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  getMutationTotals: ({ ctx, input }) =>
    readMutationTotals(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportMutations: ({ ctx, input }) =>
    exportMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportMutationsWorkbook: async ({ ctx, input: { language, ...input } }) =>
    withHeads(
      await exportMutations(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
      mutationHeads,
      language,
    ),

  getOwnMutation: ({ ctx, input }) =>
    readOwnMutation(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  listUnreadTexts: ({ ctx, input }) =>
    listUnreadTexts(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
});
