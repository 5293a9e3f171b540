import { overviewOperations } from "../../contract/dashboard/overview.ts";
import { withHeads } from "../../domain/base/column-heads.ts";
import { readAttention } from "../../domain/overview/attention.ts";
import {
  exportOverview,
  overviewHeads,
  readChecklist,
  readOverview,
} from "../../domain/overview/overview.ts";
import { nameOf, ownsServer } from "../../domain/access/sessions.ts";
import { endChecklist } from "../../domain/overview/overview.sql.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const overviewProcedures = implement(sessionProcedure, overviewOperations, {
  getAttention: ({ ctx }) =>
    readAttention(ctx.gateway, { ...nameOf(ctx.session), ownsServer: ownsServer(ctx.session) }),

  getOverview: ({ ctx, input }) =>
    readOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportOverview: ({ ctx, input }) =>
    exportOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  exportOverviewWorkbook: async ({ ctx, input: { language, ...input } }) =>
    withHeads(
      await exportOverview(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
      overviewHeads,
      language,
    ),

  getChecklist: ({ ctx }) =>
    readChecklist(ctx.gateway, { ...nameOf(ctx.session), ownsServer: ownsServer(ctx.session) }),

  endChecklist: async ({ ctx }) => {
    const { merchant_id } = ctx.session;
    await endChecklist(ctx.gateway.sql, { merchant_id, at: ctx.gateway.now() });
    return null;
  },
});
