import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { batched } from "../domain/batch.ts";
import type { Gateway } from "../domain/gateway.ts";
import { createPayments } from "../domain/payments.ts";
import { createRateLimits, type WindowSizes } from "./rate-limits.ts";
import type { Services } from "./trpc.ts";

export function createServices(gateway: Gateway, windowSizes: WindowSizes): Services {
  const create = batched(limits.createsPerStatement, (requests: Parameters<typeof createPayments>[1]) =>
    createPayments(gateway, requests),
  );
  return {
    gateway,
    rateLimits: createRateLimits(windowSizes),
    async createPayment(request) {
      const outcome = await create(request);
      if (outcome instanceof GatewayError) throw outcome;
      return outcome;
    },
  };
}
