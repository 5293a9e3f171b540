import { definePages } from "../../ui/define-pages.ts";

export const overviewPages = definePages({
  pattern: "/",
  needs: "getOverview",
  load: async () => (await import("./overview.tsx")).Overview,
  menu: { icon: "overview", text: "overview", isInBar: true },
  live: {
    getAttention: ["payment", "device", "mutation", "webhook", "account"],
    getOverview: ["payment"],
    getChecklist: ["payment", "device", "account", "session"],
  },
});
