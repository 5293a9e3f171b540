import { definePages } from "../../ui/define-pages.ts";

export const settingsPages = definePages({
  pattern: "/settings",
  needs: "getSettings",
  load: async () => (await import("./settings.tsx")).Settings,
  menu: { icon: "settings", text: "settings", room: "settings" },
  live: { getSettings: ["session", "webhook"] },
});
