import { FailingWebhooksCard } from "./failing-webhooks.tsx";
import { Merchants } from "./merchants.tsx";
import { Page } from "../../ui/page.tsx";
import { SystemHealthCard } from "./system-health.tsx";
import { operatorTexts as t } from "./operator-texts.ts";

/** What runs here for everyone. Only for operators: the server has nothing at these operations for others. */
export const Operator = () => (
  <Page title={t.menu.operator} hint={t.operator.hint}>
    <SystemHealthCard />
    <FailingWebhooksCard />
    <Merchants />
  </Page>
);
