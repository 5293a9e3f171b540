/** The forwarder apps that the server knows by name. docs/forwarders.md describes them. */

import { macroDroidFields, macroDroidFile, type BankApp } from "./macrodroid-file.ts";
import { taskerFile } from "./tasker-file.ts";
import type { Way } from "./ways.tsx";

export interface Forwarder {
  preset: string;
  name: string;
  /**
   * The text to paste into the forwarder app. A function if the forwarder cannot name the bank's app, so
   * that the text must contain it.
   */
  template?: string | ((bankApp: string) => string);
  /** A file that the app imports. */
  file?: { name: string; write(facts: FileFacts): string };
}

interface FileFacts {
  /** The source's address with the preset. */
  address: string;
  bank: BankApp;
}

/** Returns the name of an imported macro or task, which reports one bank's app. */
export const nameOf = ({ app_name }: BankApp): string => `Tepat ${app_name}`;

const taskerScript = (bankApp: string): string =>
  `setLocal('report', JSON.stringify({package: '${bankApp}', evtprm2: local('evtprm2'), evtprm3: local('evtprm3')}))`;

export const forwarders: readonly [Forwarder, ...Forwarder[]] = [
  {
    preset: "macrodroid",
    name: "MacroDroid",
    template: macroDroidFields.map((field) => `${field}={${field}}`).join("\n"),
    file: {
      name: "tepat.macro",
      write: ({ address, bank }) =>
        macroDroidFile({
          address,
          bank,
          name: nameOf(bank),
          now: Date.now(),
          newId: () => -Math.floor(Math.random() * Number.MAX_SAFE_INTEGER),
        }),
    },
  },
  {
    preset: "tasker",
    name: "Tasker",
    template: taskerScript,
    file: {
      name: "tepat.tsk.xml",
      write: ({ address, bank }) =>
        taskerFile({
          address,
          name: nameOf(bank),
          script: taskerScript(bank.app_package),
          now: Date.now(),
        }),
    },
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

/** Returns the apps of a way: its only app, or all apps that belong to no other way. */
export function forwardersOf(way: Way): readonly [Forwarder, ...Forwarder[]] {
  const [first, ...others] = forwarders.filter(({ preset }) =>
    way === "forwarder" ? !Object.values(presetOf).includes(preset) : preset === presetOf[way],
  );
  return first ? [first, ...others] : forwarders;
}

const presetOf: Partial<Record<Way, string>> = { macrodroid: "macrodroid", iphone: "shortcuts" };
