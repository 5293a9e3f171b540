import { settingsOperations as operations } from "../../contract/dashboard/settings.ts";
import { changeOwnSettings, readOwnSettings } from "../../domain/dashboard/own-settings.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const settingsProcedures = {
  readSettings: sessionProcedure
    .meta(operations.readSettings.meta)
    .input(operations.readSettings.input)
    .query(({ ctx }) => readOwnSettings(ctx.gateway, ctx.session.merchant_id)),

  changeSettings: sessionProcedure
    .meta(operations.changeSettings.meta)
    .input(operations.changeSettings.input)
    .mutation(({ ctx, input }) =>
      changeOwnSettings(ctx.gateway, ctx.actor, { session: ctx.session, change: input }),
    ),
};
