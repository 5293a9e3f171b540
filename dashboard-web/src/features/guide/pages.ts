import { definePages } from "../../ui/define-pages.ts";

export const guidePages = definePages({
  pattern: "/guide",
  guide: "first-payment#account",
  needs: "endChecklist",
  load: async () => (await import("./guide.tsx")).Guide,
});
