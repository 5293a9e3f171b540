import { definePages } from "../../ui/define-pages.ts";

export const mutationsPages = definePages(
  {
    pattern: "/mutations",
    needs: "searchMutations",
    load: async () => (await import("./mutations.tsx")).Mutations,
    menu: { icon: "mutations", text: "mutations", isInBar: true, room: "money" },
    live: {
      searchMutations: ["mutation", "payment"],
      listUnreadTexts: ["mutation"],
      listLikelyTexts: ["mutation", "payment"],
      listReadingRules: ["mutation"],
    },
  },
  {
    pattern: "/mutations/:mutation_id",
    needs: "getOwnMutation",
    load: async () => (await import("./mutation.tsx")).Mutation,
    live: { getOwnMutation: ["mutation", "payment"] },
  },
);
