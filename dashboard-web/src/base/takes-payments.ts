import type { DashboardAccount } from "./generated/types.gen.ts";

type Account = Pick<DashboardAccount, "account_active" | "account_quota" | "is_day_paid">;

/** Whether a new invoice on the account would be accepted today. */
export const takesPayments = ({ account_active, account_quota, is_day_paid }: Account): boolean =>
  account_active && (account_quota > 0 || is_day_paid);
