import type { DashboardAccount } from "./generated/types.gen.ts";

/** `BCA 1234567890`. */
export const accountName = ({
  channel_name,
  channel_code,
  account_number,
}: DashboardAccount): string =>
  [channel_name ?? channel_code, account_number].filter(Boolean).join(" ");
