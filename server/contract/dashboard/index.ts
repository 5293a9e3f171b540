import { accountOperations } from "./accounts.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { auditOperations } from "./audit.ts";
import { deviceOperations } from "./devices.ts";
import { sessionOperations } from "./session.ts";
import { twoFactorOperations } from "./two-factor.ts";

/** Every operation of the dashboard's pages, in the order of the document. */
export const dashboardOperations = {
  ...sessionOperations,
  ...twoFactorOperations,
  ...apiKeyOperations,
  ...accountOperations,
  ...deviceOperations,
  ...auditOperations,
};
