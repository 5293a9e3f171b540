import { accountOperations } from "./accounts.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { auditOperations } from "./audit.ts";
import { counterOperations } from "./counter.ts";
import { deviceOperations } from "./devices.ts";
import { invoiceOperations } from "./invoices.ts";
import { linkOperations } from "./links.ts";
import { mailboxOperations } from "./mailboxes.ts";
import { mutationOperations } from "./mutations.ts";
import { noticeOperations } from "./notices.ts";
import { gatewaySettingOperations } from "./gateway-settings.ts";
import { operatorOperations } from "./operator.ts";
import { overviewOperations } from "./overview.ts";
import { paymentOperations } from "./payments.ts";
import { reconciliationOperations } from "./reconciliation.ts";
import { requestLogOperations } from "./request-log.ts";
import { readingRuleOperations } from "./reading-rules.ts";
import { doorOperations, sessionOperations } from "./session.ts";
import { settingsOperations } from "./settings.ts";
import { invitationOperations, teamOperations } from "./team.ts";
import { booksOperations } from "./books.ts";
import { statementOperations } from "./statements.ts";
import { twoFactorOperations } from "./two-factor.ts";
import { webhookOperations } from "./webhooks.ts";

/** Every operation of the dashboard's pages, in the order of the document. */
export const dashboardOperations = {
  ...doorOperations,
  ...sessionOperations,
  ...twoFactorOperations,
  ...teamOperations,
  ...invitationOperations,
  ...apiKeyOperations,
  ...accountOperations,
  ...deviceOperations,
  ...mailboxOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...linkOperations,
  ...counterOperations,
  ...mutationOperations,
  ...statementOperations,
  ...booksOperations,
  ...reconciliationOperations,
  ...readingRuleOperations,
  ...overviewOperations,
  ...settingsOperations,
  ...webhookOperations,
  ...requestLogOperations,
  ...noticeOperations,
  ...operatorOperations,
  ...gatewaySettingOperations,
  ...auditOperations,
};
