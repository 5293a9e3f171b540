import { definePages } from "../../ui/define-pages.ts";

export const accessPages = definePages(
  {
    pattern: "/reset-password",
    opens: "always",
    load: async () => (await import("./reset-password.tsx")).ResetPassword,
  },
  {
    pattern: "/sign-in",
    opens: "signed-out",
    load: async () => (await import("./sign-in.tsx")).SignIn,
  },
  {
    pattern: "/sign-up",
    opens: "signed-out",
    load: async () => (await import("./sign-up.tsx")).SignUp,
  },
  {
    pattern: "/first-account",
    opens: "always",
    load: async () => (await import("./first-account.tsx")).FirstAccount,
  },
  {
    pattern: "/security",
    guide: "team",
    needs: "getSession",
    load: async () => (await import("./security.tsx")).Security,
    menu: { icon: "security", text: "security", room: "settings" },
    live: { listSessions: ["session"], getTwoFactor: ["session"] },
  },
);
