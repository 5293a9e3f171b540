import { webhookOperations } from "../../contract/dashboard/webhooks.ts";
import { rotateOwnWebhookSecret } from "../../domain/access/own-settings.ts";
import {
  listCountedDeliveries,
  readDelivery,
  sendDeliveryAgain,
  sendTestEvent,
} from "../../domain/webhooks/webhook-log.ts";
import { implement } from "../implement.ts";
import { merchantOf, sessionProcedure } from "./session-procedure.ts";

/** The id of a webhook shows test mode. */
const modeOf = ({ delivery_id }: { delivery_id: string }) => ({
  is_test: delivery_id.startsWith("msg_test_"),
});

export const webhookProcedures = implement(sessionProcedure, webhookOperations, {
  rotateWebhookSecret: ({ ctx }) => rotateOwnWebhookSecret(ctx.gateway, ctx.actor, ctx.session),

  listDeliveries: async ({ ctx, input }) =>
    listCountedDeliveries(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, input) }),

  getDelivery: async ({ ctx, input }) =>
    readDelivery(ctx.gateway, { ...input, merchant_id: await merchantOf(ctx, modeOf(input)) }),

  sendDeliveryAgain: async ({ ctx, input }) =>
    sendDeliveryAgain(ctx.gateway, ctx.services.webhookClient, ctx.actor, {
      ...input,
      merchant_id: await merchantOf(ctx, modeOf(input)),
    }),

  sendTestEvent: ({ ctx }) =>
    sendTestEvent(ctx.gateway, ctx.services.webhookClient, ctx.actor, ctx.session.merchant_id),
});
