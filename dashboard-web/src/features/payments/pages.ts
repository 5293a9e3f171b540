import { definePages } from "../../ui/define-pages.ts";

export const paymentsPages = definePages(
  {
    pattern: "/payments",
    needs: "searchPayments",
    load: async () => (await import("./payments.tsx")).Payments,
    menu: {
      icon: "payments",
      text: "payments",
      isInBar: true,
      alsoAt: "/invoices",
      room: "invoices",
    },
    live: { searchPayments: ["payment"], getPaymentCounts: ["payment"] },
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
  { pattern: "/invoices", load: async () => (await import("./open-invoice.tsx")).ManualInvoices },
  {
    pattern: "/invoices/new",
    needs: "createInvoice",
    load: async () => (await import("./new-invoice.tsx")).NewInvoice,
  },
  {
    pattern: "/invoices/:sale_id",
    needs: "getInvoice",
    load: async () => (await import("./open-invoice.tsx")).OpenInvoice,
    live: { getInvoice: ["payment"] },
  },
);
