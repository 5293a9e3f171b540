import type { DashboardAccount } from "./generated/types.gen.ts";
import { limits } from "./limits.ts";

type Account = Pick<DashboardAccount, "account_active" | "account_quota" | "is_day_paid">;

/** Whether an account's days of use matter. On a merchant's own gateway they do not run out. */
export const hasCountedDays = ({ account_quota }: Pick<Account, "account_quota">): boolean =>
  account_quota <= limits.quotaDaysTold;

/** Whether a new invoice on the account would be accepted today. */
export const takesPayments = ({ account_active, account_quota, is_day_paid }: Account): boolean =>
  account_active && (account_quota > 0 || is_day_paid);
