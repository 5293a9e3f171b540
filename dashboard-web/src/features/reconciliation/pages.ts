import { definePages } from "../../ui/define-pages.ts";

export const reconciliationPages = definePages({
  pattern: "/reconciliation",
  guide: "deciding",
  needs: "listTransfers",
  load: async () => (await import("./reconciliation.tsx")).Reconciliation,
  menu: { icon: "reconciliation", text: "reconciliation", room: "money" },
  live: {
    listTransfers: ["mutation", "payment"],
    listTransferCandidates: ["payment"],
    listOpenDifferences: ["mutation", "payment"],
    listOwedRefunds: ["mutation", "payment"],
  },
});
