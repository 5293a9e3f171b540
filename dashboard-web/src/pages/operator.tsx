import { FailingWebhooksCard } from "../components/failing-webhooks.tsx";
import { Merchants } from "../components/merchants.tsx";
import { Page } from "../components/page.tsx";
import { SystemHealthCard } from "../components/system-health.tsx";
import { useWords } from "../words.tsx";
import { operatorTexts } from "./operator-texts.ts";

/** What runs here for everybody. Only for operators: the server has nothing at these operations for others. */
export function Operator() {
  const { t } = useWords(operatorTexts);
  return (
    <Page title={t.menu.operator} hint={t.operator.hint}>
      <SystemHealthCard />
      <FailingWebhooksCard />
      <Merchants />
    </Page>
  );
}
