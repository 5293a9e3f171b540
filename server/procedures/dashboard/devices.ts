import { pageOf } from "../../contract/envelope.ts";
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
    .output(pageOf(operations.listOwnDevices.output))
    .query(({ ctx, input }) =>
      listDevices(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  offerPairing: sessionProcedure
    .meta(operations.offerPairing.meta)
    .input(operations.offerPairing.input)
    .output(operations.offerPairing.output)
    .mutation(({ ctx }) => offerPairing(ctx.gateway, ctx.actor, ctx.session.merchant_id)),

  approveOwnDevice: sessionProcedure
    .meta(operations.approveOwnDevice.meta)
    .input(operations.approveOwnDevice.input)
    .output(operations.approveOwnDevice.output)
    .mutation(({ ctx, input }) =>
      approveOwnDevice(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  renameOwnDevice: sessionProcedure
    .meta(operations.renameOwnDevice.meta)
    .input(operations.renameOwnDevice.input)
    .output(operations.renameOwnDevice.output)
    .mutation(({ ctx, input }) =>
      renameOwnDevice(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  revokeOwnDevice: sessionProcedure
    .meta(operations.revokeOwnDevice.meta)
    .input(operations.revokeOwnDevice.input)
    .output(operations.revokeOwnDevice.output)
    .mutation(async ({ ctx, input }) => {
      await revokeOwnDevice(ctx.gateway, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        ...input,
      });
      return null;
    }),
};
