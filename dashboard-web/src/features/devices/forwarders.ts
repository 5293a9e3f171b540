/** The forwarder apps that the server knows by a name, as docs/forwarders.md has them. */

export interface Forwarder {
  preset: string;
  name: string;
  /** The text to paste into the app. */
  template?: string;
}

export const forwarders: readonly Forwarder[] = [
  {
    preset: "smsforwarder",
    name: "SmsForwarder",
    template:
      '{"from": "{{PACKAGE_NAME}}", "title": "{{TITLE}}", "content": "{{MSG}}", "receive_time": "{{RECEIVE_TIME}}"}',
  },
  {
    preset: "macrodroid",
    name: "MacroDroid",
    template: `not_app_package={not_app_package}
not_title={not_title}
notification={notification}
not_text_big={not_text_big}
not_timestamp={not_timestamp}
not_id={not_id}`,
  },
  {
    preset: "tasker",
    name: "Tasker",
    template:
      "setLocal('report', JSON.stringify({package: 'com.bca', evtprm2: local('evtprm2'), evtprm3: local('evtprm3')}))",
  },
  { preset: "notificationforwarder", name: "NotificationForwarder" },
  { preset: "notiflisten", name: "NotifListen" },
  { preset: "payhook", name: "PayHook" },
  { preset: "gopay-bridge", name: "gopay-bridge" },
  { preset: "pg-notifikasi", name: "PG-Notifikasi" },
  { preset: "brimerchant-listener", name: "BRImerchant listener" },
  { preset: "flutter", name: "flutter_notification_listener" },
];
