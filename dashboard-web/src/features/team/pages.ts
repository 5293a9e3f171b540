import { definePages } from "../../ui/define-pages.ts";

export const teamPages = definePages(
  {
    pattern: "/invitation",
    opens: "always",
    load: async () => (await import("./invitation.tsx")).Invitation,
  },
  {
    pattern: "/team",
    guide: "team",
    needs: "getTeam",
    load: async () => (await import("./team.tsx")).Team,
    menu: { icon: "team", text: "team", room: "settings" },
    live: { getTeam: ["session"] },
  },
);

export const auditPages = definePages({
  pattern: "/audit-log",
  needs: "listAuditEntries",
  load: async () => (await import("./audit-log.tsx")).AuditLog,
  menu: { icon: "audit", text: "auditLog", room: "settings" },
  live: { listAuditEntries: ["session", "account", "device", "webhook"] },
});
