import { webhookOperations as operations } from "../../contract/dashboard/webhooks.ts";
import { rotateOwnWebhookSecret } from "../../domain/dashboard/own-settings.ts";
import {
  listCountedDeliveries,
  readDelivery,
  sendDeliveryAgain,
  sendTestEvent,
} from "../../domain/webhooks/webhook-log.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

/** A webhook of test mode says so in its id. */
const modeOf = ({ delivery_id }: { delivery_id: string }) => ({
  is_test: delivery_id.startsWith("msg_test_"),
});

export const webhookProcedures = {
  rotateWebhookSecret: sessionProcedure
    .meta(operations.rotateWebhookSecret.meta)
    .input(operations.rotateWebhookSecret.input)
    .output(operations.rotateWebhookSecret.output)
    .mutation(({ ctx }) => rotateOwnWebhookSecret(ctx.gateway, ctx.actor, ctx.session)),

  listDeliveries: sessionProcedure
    .meta(operations.listDeliveries.meta)
    .input(operations.listDeliveries.input)
    .output(operations.listDeliveries.output)
    .query(async ({ ctx, input }) =>
      listCountedDeliveries(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),
    ),

  getDelivery: sessionProcedure
    .meta(operations.getDelivery.meta)
    .input(operations.getDelivery.input)
    .output(operations.getDelivery.output)
    .query(async ({ ctx, input }) =>
      readDelivery(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, modeOf(input)) }),
    ),

  sendDeliveryAgain: sessionProcedure
    .meta(operations.sendDeliveryAgain.meta)
    .input(operations.sendDeliveryAgain.input)
    .output(operations.sendDeliveryAgain.output)
    .mutation(async ({ ctx, input }) =>
      sendDeliveryAgain(ctx.gateway, ctx.services.webhookClient, ctx.actor, {
        ...input,
        merchant_id: await merchantOf(ctx, modeOf(input)),
      }),
    ),

  sendTestEvent: sessionProcedure
    .meta(operations.sendTestEvent.meta)
    .input(operations.sendTestEvent.input)
    .output(operations.sendTestEvent.output)
    .mutation(({ ctx }) =>
      sendTestEvent(ctx.gateway, ctx.services.webhookClient, ctx.actor, ctx.session.merchant_id),
    ),
};
