import { operatorPageTexts } from "../../base/texts/operator-page-texts.ts";
import { FailingWebhooksCard } from "./failing-webhooks.tsx";
import { Merchants } from "./merchants.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Page } from "../../ui/page.tsx";
import { SystemHealthCard } from "./system-health.tsx";
import { operatorTexts as t } from "./operator-texts.ts";

/**
 * The operator's view of the whole gateway. For other people, the server answers these operations with 404.
 */
export function Operator() {
  const { data } = useQuery("listMerchants", { query: {} });
  // Some facts, for example the days of use, do not matter on a server with one merchant.
  const isAlone = data?.items.length === 1;
  return (
    <Page
      title={operatorPageTexts.operatorPage}
      hint={t.operator.hint}
      back={{ to: "/server", text: t.menu.server }}
    >
      <SystemHealthCard isBrief={isAlone} />
      <FailingWebhooksCard />
      <Merchants isAlone={isAlone} />
    </Page>
  );
}
