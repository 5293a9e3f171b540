import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call, type DataOf, type Refusal } from "../../base/api.ts";
import type { ReconciledTransfer } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useSession } from "../../base/session.tsx";
import { useSearch } from "../../base/use-search.ts";
import { Finder } from "../../ui/finder.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { ListedPaymentTag } from "../../ui/payment-status.tsx";
import { reconciliationTexts as t } from "./reconciliation-texts.ts";

type Found = Pick<DataOf<"searchPayments">, "items" | "searched_until">;

const nothing: Found = { items: [], searched_until: null };

/** Stands for the newest pending invoices. No text of a person is only a space. */
const newest = " ";

interface InvoiceFinderProps {
  transfer: ReconciledTransfer;
  /** Whether no similar invoice is offered. The newest pending invoices are then shown at once. */
  isOnly: boolean;
  /** Returns whether the choice still holds: false after a later one. */
  onChoose(payment_code: string): Promise<boolean>;
}

/**
 * Finds an invoice by its code, its customer or its amount, for a transfer that was not similar to it. Before a text
 * is typed, the newest pending invoices of the transfer's account are offered.
 */
export function InvoiceFinder({ transfer, isOnly, onChoose }: InvoiceFinderProps) {
  const { onRefusal } = useSession();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(isOnly);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const search = text.trim();
  const { found, isFailed, isFound } = useSearch(isOpen ? search || newest : "", nothing, () =>
    search === "" ? findNewest(transfer) : call("searchPayments", { query: { search, ...most } }),
  );
  const shown = isFound && isOpen ? found : nothing;

  async function choose(code: string) {
    try {
      if (!(await onChoose(code))) return;
      setRefusal(null);
      setText("");
      setOpen(false);
    } catch (cause) {
      setRefusal(onRefusal(cause));
    }
  }

  return (
    <div class="invoice-finder">
      <Finder
        label={isOnly ? t.reconciliation.findInvoice : t.reconciliation.findOther}
        isLabelShown
        placeholder={t.reconciliation.findBy}
        text={text}
        onText={(typed) => {
          setText(typed);
          // After a choice the field keeps the focus.
          setOpen(true);
        }}
        groups={[
          [
            search === "" ? t.reconciliation.newestPending : t.reconciliation.foundInvoices,
            shown.items.map((each) => ({
              key: each.payment_code,
              text: each.customer_name,
              under: each.payment_code,
              beside: (
                <>
                  {formatRupiah(each.payment_total)} <ListedPaymentTag payment={each} />
                </>
              ),
            })),
          ],
        ]}
        isFound={isFound}
        mayChoose={isFound && search !== ""}
        onFocus={() => setOpen(true)}
        onChoose={({ key }) => void choose(key)}
      >
        {isFailed && t.reconciliation.findFailed}
        {search !== "" && isFound && !isFailed && foundWords(found)}
      </Finder>
      {refusal && <RefusalNotice refusal={refusal} />}
    </div>
  );
}

const most = { per_page: limits.paletteResults };

/** Returns the newest pending invoices: of the transfer's account, if one account has its number. */
async function findNewest({ account_number, bank_name }: ReconciledTransfer): Promise<Found> {
  const query = { payment_status: "PENDING", ...most } as const;
  if (account_number === null) return call("searchPayments", { query });
  const accounts = await call("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  const [own, ...others] = accounts.filter(
    (each) => each.account_number === account_number && each.channel_name === bank_name,
  );
  return call("searchPayments", {
    query: own && others.length === 0 ? { ...query, account_id: own.account_id } : query,
  });
}

function foundWords({ items, searched_until }: Found): string {
  if (items.length > 0) return t.reconciliation.foundCount(items.length);
  return searched_until === null ? t.reconciliation.noneFound : t.reconciliation.noneOfNewest;
}
