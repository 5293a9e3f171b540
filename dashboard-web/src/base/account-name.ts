import type { DashboardAccount } from "./generated/types.gen.ts";

/** Returns the bank's name and the account number, for example `BCA 1234567890`. */
export const accountName = ({
  channel_name,
  channel_code,
  account_number,
}: DashboardAccount): string =>
  [channel_name ?? channel_code, account_number].filter(Boolean).join(" ");
