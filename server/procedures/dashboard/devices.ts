import { deviceOperations } from "../../contract/dashboard/devices.ts";
import { listDevices } from "../../domain/sources/devices.ts";
import {
  approveOwnDevice,
  renameOwnDevice,
  revokeOwnDevice,
} from "../../domain/sources/own-devices.ts";
import { offerPairing } from "../../domain/sources/pairing-offers.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const deviceProcedures = implement(sessionProcedure, deviceOperations, {
  listOwnDevices: ({ ctx, input }) =>
    listDevices(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  offerPairing: async ({ ctx }) => ({
    ...(await offerPairing(ctx.gateway, ctx.actor, ctx.session.merchant_id)),
    mail_providers: ctx.services.mailAccess.available(),
  }),

  approveOwnDevice: ({ ctx, input }) =>
    approveOwnDevice(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  renameOwnDevice: ({ ctx, input }) =>
    renameOwnDevice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  revokeOwnDevice: ({ ctx, input }) =>
    revokeOwnDevice(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),
});
