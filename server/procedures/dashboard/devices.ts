import { deviceOperations as operations } from "../../contract/dashboard/devices.ts";
import { listDevices } from "../../domain/devices/devices.ts";
import {
  approveOwnDevice,
  renameOwnDevice,
  revokeOwnDevice,
} from "../../domain/dashboard/own-devices.ts";
import { offerPairing } from "../../domain/devices/pairing-offers.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const deviceProcedures = {
  listOwnDevices: sessionProcedure
    .meta(operations.listOwnDevices.meta)
    .input(operations.listOwnDevices.input)
    .query(({ ctx, input }) =>
      listDevices(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  offerPairing: sessionProcedure
    .meta(operations.offerPairing.meta)
    .input(operations.offerPairing.input)
    .mutation(({ ctx }) => offerPairing(ctx.gateway, ctx.actor, ctx.session.merchant_id)),

  approveOwnDevice: sessionProcedure
    .meta(operations.approveOwnDevice.meta)
    .input(operations.approveOwnDevice.input)
    .mutation(({ ctx, input }) =>
      approveOwnDevice(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  renameOwnDevice: sessionProcedure
    .meta(operations.renameOwnDevice.meta)
    .input(operations.renameOwnDevice.input)
    .mutation(({ ctx, input }) =>
      renameOwnDevice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  revokeOwnDevice: sessionProcedure
    .meta(operations.revokeOwnDevice.meta)
    .input(operations.revokeOwnDevice.input)
    .mutation(async ({ ctx, input }) => {
      await revokeOwnDevice(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        ...input,
      });
      return null;
    }),
};
