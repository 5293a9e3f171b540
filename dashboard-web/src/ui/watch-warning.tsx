import { useMay } from "../base/session.tsx";
import { useQuery } from "../base/use-query.ts";
import { Notice } from "./notice.tsx";
import { watchWarningTexts as t } from "./watch-warning-texts.ts";
import { Button } from "./button.tsx";

/** Warns, before a person sends a link or an invoice, that no source watches an account for its payment. */
export function WatchWarning() {
  return useMay()("getCounter") ? <Asked /> : null;
}

function Asked() {
  const { data } = useQuery("getCounter", {});
  const may = useMay();
  if (!data || data.accounts.some(({ obstacle }) => obstacle === null)) return null;
  return (
    <Notice tone="warning">
      <p>{data.accounts.length === 0 ? t.watch.noAccount : t.watch.nobodyWatches}</p>
      {may("listOwnDevices") && (
        <Button to={data.accounts.length === 0 ? "/accounts" : "/devices"}>
          {data.accounts.length === 0 ? t.watch.toAccounts : t.watch.toPhones}
        </Button>
      )}
    </Notice>
  );
}
