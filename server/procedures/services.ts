import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { isDataError } from "../db/constraints.ts";
import { findMerchantsByApiKeys } from "../domain/api-keys.ts";
import { batched } from "../domain/batch.ts";
import type { Gateway } from "../domain/gateway.ts";
import { createPayments, readPayments, requirePayment } from "../domain/payments.ts";
import { rememberedLookup } from "../domain/remembered-lookup.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Services } from "./trpc.ts";

export function createServices(gateway: Gateway, rateLimits: RateLimits): Services {
  const create = batched(
    limits.createsPerStatement,
    (requests: Parameters<typeof createPayments>[1]) => createPayments(gateway, requests),
    isDataError,
  );
  const read = batched(
    limits.readsPerStatement,
    (names: Parameters<typeof readPayments>[1]) => readPayments(gateway, names),
    isDataError,
  );
  return {
    gateway,
    rateLimits,
    merchantOfApiKey: rememberedLookup<string>({
      find: (api_keys) => findMerchantsByApiKeys(gateway.sql, api_keys),
      trustMilliseconds: limits.credentialTrustMilliseconds,
      refreshMilliseconds: limits.credentialRefreshMilliseconds,
      keysPerStatement: limits.credentialsPerStatement,
      entriesMax: limits.credentialsRemembered,
      mayFindAlone: isDataError,
      nowMilliseconds: () => performance.now(),
    }),
    async createPayment(request) {
      const outcome = await create(request);
      if (outcome instanceof GatewayError) throw outcome;
      return outcome;
    },
    readPayment: async (name) => requirePayment(await read(name)),
  };
}
