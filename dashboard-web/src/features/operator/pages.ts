import { definePages } from "../../ui/define-pages.ts";

export const operatorPages = definePages({
  pattern: "/operator",
  needs: "listMerchants",
  load: async () => (await import("./operator.tsx")).Operator,
  isForOperators: true,
});
