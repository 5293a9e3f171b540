import type { DashboardAccount } from "./generated/types.gen.ts";
import { limits } from "./limits.ts";

type Account = Pick<DashboardAccount, "account_active" | "account_quota" | "is_day_paid">;

/**
 * Returns whether an account's days of use can run out. They do not on a merchant's own gateway.
 */
export const hasCountedDays = ({ account_quota }: Pick<Account, "account_quota">): boolean =>
  account_quota <= limits.quotaDaysTold;

/** Returns whether the account would accept a new invoice today. */
export const takesPayments = ({ account_active, account_quota, is_day_paid }: Account): boolean =>
  account_active && (account_quota > 0 || is_day_paid);
