import { definePages } from "../../ui/define-pages.ts";

export const developersPages = definePages(
  {
    pattern: "/api-keys",
    guide: "first-api-payment",
    needs: "listApiKeys",
    load: async () => (await import("./api-keys.tsx")).ApiKeys,
    menu: { icon: "keys", text: "apiKeys", room: "develop" },
    live: { listApiKeys: ["session"] },
  },
  {
    pattern: "/requests",
    guide: "request-log",
    needs: "listLoggedRequests",
    load: async () => (await import("./requests.tsx")).Requests,
    menu: { icon: "requests", text: "requests", room: "develop" },
  },
  {
    pattern: "/requests/:entry_id",
    needs: "getLoggedRequest",
    load: async () => (await import("./request.tsx")).LoggedRequest,
  },
);
