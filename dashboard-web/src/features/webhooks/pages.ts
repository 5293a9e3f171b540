import { definePages } from "../../ui/define-pages.ts";

export const webhooksPages = definePages(
  {
    pattern: "/webhooks",
    guide: "webhooks",
    needs: "listDeliveries",
    load: async () => (await import("./webhooks.tsx")).Webhooks,
    menu: { icon: "webhooks", text: "webhooks", room: "develop" },
    live: { listDeliveries: ["webhook"] },
  },
  {
    pattern: "/webhooks/:delivery_id",
    needs: "getDelivery",
    load: async () => (await import("./delivery.tsx")).Delivery,
    live: { getDelivery: ["webhook"] },
  },
);
