import { definePages } from "../../ui/define-pages.ts";

export const sourcesPages = definePages(
  {
    pattern: "/devices",
    guide: "sources",
    needs: "listOwnDevices",
    load: async () => (await import("./sources.tsx")).Sources,
    menu: { icon: "devices", text: "devices", room: "receive" },
    live: { listOwnDevices: ["device"], listMailboxes: ["device", "mutation"] },
  },
  {
    pattern: "/devices/cable",
    needs: "offerPairing",
    load: async () => (await import("./sources.tsx")).Cable,
  },
  {
    pattern: "/devices/mail-sign-in",
    needs: "completeMailSignIn",
    load: async () => (await import("./sources.tsx")).MailSignIn,
  },
);
