import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { oweUnmatchedNotices } from "./notice-messages.sql.ts";

/**
 * Writes notices about transfers that have had no invoice for a minute. A job writes them, and not the statement that
 * records the transfer, because most transfers that stay unmatched for a moment are matched in the next one.
 */
export async function findUnmatchedMoney(gateway: Gateway): Promise<void> {
  const { unmatchedNoticeSeconds: unmatched_seconds } = limits;
  while (await oweUnmatchedNotices(gateway.sql, { unmatched_seconds, at: gateway.now() }));
}
