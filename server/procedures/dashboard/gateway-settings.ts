import { gatewaySettingOperations } from "../../contract/dashboard/gateway-settings.ts";
import {
  changeGatewayEmail,
  readGatewaySettings,
  removeGatewayEmail,
  testGatewayEmail,
} from "../../domain/gateway-settings/gateway-settings.ts";
import { implement } from "../implement.ts";
import { operatorProcedure } from "./session-procedure.ts";

export const gatewaySettingProcedures = implement(operatorProcedure, gatewaySettingOperations, {
  getGatewaySettings: ({ ctx }) => readGatewaySettings(ctx.services.settingsInForce),

  changeGatewayEmail: ({ ctx, input }) =>
    changeGatewayEmail(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      email: {
        ...input,
        user_name: input.user_name ?? null,
        password: input.password ?? null,
      },
    }),

  removeGatewayEmail: ({ ctx }) =>
    removeGatewayEmail(ctx.gateway, ctx.services.settingsInForce, ctx.actor, ctx.session),

  testGatewayEmail: ({ ctx }) =>
    testGatewayEmail(ctx.services.settingsInForce, ctx.services.deliverMail, ctx.session),
});
