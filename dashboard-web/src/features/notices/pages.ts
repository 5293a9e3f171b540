import { definePages } from "../../ui/define-pages.ts";

export const noticesPages = definePages({
  pattern: "/notices",
  guide: "notices",
  needs: "getNotices",
  load: async () => (await import("./notices.tsx")).Notices,
  menu: { icon: "notices", text: "notices", room: "settings" },
});
