import type { InputOf } from "../../base/api.ts";
import { dayOf, startOfDay } from "../../base/zone-days.ts";

/** A status in the address: expired invoices that received no money. */
export const unpaid = "UNPAID";

/** A status in the address: every invoice that can still be paid, with or without a part. */
export const outstanding = "OUTSTANDING";

/** A status in the address: partly paid invoices that wait for the rest or for a decision. */
export const partPaid = "PART_PAID";

/**
 * The choices in the address for the time when invoices were paid or ended, counted in days of the
 * shop.
 */
export const endings = ["today", "yesterday", "7", "30"] as const;

type Ended = Pick<NonNullable<InputOf<"searchPayments">["query"]>, "ended_from" | "ended_before">;

/** Returns the first moment of the chosen days, and the first moment after them. */
export function endedOf(ended: string | null, time_zone: string): Ended {
  const chosen = endings.find((each) => each === ended);
  if (!chosen) return {};
  const daysAgo = { today: 0, yesterday: 1, "7": 6, "30": 29 }[chosen];
  const today = dayOf(new Date(), time_zone);
  const from = startOfDay(today, -daysAgo, time_zone);
  const before = chosen === "yesterday" ? startOfDay(today, 0, time_zone) : null;
  return {
    ...(from && { ended_from: from.toISOString() }),
    ...(before && { ended_before: before.toISOString() }),
  };
}
