import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { AccountRequest } from "./accounts.ts";
import { selectSeller } from "./quota.sql.ts";

/** On one's own gateway, days of use are not sold, and there are no strangers. There, owners renew them freely. */
export const isQuotaRenewable = (
  { settings }: Pick<Gateway, "settings">,
  day_price: number | null,
): boolean => !settings.mayHaveStrangers && day_price === null;

/** Returns the days of use that an account begins with when its merchant adds it. */
export async function firstDays(
  gateway: Gateway,
): Promise<Pick<AccountRequest, "account_quota" | "isQuotaFree">> {
  const seller = await selectSeller(gateway.sql);
  if (seller) return { account_quota: 0 };
  return gateway.settings.mayHaveStrangers
    ? { account_quota: limits.newAccountQuotaDays, isQuotaFree: true }
    : { account_quota: limits.ownGatewayQuotaDays };
}
