import type { OperationName } from "../base/api.ts";
import type { IconName } from "../ui/icon.tsx";
import type { Route } from "../base/match-route.ts";
import type { commonTexts } from "../base/texts/common.ts";

/** These pages open whether somebody is signed in or not, since links in e-mails lead to them. */
export const openRoutes: readonly Route[] = [
  {
    pattern: "/reset-password",
    load: async () => (await import("../features/access/reset-password.tsx")).ResetPassword,
  },
  {
    pattern: "/invitation",
    load: async () => (await import("../features/team/invitation.tsx")).Invitation,
  },
];

/** The pages before somebody has signed in. */
export const outsideRoutes: readonly Route[] = [
  {
    pattern: "/sign-in",
    load: async () => (await import("../features/access/sign-in.tsx")).SignIn,
  },
  {
    pattern: "/sign-up",
    load: async () => (await import("../features/access/sign-up.tsx")).SignUp,
  },
];

export const insideRoutes: readonly Route[] = [
  {
    pattern: "/",
    needs: "getOverview",
    load: async () => (await import("../features/overview/overview.tsx")).Overview,
  },
  {
    pattern: "/payments",
    needs: "searchPayments",
    load: async () => (await import("../features/payments/payments.tsx")).Payments,
  },
  {
    pattern: "/payments/:payment_code",
    needs: "getPaymentDetail",
    load: async () => (await import("../features/payments/payment.tsx")).Payment,
  },
  {
    pattern: "/counter",
    needs: "getCounter",
    load: async () => (await import("../features/counter/counter.tsx")).Counter,
  },
  {
    pattern: "/invoices",
    needs: "listInvoices",
    load: async () => (await import("../features/invoices/invoices.tsx")).Invoices,
  },
  {
    pattern: "/invoices/new",
    needs: "createInvoice",
    load: async () => (await import("../features/invoices/new-invoice.tsx")).NewInvoice,
  },
  {
    pattern: "/invoices/:sale_id",
    needs: "getInvoice",
    load: async () => (await import("../features/invoices/invoice.tsx")).Invoice,
  },
  {
    pattern: "/reconciliation",
    needs: "listTransfers",
    load: async () =>
      (await import("../features/reconciliation/reconciliation.tsx")).Reconciliation,
  },
  {
    pattern: "/statements",
    needs: "listStatementMonths",
    load: async () => (await import("../features/statements/statements.tsx")).Statements,
  },
  {
    pattern: "/statements/import",
    needs: "importStatement",
    load: async () => (await import("../features/statements/statement-import.tsx")).StatementImport,
  },
  {
    pattern: "/statements/:account_id/:month",
    needs: "getStatementMonth",
    load: async () => (await import("../features/statements/statement-month.tsx")).StatementMonth,
  },
  {
    pattern: "/statements/:account_id/:month/print",
    needs: "getStatementMonth",
    load: async () => (await import("../features/statements/statement-print.tsx")).StatementPrint,
  },
  {
    pattern: "/links",
    needs: "listLinks",
    load: async () => (await import("../features/links/links.tsx")).Links,
  },
  {
    pattern: "/links/new",
    needs: "createLink",
    load: async () => (await import("../features/links/new-link.tsx")).NewLink,
  },
  {
    pattern: "/links/:link_id",
    needs: "getLink",
    load: async () => (await import("../features/links/link.tsx")).LinkDetail,
  },
  {
    pattern: "/links/:link_id/poster",
    needs: "getLink",
    load: async () => (await import("../features/links/link-poster.tsx")).LinkPoster,
  },
  {
    pattern: "/mutations",
    needs: "listOwnMutationReasons",
    load: async () => (await import("../features/mutations/mutations.tsx")).Mutations,
  },
  {
    pattern: "/mutations/:mutation_id",
    needs: "getOwnMutation",
    load: async () => (await import("../features/mutations/mutation.tsx")).Mutation,
  },
  {
    pattern: "/accounts",
    needs: "listOwnAccounts",
    load: async () => (await import("../features/accounts/accounts.tsx")).Accounts,
  },
  {
    pattern: "/accounts/new",
    needs: "createOwnAccount",
    load: async () => (await import("../features/accounts/new-account.tsx")).NewAccount,
  },
  {
    pattern: "/accounts/:account_id",
    needs: "getOwnAccount",
    load: async () => (await import("../features/accounts/account.tsx")).Account,
  },
  {
    pattern: "/devices",
    needs: "listOwnDevices",
    load: async () => (await import("../features/devices/devices.tsx")).Devices,
  },
  {
    pattern: "/webhooks",
    needs: "listDeliveries",
    load: async () => (await import("../features/webhooks/webhooks.tsx")).Webhooks,
  },
  {
    pattern: "/webhooks/:delivery_id",
    needs: "getDelivery",
    load: async () => (await import("../features/webhooks/delivery.tsx")).Delivery,
  },
  {
    pattern: "/notices",
    needs: "getNotices",
    load: async () => (await import("../features/notices/notices.tsx")).Notices,
  },
  {
    pattern: "/settings",
    needs: "getSettings",
    load: async () => (await import("../features/settings/settings.tsx")).Settings,
  },
  {
    pattern: "/api-keys",
    needs: "listApiKeys",
    load: async () => (await import("../features/developers/api-keys.tsx")).ApiKeys,
  },
  {
    pattern: "/requests",
    needs: "listLoggedRequests",
    load: async () => (await import("../features/developers/requests.tsx")).Requests,
  },
  {
    pattern: "/requests/:entry_id",
    needs: "getLoggedRequest",
    load: async () => (await import("../features/developers/request.tsx")).LoggedRequest,
  },
  {
    pattern: "/security",
    needs: "getSession",
    load: async () => (await import("../features/access/security.tsx")).Security,
  },
  {
    pattern: "/team",
    needs: "getTeam",
    load: async () => (await import("../features/team/team.tsx")).Team,
  },
  {
    pattern: "/audit-log",
    needs: "listAuditEntries",
    load: async () => (await import("../features/team/audit-log.tsx")).AuditLog,
  },
  {
    pattern: "/operator",
    needs: "listMerchants",
    load: async () => (await import("../features/operator/operator.tsx")).Operator,
    isForOperators: true,
  },
];

