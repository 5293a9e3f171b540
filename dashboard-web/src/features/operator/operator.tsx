import { FailingWebhooksCard } from "./failing-webhooks.tsx";
import { Merchants } from "./merchants.tsx";
import { Page } from "../../ui/page.tsx";
import { SystemHealthCard } from "./system-health.tsx";
import { operatorTexts as t } from "./operator-texts.ts";

/** The operator's view of the whole gateway. For other people the server answers these operations with 404. */
export const Operator = () => (
  <Page
    title={t.operator.title}
    hint={t.operator.hint}
    back={{ to: "/server", text: t.menu.server }}
  >
    <SystemHealthCard />
    <FailingWebhooksCard />
    <Merchants />
  </Page>
);
