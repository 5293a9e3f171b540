import { definePages } from "../../ui/define-pages.ts";

export const linksPages = definePages(
  {
    pattern: "/links",
    guide: "selling",
    needs: "listLinks",
    load: async () => (await import("./links.tsx")).Links,
    menu: { icon: "links", text: "links", room: "invoices" },
  },
  {
    pattern: "/links/new",
    needs: "createLink",
    load: async () => (await import("./new-link.tsx")).NewLink,
  },
  {
    pattern: "/links/:link_id",
    needs: "getLink",
    load: async () => (await import("./link.tsx")).LinkDetail,
  },
  {
    pattern: "/links/:link_id/poster",
    needs: "getLink",
    load: async () => (await import("./link-poster.tsx")).LinkPoster,
  },
);
