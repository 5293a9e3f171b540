import type { dashboardOperations } from "../../../contract/index.ts";
import type { OperationExamples } from "../draft.ts";
import { accountExamples } from "./accounts.ts";
import { apiKeyExamples } from "./api-keys.ts";
import { auditExamples } from "./audit.ts";
import { counterExamples } from "./counter.ts";
import { deviceExamples } from "./devices.ts";
import { invoiceExamples } from "./invoices.ts";
import { linkExamples } from "./links.ts";
import { mailboxExamples } from "./mailboxes.ts";
import { mutationExamples } from "./mutations.ts";
import { noticeExamples } from "./notices.ts";
import { gatewaySettingExamples } from "./gateway-settings.ts";
import { operatorExamples } from "./operator.ts";
import { overviewExamples } from "./overview.ts";
import { paymentExamples } from "./payments.ts";
import { requestLogExamples } from "./request-log.ts";
import { reconciliationExamples } from "./reconciliation.ts";
import { readingRuleExamples } from "./reading-rules.ts";
import { sessionExamples } from "./session.ts";
import { settingsExamples } from "./settings.ts";
import { booksExamples } from "./books.ts";
import { statementExamples } from "./statements.ts";
import { teamExamples } from "./team.ts";
import { twoFactorExamples } from "./two-factor.ts";
import { webhookExamples } from "./webhooks.ts";

export const dashboardExamples: Record<keyof typeof dashboardOperations, OperationExamples> = {
  ...sessionExamples,
  ...twoFactorExamples,
  ...teamExamples,
  ...apiKeyExamples,
  ...accountExamples,
  ...deviceExamples,
  ...mailboxExamples,
  ...invoiceExamples,
  ...paymentExamples,
  ...linkExamples,
  ...counterExamples,
  ...mutationExamples,
  ...statementExamples,
  ...booksExamples,
  ...reconciliationExamples,
  ...readingRuleExamples,
  ...overviewExamples,
  ...settingsExamples,
  ...webhookExamples,
  ...requestLogExamples,
  ...noticeExamples,
  ...operatorExamples,
  ...gatewaySettingExamples,
  ...auditExamples,
};
