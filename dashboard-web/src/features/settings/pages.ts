import { definePages } from "../../ui/define-pages.ts";

export const settingsPages = definePages({
  pattern: "/settings",
  needs: "getSettings",
  load: async () => (await import("./settings.tsx")).Settings,
  menu: { icon: "settings", text: "settings", group: "shop" },
  live: { getSettings: ["session", "webhook"] },
});
