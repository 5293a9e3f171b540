import { gatewaySettingOperations } from "../../contract/dashboard/gateway-settings.ts";
import {
  changeGatewayEmail,
  changeGatewayMailClient,
  readGatewaySettings,
  changeGatewayLocalNetwork,
  changeGatewayPublicAddress,
  changeGatewaySignUp,
  changeGatewayTelegram,
  removeGatewaySetting,
  startGatewayTunnel,
  testGatewayEmail,
  testGatewayTelegram,
} from "../../domain/gateway-settings/gateway-settings.ts";
import { testPublicAddress } from "../../domain/gateway-settings/public-address.ts";
import { implement } from "../implement.ts";
import { operatorProcedure } from "./session-procedure.ts";

export const gatewaySettingProcedures = implement(operatorProcedure, gatewaySettingOperations, {
  getGatewaySettings: ({ ctx }) => readGatewaySettings(ctx.gateway, ctx.services.settingsInForce),

  changeGatewayEmail: ({ ctx, input }) =>
    changeGatewayEmail(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      email: {
        ...input,
        user_name: input.user_name ?? null,
        password: input.password ?? null,
      },
    }),

  changeGatewayTelegram: ({ ctx, input }) =>
    changeGatewayTelegram(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      telegram: input,
    }),

  changeGatewayMailClient: ({ ctx, input }) =>
    changeGatewayMailClient(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      ...input,
    }),

  changeGatewaySignUp: ({ ctx, input }) =>
    changeGatewaySignUp(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      sign_up: input,
    }),

  changeGatewayPublicAddress: ({ ctx, input }) =>
    changeGatewayPublicAddress(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      public_address: input,
    }),

  startGatewayTunnel: ({ ctx }) =>
    startGatewayTunnel(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
    }),

  changeGatewayLocalNetwork: ({ ctx, input }) =>
    changeGatewayLocalNetwork(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      local_network: input,
    }),

  removeGatewaySetting: ({ ctx, input }) =>
    removeGatewaySetting(ctx.gateway, ctx.services.settingsInForce, ctx.actor, {
      session: ctx.session,
      name: input.setting_name,
    }),

  testGatewayEmail: ({ ctx }) =>
    testGatewayEmail(ctx.services.settingsInForce, ctx.services.deliverMail, ctx.session),

  testGatewayPublicAddress: ({ ctx }) =>
    testPublicAddress(ctx.gateway, ctx.services.settingsInForce, ctx.services.askAddress),

  testGatewayTelegram: ({ ctx }) =>
    testGatewayTelegram(ctx.services.settingsInForce, ctx.services.noticeChannels),
});
