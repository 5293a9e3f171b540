import { webhookOperations as operations } from "../../contract/dashboard/webhooks.ts";
import { rotateOwnWebhookSecret } from "../../domain/dashboard/own-settings.ts";
import {
  listDeliveries,
  readDelivery,
  sendDeliveryAgain,
  sendTestEvent,
} from "../../domain/webhooks/webhook-log.ts";
import { sessionProcedure } from "./session-procedure.ts";

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
    .query(({ ctx, input }) =>
      listDeliveries(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getDelivery: sessionProcedure
    .meta(operations.getDelivery.meta)
    .input(operations.getDelivery.input)
    .output(operations.getDelivery.output)
    .query(({ ctx, input }) =>
      readDelivery(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  sendDeliveryAgain: sessionProcedure
    .meta(operations.sendDeliveryAgain.meta)
    .input(operations.sendDeliveryAgain.input)
    .output(operations.sendDeliveryAgain.output)
    .mutation(({ ctx, input }) =>
      sendDeliveryAgain(ctx.gateway, ctx.services.webhookClient, ctx.actor, {
        merchant_id: ctx.session.merchant_id,
        ...input,
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
