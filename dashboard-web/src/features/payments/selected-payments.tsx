import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { pageLanguage } from "../../base/page-language.ts";
import { addressOf, call } from "../../base/api.ts";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Downloads } from "../../ui/downloads.tsx";
import { SelectionBar, useRowResults, type Selection } from "../../ui/selection.tsx";
import { paymentsTexts as t } from "./payments-texts.ts";

interface SelectedPaymentsProps {
  payments: readonly ListedPayment[];
  selection: Selection;
  isTest: boolean;
  onDone(): Promise<void>;
}

/** Exports the ticked invoices as a table, and cancels the pending ones that have received no money. */
export function SelectedPayments({ payments, selection, isTest, onDone }: SelectedPaymentsProps) {
  const rows = useRowResults(selection, onDone);
  const chosen = payments.filter(({ payment_code }) => selection.keys.has(payment_code));
  const open = chosen.filter(({ payment_status }) => payment_status === "PENDING");
  const pending = open.filter(({ received_in_parts }) => !received_in_parts);
  const received = open.reduce((sum, { received_in_parts }) => sum + (received_in_parts ?? 0), 0);
  const query = {
    payment_ids: chosen.map(({ payment_id }) => payment_id).join(","),
    ...(isTest && { is_test: true }),
  };
  return (
    <SelectionBar
      selection={selection}
      rows={payments.map(({ payment_code }) => payment_code)}
      refused={rows.refused}
      main={
        pending.length > 0 && (
          <ConfirmButton
            needs="cancelOwnPayments"
            title={t.payments.cancelSeveral(pending.length)}
            action={t.payments.cancelPending(pending.length)}
            submit={() =>
              rows.submit(
                call("cancelOwnPayments", {
                  body: {
                    payment_codes: pending.map(({ payment_code }) => payment_code),
                    ...(isTest && { is_test: true }),
                  },
                }),
              )
            }
          >
            {t.payments.cancelSeveralHint}
          </ConfirmButton>
        )
      }
    >
      <Downloads
        label={t.payments.exportSelected}
        workbook={addressOf("exportPaymentsWorkbook", {
          query: { ...query, language: pageLanguage },
        })}
        csv={addressOf("exportPayments", { query })}
        name={t.menuRooms.invoices}
      />
      {received > 0 && (
        <span>{t.payments.keptPartPaid(open.length - pending.length, formatRupiah(received))}</span>
      )}
    </SelectionBar>
  );
}
