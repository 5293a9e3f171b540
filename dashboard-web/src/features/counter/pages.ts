import { definePages } from "../../ui/define-pages.ts";

export const counterPages = definePages(
  {
    pattern: "/counter",
    guide: "selling",
    needs: "getCounter",
    load: async () => (await import("./counter.tsx")).Counter,
    menu: { icon: "counter", text: "counter", isInBar: true },
    live: {
      getCounter: ["payment", "device", "account"],
      getCounterSale: ["payment", "mutation", "device"],
    },
  },
  {
    pattern: "/counter/items",
    needs: "changeCounterItems",
    load: async () => (await import("./counter-items.tsx")).CounterItems,
  },
);
