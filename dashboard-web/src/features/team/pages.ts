import { definePages } from "../../ui/define-pages.ts";

export const teamPages = definePages(
  {
    pattern: "/invitation",
    opens: "always",
    load: async () => (await import("./invitation.tsx")).Invitation,
  },
  {
    pattern: "/team",
    needs: "getTeam",
    load: async () => (await import("./team.tsx")).Team,
    menu: { icon: "team", text: "team", group: "shop" },
    live: { getTeam: ["session"] },
  },
  {
    pattern: "/audit-log",
    needs: "listAuditEntries",
    load: async () => (await import("./audit-log.tsx")).AuditLog,
    menu: { icon: "audit", text: "auditLog", group: "shop" },
    live: { listAuditEntries: ["session", "account", "device", "webhook"] },
  },
);
