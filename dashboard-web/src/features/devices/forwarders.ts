/** The forwarder apps that the server knows by a name, as docs/forwarders.md has them. */

import { macroDroidFields } from "./macrodroid-file.ts";
import type { Way } from "./ways.tsx";

export interface Forwarder {
  preset: string;
  name: string;
  /** The text to paste into the app; of the bank's app, if the forwarder does not know which app it was. */
  template?: string | ((bankApp: string) => string);
  /** Whether the dashboard makes a file that the app imports. */
  hasMacroFile?: boolean;
}

export const forwarders: readonly [Forwarder, ...Forwarder[]] = [
  {
    preset: "macrodroid",
    name: "MacroDroid",
    template: macroDroidFields.map((field) => `${field}={${field}}`).join("\n"),
    hasMacroFile: true,
  },
  {
    preset: "tasker",
    name: "Tasker",
    template: (bankApp) =>
      `setLocal('report', JSON.stringify({package: '${bankApp}', evtprm2: local('evtprm2'), evtprm3: local('evtprm3')}))`,
  },
  {
    preset: "shortcuts",
    name: "iPhone",
    template: (bankApp) => `package  ${bankApp}\ntext  Shortcut Input`,
  },
  {
    preset: "smsforwarder",
    name: "SmsForwarder",
    template:
      '{"from": "{{PACKAGE_NAME}}", "title": "{{TITLE}}", "content": "{{MSG}}", "receive_time": "{{RECEIVE_TIME}}"}',
  },
  { preset: "notificationforwarder", name: "NotificationForwarder" },
  { preset: "notiflisten", name: "NotifListen" },
  { preset: "payhook", name: "PayHook" },
  { preset: "gopay-bridge", name: "gopay-bridge" },
  { preset: "pg-notifikasi", name: "PG-Notifikasi" },
  { preset: "brimerchant-listener", name: "BRImerchant listener" },
  { preset: "flutter", name: "flutter_notification_listener" },
];

/** The apps of a way: its only app, or all that belong to no other way. */
export function forwardersOf(way: Way): readonly [Forwarder, ...Forwarder[]] {
  const [first, ...others] = forwarders.filter(({ preset }) =>
    way === "forwarder" ? !Object.values(presetOf).includes(preset) : preset === presetOf[way],
  );
  return first ? [first, ...others] : forwarders;
}

const presetOf: Partial<Record<Way, string>> = { macrodroid: "macrodroid", iphone: "shortcuts" };
