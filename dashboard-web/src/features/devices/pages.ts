import { definePages } from "../../ui/define-pages.ts";

export const devicesPages = definePages(
  {
    pattern: "/devices",
    guide: "sources",
    needs: "listOwnDevices",
    load: async () => (await import("./devices.tsx")).Devices,
    menu: { icon: "devices", text: "devices", room: "receive" },
    live: { listOwnDevices: ["device"], listMailboxes: ["device", "mutation"] },
  },
  {
    pattern: "/devices/cable",
    needs: "offerPairing",
    load: async () => (await import("./devices.tsx")).Cable,
  },
);
