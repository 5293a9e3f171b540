import type { Overview } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useLoaded } from "../../base/use-loaded.ts";
import { useQuery } from "../../base/use-query.ts";
import { unpaidIn } from "./money-now.tsx";

/**
 * Shows the newest invoices that expired without payment. If the card cannot load, the figure above leads to the same
 * invoices.
 */
export function UnpaidInvoices({ week }: { week: Overview }) {
  const found = useQuery("searchPayments", {
    query: { ...unpaidIn(week), per_page: limits.unpaidShown },
  });
  const payments = found.data?.items ?? [];
  const loaded = useLoaded(payments.length > 0, () => import("./unpaid-card.tsx"));
  return payments.length > 0 && loaded ? <loaded.UnpaidCard payments={payments} /> : null;
}
