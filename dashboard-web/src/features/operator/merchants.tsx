import { useId, useState } from "preact/hooks";
import type { MerchantSummary } from "../../base/generated/types.gen.ts";
import { formatCount } from "../../base/numbers.ts";
import { useQuery } from "../../base/use-query.ts";
import { Fact } from "../../ui/fact.tsx";
import { MerchantDialog } from "./merchant-dialog.tsx";
import { Empty } from "../../ui/notice.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { accountsTexts } from "../accounts/accounts-texts.ts";
import { operatorTexts } from "./operator-texts.ts";
import { paymentsTexts } from "../payments/payments-texts.ts";
import { Button } from "../../ui/button.tsx";
import { RowList } from "../../ui/list.tsx";

const t = { ...operatorTexts, ...paymentsTexts, ...accountsTexts };

/** Lists every merchant of this installation, with the operator's most important figures. */
export function Merchants({ isAlone }: { isAlone: boolean }) {
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<MerchantSummary | null>(null);
  const cursor = useCursor(search);
  const merchants = useQuery("listMerchants", {
    query: { ...cursor.query, ...(search && { search }) },
  });
  return (
    <>
      <div class="list-head">
        <h2>{t.operator.merchants}</h2>
        {isAlone || <Search onSearch={setSearch} />}
      </div>
      <RowList
        query={merchants}
        place={cursor}
        keyOf={({ merchant_id }) => merchant_id}
        empty={
          <Empty icon="operator" title={t.operator.noneFound}>
            {t.operator.noneFoundHint}
          </Empty>
        }
      >
        {(merchant) => (
          <MerchantRow
            merchant={merchant}
            onShow={isAlone ? undefined : () => setShown(merchant)}
          />
        )}
      </RowList>
      {shown && (
        <MerchantDialog
          merchant={shown}
          onGranted={merchants.reload}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

function Search({ onSearch }: { onSearch(search: string): void }) {
  const id = useId();
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const search = new FormData(event.currentTarget).get("search");
        onSearch(typeof search === "string" ? search.trim() : "");
      }}
    >
      <label for={id}>{t.common.search}</label>
      <input id={id} type="search" name="search" placeholder={t.operator.searchHint} />
    </form>
  );
}

interface MerchantRowProps {
  merchant: MerchantSummary;
  /** Opens the dialog that shows the days of use and grants more. */
  onShow: (() => void) | undefined;
}

function MerchantRow({ merchant, onShow }: MerchantRowProps) {
  const { merchant_name, email, is_operator, last_payment_at, offline_device_count } = merchant;
  const figures = [
    [t.operator.invoices, merchant.payment_count],
    [t.menu.accounts, merchant.account_count],
    [t.menu.devices, merchant.device_count],
    ...(onShow ? [[t.accounts.quota, merchant.quota_left] as const] : []),
  ] as const;
  return (
    <li class="row merchant-row">
      <div class="row-title">
        <span>
          <strong>{merchant_name}</strong>{" "}
          {is_operator && <span class="tag">{t.operator.runsServer}</span>}
        </span>
        <span class="hint">{email}</span>
        {offline_device_count > 0 && (
          <span class="tag bad">{t.operator.offlineDevices(offline_device_count)}</span>
        )}
      </div>
      <dl>
        {figures.map(([name, count]) => (
          <Fact key={name} name={name} isAmount>
            {formatCount(count)}
          </Fact>
        ))}
        <Fact name={t.operator.lastPayment} at={last_payment_at} otherwise={t.common.never} />
      </dl>
      {onShow && (
        <Button of={merchant_name} onClick={onShow}>
          {t.accounts.quota}
        </Button>
      )}
    </li>
  );
}
