import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { isDataError } from "../db/constraints.ts";
import { findMerchantsByApiKeys } from "../domain/api-keys.ts";
import { batched } from "../domain/batch.ts";
import { findDevicesByTokens, isWell, type CallingDevice } from "../domain/devices.ts";
import type { Gateway } from "../domain/gateway.ts";
import { recordReports, reportNotifications } from "../domain/mutations.ts";
import { createPayments, readPages, readPayments, requirePayment } from "../domain/payments.ts";
import { rememberedLookup } from "../domain/remembered-lookup.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Outside, Services } from "./trpc.ts";

const credentialTrust = {
  trustMilliseconds: limits.credentialTrustMilliseconds,
  refreshMilliseconds: limits.credentialRefreshMilliseconds,
  entriesMax: limits.credentialsRemembered,
  nowMilliseconds: () => performance.now(),
};

export function createServices(
  gateway: Gateway,
  rateLimits: RateLimits,
  outside: Outside,
): Services {
  /** Calls that come at the same time share a statement; a request that the database refuses then fails alone. */
  const together = <Request, Result>(
    sizeMax: number,
    run: (gateway: Gateway, requests: readonly Request[]) => Promise<readonly Result[]>,
  ) =>
    batched<Request, Result>({
      sizeMax,
      run: (requests) => run(gateway, requests),
      mayRunAlone: isDataError,
    });

  const create = together(limits.createsPerStatement, createPayments);
  const read = together(limits.readsPerStatement, readPayments);
  const record = together(limits.reportsPerStatement, recordReports);
  return {
    ...outside,
    gateway,
    rateLimits,
    merchantOfApiKey: rememberedLookup<string>({
      ...credentialTrust,
      find: together(limits.credentialsPerStatement, ({ sql }, api_keys: readonly string[]) =>
        findMerchantsByApiKeys(sql, api_keys),
      ),
    }),
    deviceOfToken: rememberedLookup<CallingDevice>({
      ...credentialTrust,
      find: together(limits.credentialsPerStatement, ({ sql }, tokens: readonly string[]) =>
        findDevicesByTokens(sql, tokens),
      ),
      isSettled: isWell,
    }),
    async createPayment(request) {
      const outcome = await create(request);
      if (outcome instanceof GatewayError) throw outcome;
      return outcome;
    },
    readPayment: async (name) => requirePayment(await read(name)),
    listPayments: together(limits.listsPerStatement, readPages),
    report: (device, notifications) => reportNotifications(gateway, device, notifications, record),
  };
}
