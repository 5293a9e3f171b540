import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { AccountRequest } from "./accounts.ts";
import { selectSeller } from "./quota.sql.ts";

/**
 * Returns whether owners can renew days of use freely. On a merchant's own gateway no days are sold, and there are no
 * strangers.
 */
export const isQuotaRenewable = (
  { settings }: Pick<Gateway, "settings">,
  day_price: number | null,
): boolean => !settings.mayHaveStrangers && day_price === null;

/** Returns the initial days of use of an account that its merchant adds. */
export async function firstDays(
  gateway: Gateway,
): Promise<Pick<AccountRequest, "account_quota" | "isQuotaFree">> {
  const seller = await selectSeller(gateway.sql);
  if (seller) return { account_quota: 0 };
  return gateway.settings.mayHaveStrangers
    ? { account_quota: limits.newAccountQuotaDays, isQuotaFree: true }
    : { account_quota: limits.ownGatewayQuotaDays };
}
