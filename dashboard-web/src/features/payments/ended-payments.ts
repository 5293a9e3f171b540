import type { InputOf } from "../../base/api.ts";
import { dayOf, startOfDay } from "../../base/zone-days.ts";

/** In the address as a status: expired invoices for which no money has come. */
export const unpaid = "UNPAID";

/** In the address as a status: invoices with parts that wait for the rest or for a decision. */
export const partPaid = "PART_PAID";

/** In the address: when invoices were paid or ended, counted in days of the shop. */
export const endings = ["today", "yesterday", "7", "30"] as const;

type Ended = Pick<NonNullable<InputOf<"searchPayments">["query"]>, "ended_from" | "ended_before">;

/** The first day and the one after the last. */
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
