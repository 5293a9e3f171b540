import { definePages } from "../../ui/define-pages.ts";

export const statementsPages = definePages(
  {
    pattern: "/statements",
    guide: "statements",
    needs: "listStatementMonths",
    load: async () => (await import("./statements.tsx")).Statements,
    menu: { icon: "statements", text: "statements", room: "money" },
    live: { listStatementMonths: ["mutation"], listUnsupportedMutations: ["mutation"] },
  },
  {
    pattern: "/statements/import",
    needs: "importStatement",
    load: async () => (await import("./statement-import.tsx")).StatementImport,
  },
  {
    pattern: "/statements/:account_id/:month",
    needs: "getStatementMonth",
    load: async () => (await import("./statement-month.tsx")).StatementMonth,
    live: {
      getStatementMonth: ["mutation", "payment"],
      listStatementRows: ["mutation", "payment"],
    },
  },
  {
    pattern: "/books/chart",
    needs: "getStatementChart",
    load: async () => (await import("./books-chart.tsx")).BooksChart,
  },
  {
    pattern: "/books/rules",
    needs: "listStatementRules",
    load: async () => (await import("./statement-rules.tsx")).StatementRules,
  },
  {
    pattern: "/books/:period",
    needs: "getBooks",
    load: async () => (await import("./books.tsx")).Books,
  },
  {
    pattern: "/statements/:account_id/:month/print",
    needs: "getStatementMonth",
    load: async () => (await import("./statement-print.tsx")).StatementPrint,
  },
);
