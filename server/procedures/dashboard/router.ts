import { accountProcedures } from "./accounts.ts";
import { apiKeyProcedures } from "./api-keys.ts";
import { auditProcedures } from "./audit.ts";
import { counterProcedures } from "./counter.ts";
import { deviceProcedures } from "./devices.ts";
import { gatewaySettingProcedures } from "./gateway-settings.ts";
import { invoiceProcedures } from "./invoices.ts";
import { linkProcedures } from "./links.ts";
import { mailboxProcedures } from "./mailboxes.ts";
import { mutationProcedures } from "./mutations.ts";
import { noticeProcedures } from "./notices.ts";
import { operatorProcedures } from "./operator.ts";
import { overviewProcedures } from "./overview.ts";
import { paymentProcedures } from "./payments.ts";
import { reconciliationProcedures } from "./reconciliation.ts";
import { requestLogProcedures } from "./request-log.ts";
import { readingRuleProcedures } from "./reading-rules.ts";
import { sessionProcedures } from "./session.ts";
import { settingsProcedures } from "./settings.ts";
import { teamProcedures } from "./team.ts";
import { booksProcedures } from "./books.ts";
import { statementProcedures } from "./statements.ts";
import { twoFactorProcedures } from "./two-factor.ts";
import { webhookProcedures } from "./webhooks.ts";

export const dashboardProcedures = {
  ...sessionProcedures,
  ...twoFactorProcedures,
  ...teamProcedures,
  ...apiKeyProcedures,
  ...accountProcedures,
  ...deviceProcedures,
  ...mailboxProcedures,
  ...invoiceProcedures,
  ...paymentProcedures,
  ...linkProcedures,
  ...counterProcedures,
  ...mutationProcedures,
  ...statementProcedures,
  ...booksProcedures,
  ...reconciliationProcedures,
  ...readingRuleProcedures,
  ...overviewProcedures,
  ...settingsProcedures,
  ...webhookProcedures,
  ...requestLogProcedures,
  ...noticeProcedures,
  ...operatorProcedures,
  ...gatewaySettingProcedures,
  ...auditProcedures,
};
