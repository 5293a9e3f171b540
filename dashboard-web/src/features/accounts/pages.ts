import { definePages } from "../../ui/define-pages.ts";

export const accountsPages = definePages(
  {
    pattern: "/accounts",
    guide: "qris",
    needs: "listOwnAccounts",
    load: async () => (await import("./accounts.tsx")).Accounts,
    menu: { icon: "accounts", text: "accounts", room: "receive" },
    live: { listOwnAccounts: ["account", "device"], listAccountChoices: ["account", "mutation"] },
  },
  {
    pattern: "/accounts/new",
    needs: "createOwnAccount",
    load: async () => (await import("./new-account.tsx")).NewAccount,
  },
  {
    pattern: "/accounts/:account_id",
    needs: "getOwnAccount",
    load: async () => (await import("./account.tsx")).Account,
    live: {
      getOwnAccount: ["account"],
      getAccountSources: ["account", "device"],
      getQuota: ["account", "payment"],
    },
  },
);
