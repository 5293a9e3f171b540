import { settingsOperations } from "../../contract/dashboard/settings.ts";
import { changeOwnSettings, readOwnSettings } from "../../domain/access/own-settings.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const settingsProcedures = implement(sessionProcedure, settingsOperations, {
  getSettings: ({ ctx }) => readOwnSettings(ctx.gateway, ctx.session.merchant_id),

  changeSettings: ({ ctx, input }) =>
    changeOwnSettings(ctx.gateway, ctx.actor, { session: ctx.session, change: input }),
});
