import { settingsOperations as operations } from "../../contract/dashboard/settings.ts";
import { changeOwnSettings, readOwnSettings } from "../../domain/dashboard/own-settings.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const settingsProcedures = {
  getSettings: sessionProcedure
    .meta(operations.getSettings.meta)
    .input(operations.getSettings.input)
    .output(operations.getSettings.output)
    .query(({ ctx }) => readOwnSettings(ctx.gateway, ctx.session.merchant_id)),

  changeSettings: sessionProcedure
    .meta(operations.changeSettings.meta)
    .input(operations.changeSettings.input)
    .output(operations.changeSettings.output)
    .mutation(({ ctx, input }) =>
      changeOwnSettings(ctx.gateway, ctx.actor, { session: ctx.session, change: input }),
    ),
};
