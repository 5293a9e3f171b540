import { workerOperations } from "../contract/index.ts";
import type { Notification, ReportOutcome } from "../contract/worker.ts";
import { recordHeartbeat, recordReport } from "../domain/sources/device-watch.ts";
import {
  listDevices,
  registerDevice,
  requireApproved,
  guardedAccounts,
  watchedPackages,
  type CallingDevice,
} from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { registerPaired } from "../domain/sources/pairing-offers.ts";
import { implement } from "./implement.ts";
import { readForwarded } from "./forwarded-notification.ts";
import { deviceProcedure, merchantProcedure, pairingProcedure, reportProcedure } from "./trpc.ts";
import type { Services } from "./services.ts";

const {
  registerDevice: registration,
  listDevices: list,
  reportMutations,
  notify,
  ...ofDevice
} = workerOperations;

const timeOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** The Worker's operations. */
export const workerProcedures = {
  ...implement(
    pairingProcedure,
    { registerDevice: registration },
    {
      registerDevice: ({ ctx, input }) => {
        const device = {
          merchant_id: ctx.merchant_id,
          device_name: input.device_name,
          installation_id: input.installation_id,
          model: input.model ?? null,
          app_version: input.app_version ?? null,
        };
        return ctx.pairing_token === undefined
          ? registerDevice(ctx.gateway.sql, device, ctx.gateway.now())
          : registerPaired(ctx.gateway, ctx.pairing_token, device);
      },
    },
  ),

  ...implement(
    merchantProcedure,
    { listDevices: list },
    {
      listDevices: ({ ctx, input }) =>
        listDevices(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    },
  ),

  ...implement(deviceProcedure, ofDevice, {
    getDevice: async ({ ctx }) => ({
      device_id: ctx.device.device_id,
      device_name: ctx.device.device_name,
      device_status: ctx.device.device_status,
      packages: await watchedPackages(ctx.gateway.sql, ctx.device.merchant_id),
      account_count: await guardedAccounts(ctx.gateway.sql, ctx.device),
    }),

    heartbeat: async ({ ctx, input }) => {
      requireApproved(ctx.device);
      await recordHeartbeat(ctx.gateway, ctx.device, {
        battery: input.battery ?? null,
        queue_length: input.queue_length ?? null,
        app_version: input.app_version ?? null,
        last_notification_at: timeOf(input.last_notification_at),
        listener_error: input.listener_error,
        texts_hidden: input.texts_hidden,
        queue_damaged_at: timeOf(input.queue_damaged_at),
        restarted_at: timeOf(input.restarted_at),
        heard_again_at: timeOf(input.heard_again_at),
      });
    },
  }),

  ...implement(
    reportProcedure,
    { reportMutations, notify },
    {
      reportMutations: ({ ctx, input }) => {
        requireApproved(ctx.device);
        return report(ctx, input.notifications);
      },

      notify: async ({ ctx }) => {
        const notification = readForwarded({
          contentType: ctx.header("content-type") ?? "",
          contentEncoding: ctx.header("content-encoding"),
          query: ctx.query,
          body: await ctx.body(),
          receivedAt: ctx.gateway.now() ?? new Date(),
        });
        requireApproved(ctx.device);
        const [outcome] = (await report(ctx, [notification])) as [ReportOutcome];
        return outcome;
      },
    },
  ),
};

async function report(
  { services, gateway, device }: { services: Services; gateway: Gateway; device: CallingDevice },
  notifications: readonly Notification[],
): Promise<ReportOutcome[]> {
  const outcomes = await services.report(device, notifications);
  await recordReport(gateway, device, notifications, outcomes);
  return outcomes;
}
