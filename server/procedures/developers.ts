import { GatewayError } from "../contract/errors.ts";
import { developerOperations } from "../contract/index.ts";
import { listLoggedRequests } from "../domain/merchants/request-log.ts";
import { triggerEvent } from "../domain/mutations/simulated-events.ts";
import { listDeliveries, resendDelivery } from "../domain/webhooks/webhook-log.ts";
import { implement } from "./implement.ts";
import { programProcedure } from "./trpc.ts";

export const developerProcedures = implement(programProcedure, developerOperations, {
  listOwnDeliveries: ({ ctx, input }) =>
    listDeliveries(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),

  resendOwnDelivery: ({ ctx, input }) =>
    resendDelivery(ctx.gateway, ctx.services.webhookClient, {
      merchant_id: ctx.merchant_id,
      ...input,
    }),

  listOwnRequests: ({ ctx, input }) =>
    listLoggedRequests(ctx.gateway, { ...input, merchant_id: ctx.merchant_id }),

  triggerEvent: ({ ctx, input }) =>
    triggerEvent(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }).catch(asConflict),
});

/** Explains as a conflict why no invoice can be created now, for example because the day quota is used up. */
function asConflict(cause: unknown): never {
  if (!(cause instanceof GatewayError) || cause.status >= 500) throw cause;
  throw new GatewayError("conflict", { message: cause.message, cause });
}