export interface MenuItem {
  to: string;
  /** The operation whose roles see the page: see match-route.ts. */
  needs?: OperationName;
  icon: IconName;
  text: keyof typeof commonTexts.id.menu;
  /** Whether the page is also in the bar: at the edge of a tablet, or already at the lower edge of a phone's screen. */
  bar?: "phone" | "tablet";
  isForOperators?: true;
  /** Items of one group stand together. The overview has none. */
  group?: keyof typeof commonTexts.id.menuGroups;
}

export const menu: readonly MenuItem[] = [
  { to: "/", needs: "getOverview", icon: "overview", text: "overview", bar: "phone" },
  {
    to: "/counter",
    needs: "getCounter",
    icon: "counter",
    text: "counter",
    bar: "phone",
    group: "sell",
  },
  {
    to: "/invoices",
    needs: "listInvoices",
    icon: "invoices",
    text: "invoices",
    bar: "tablet",
    group: "sell",
  },
  { to: "/links", needs: "listLinks", icon: "links", text: "links", group: "sell" },
  {
    to: "/payments",
    needs: "searchPayments",
    icon: "payments",
    text: "payments",
    bar: "phone",
    group: "money",
  },
  {
    to: "/reconciliation",
    needs: "listTransfers",
    icon: "reconciliation",
    text: "reconciliation",
    bar: "tablet",
    group: "money",
  },
  {
    to: "/statements",
    needs: "listStatementMonths",
    icon: "statements",
    text: "statements",
    group: "money",
  },
  {
    to: "/mutations",
    needs: "listOwnMutationReasons",
    icon: "mutations",
    text: "mutations",
    bar: "phone",
    group: "money",
  },
  {
    to: "/accounts",
    needs: "listOwnAccounts",
    icon: "accounts",
    text: "accounts",
    bar: "tablet",
    group: "receive",
  },
  { to: "/devices", needs: "listOwnDevices", icon: "devices", text: "devices", group: "receive" },
  { to: "/team", needs: "getTeam", icon: "team", text: "team", group: "shop" },
  { to: "/notices", needs: "getNotices", icon: "notices", text: "notices", group: "shop" },
  { to: "/settings", needs: "getSettings", icon: "settings", text: "settings", group: "shop" },
  { to: "/security", needs: "getSession", icon: "security", text: "security", group: "shop" },
  { to: "/audit-log", needs: "listAuditEntries", icon: "audit", text: "auditLog", group: "shop" },
  {
    to: "/operator",
    needs: "listMerchants",
    icon: "operator",
    text: "operator",
    isForOperators: true,
    group: "shop",
  },
  {
    to: "/webhooks",
    needs: "listDeliveries",
    icon: "webhooks",
    text: "webhooks",
    group: "develop",
  },
  { to: "/api-keys", needs: "listApiKeys", icon: "keys", text: "apiKeys", group: "develop" },
  {
    to: "/requests",
    needs: "listLoggedRequests",
    icon: "requests",
    text: "requests",
    group: "develop",
  },
];
