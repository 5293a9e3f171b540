import { definePages } from "../../ui/define-pages.ts";

export const paymentsPages = definePages(
  {
    pattern: "/payments",
    needs: "searchPayments",
    load: async () => (await import("./payments.tsx")).Payments,
    menu: { icon: "payments", text: "payments", isInBar: true, room: "invoices" },
    live: { searchPayments: ["payment"] },
  },
  {
    pattern: "/payments/:payment_code",
    needs: "getPaymentDetail",
    load: async () => (await import("./payment.tsx")).Payment,
    live: {
      getPaymentDetail: ["payment", "mutation", "webhook"],
      listOwnLikelyMutations: ["mutation"],
    },
  },
);
