import { definePages } from "../../ui/define-pages.ts";

export const gatewaySettingsPages = definePages({
  pattern: "/server",
  guide: "going-live",
  needs: "getGatewaySettings",
  load: async () => (await import("./gateway-settings.tsx")).GatewaySettingsPage,
  isForOperators: true,
  menu: { icon: "settings", text: "server", room: "settings" },
});
