import { useEffect, useState } from "preact/hooks";
import type { Overview } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useQuery } from "../../base/use-query.ts";
import { unpaidIn } from "./money-now.tsx";
import type { UnpaidCard as Card } from "./unpaid-card.tsx";

/**
 * Shows the newest invoices that expired without payment. The card's code loads only if there are
 * any.
 */
export function UnpaidInvoices({ week }: { week: Overview }) {
  const found = useQuery("searchPayments", {
    query: { ...unpaidIn(week), per_page: limits.unpaidShown },
  });
  const payments = found.data?.items ?? [];
  const isNeeded = payments.length > 0;
  const [loaded, setLoaded] = useState<{ card: typeof Card } | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    // If the card cannot load, the figure above leads to the same invoices.
    import("./unpaid-card.tsx").then(
      ({ UnpaidCard }) => isWanted && setLoaded({ card: UnpaidCard }),
      () => null,
    );
    return () => {
      isWanted = false;
    };
  }, [isNeeded]);
  return isNeeded && loaded ? <loaded.card payments={payments} /> : null;
}
