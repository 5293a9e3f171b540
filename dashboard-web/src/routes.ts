import type { IconName } from "./components/icon.tsx";
import type { Route } from "./match-route.ts";
import type { commonTexts } from "./texts/common.ts";

/** These pages open whether somebody is signed in or not, since links in e-mails lead to them. */
export const openRoutes: readonly Route[] = [
  {
    pattern: "/reset-password",
    load: async () => (await import("./pages/reset-password.tsx")).ResetPassword,
  },
];

/** The pages before somebody has signed in. */
export const outsideRoutes: readonly Route[] = [
  { pattern: "/sign-in", load: async () => (await import("./pages/sign-in.tsx")).SignIn },
  { pattern: "/sign-up", load: async () => (await import("./pages/sign-up.tsx")).SignUp },
];

export const insideRoutes: readonly Route[] = [
  { pattern: "/", load: async () => (await import("./pages/overview.tsx")).Overview },
  { pattern: "/payments", load: async () => (await import("./pages/payments.tsx")).Payments },
  {
    pattern: "/payments/:payment_code",
    load: async () => (await import("./pages/payment.tsx")).Payment,
  },
  { pattern: "/mutations", load: async () => (await import("./pages/mutations.tsx")).Mutations },
  { pattern: "/accounts", load: async () => (await import("./pages/accounts.tsx")).Accounts },
  {
    pattern: "/accounts/new",
    load: async () => (await import("./pages/new-account.tsx")).NewAccount,
  },
  {
    pattern: "/accounts/:account_id",
    load: async () => (await import("./pages/account.tsx")).Account,
  },
  { pattern: "/devices", load: async () => (await import("./pages/devices.tsx")).Devices },
  { pattern: "/webhooks", load: async () => (await import("./pages/webhooks.tsx")).Webhooks },
  {
    pattern: "/webhooks/:delivery_id",
    load: async () => (await import("./pages/delivery.tsx")).Delivery,
  },
  { pattern: "/settings", load: async () => (await import("./pages/settings.tsx")).Settings },
  { pattern: "/api-keys", load: async () => (await import("./pages/api-keys.tsx")).ApiKeys },
  { pattern: "/security", load: async () => (await import("./pages/security.tsx")).Security },
  { pattern: "/audit-log", load: async () => (await import("./pages/audit-log.tsx")).AuditLog },
  {
    pattern: "/operator",
    load: async () => (await import("./pages/operator.tsx")).Operator,
    isForOperators: true,
  },
];

export interface MenuItem {
  to: string;
  icon: IconName;
  text: keyof typeof commonTexts.id.menu;
  /** Whether the page is also in the bar at the lower edge of a phone's screen. */
  isFrequent?: true;
  isForOperators?: true;
}

export const menu: readonly MenuItem[] = [
  { to: "/", icon: "overview", text: "overview", isFrequent: true },
  { to: "/payments", icon: "payments", text: "payments", isFrequent: true },
  { to: "/mutations", icon: "mutations", text: "mutations", isFrequent: true },
  { to: "/accounts", icon: "accounts", text: "accounts", isFrequent: true },
  { to: "/devices", icon: "devices", text: "devices" },
  { to: "/webhooks", icon: "webhooks", text: "webhooks" },
  { to: "/api-keys", icon: "keys", text: "apiKeys" },
  { to: "/security", icon: "security", text: "security" },
  { to: "/settings", icon: "settings", text: "settings" },
  { to: "/audit-log", icon: "audit", text: "auditLog" },
  { to: "/operator", icon: "operator", text: "operator", isForOperators: true },
];
