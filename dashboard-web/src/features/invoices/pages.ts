import { definePages } from "../../ui/define-pages.ts";

export const invoicesPages = definePages(
  {
    pattern: "/invoices",
    needs: "listInvoices",
    load: async () => (await import("./invoices.tsx")).Invoices,
    menu: { icon: "invoices", text: "invoices", room: "invoices" },
    live: { listInvoices: ["payment"] },
  },
  {
    pattern: "/invoices/new",
    needs: "createInvoice",
    load: async () => (await import("./new-invoice.tsx")).NewInvoice,
  },
  {
    pattern: "/invoices/:sale_id",
    needs: "getInvoice",
    load: async () => (await import("./invoice.tsx")).Invoice,
    live: { getInvoice: ["payment", "mutation"] },
  },
);
