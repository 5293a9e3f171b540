import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { oweUnmatchedNotices } from "./notice-messages.sql.ts";

/**
 * Writes notices of money that has had no invoice for a minute. A job does it, and not the statement that records the
 * money, because most of what stays unmatched for a moment is matched in the next one.
 */
export async function findUnmatchedMoney(gateway: Gateway): Promise<void> {
  const { unmatchedNoticeSeconds: unmatched_seconds } = limits;
  while (await oweUnmatchedNotices(gateway.sql, { unmatched_seconds, at: gateway.now() }));
}
