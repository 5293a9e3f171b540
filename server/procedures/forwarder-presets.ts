/** Which of a forwarder's fields is which of ours: the first that is there and not empty counts. */

export type ForwardedField =
  | "key"
  | "package_name"
  | "title"
  | "body"
  | "big_text"
  | "posted_at"
  | "app_name"
  | "app_version"
  | "category"
  | "channel_id"
  | "is_conversation";

type FieldNames = Readonly<Record<ForwardedField, readonly string[]>>;

/** Without a preset: every spelling that the common apps use and that means the same in all of them. */
export const commonSpellings: FieldNames = {
  key: ["key", "notification_key", "notificationKey", "event_id", "not_id", "id"],
  package_name: ["package_name", "packageName", "package", "pkg", "not_app_package", "from"],
  title: ["title", "notification_title", "not_title"],
  body: [
    "body",
    "text",
    "content",
    "notification_text",
    "notification",
    "message",
    "msg",
    "org_content",
  ],
  big_text: ["big_text", "bigText", "not_text_big"],
  posted_at: [
    "posted_at",
    "postedAt",
    "postTime",
    "when",
    "timestamp",
    "not_timestamp",
    "received_at",
    "receive_time",
    "time",
  ],
  app_name: ["app_name", "appName", "not_app_name"],
  app_version: ["app_version", "appVersion"],
  category: ["category"],
  channel_id: ["channel_id", "channelId", "not_channel"],
  is_conversation: ["is_conversation", "isConversation"],
};

/** For `?preset=`. What a preset does not name has the common spellings. */
const presetNames: Readonly<Record<string, Partial<FieldNames>>> = {
  /** pppscn/SmsForwarder: its default form, or a JSON template with these names. */
  smsforwarder: {
    package_name: ["from"],
    body: ["org_content", "content"],
    posted_at: ["receive_time", "timestamp"],
  },
  /** ItsAzni/NotificationForwarder, its default JSON. */
  notificationforwarder: {
    key: ["notificationKey"],
    package_name: ["packageName"],
    title: ["title"],
    body: ["text"],
    posted_at: ["postedAt"],
    app_name: ["appName"],
  },
  /** MacroDroid's magic texts under their own names. */
  macrodroid: {
    key: ["not_id"],
    package_name: ["not_app_package"],
    title: ["not_title"],
    body: ["notification"],
    big_text: ["not_text_big"],
    posted_at: ["not_timestamp"],
    app_name: ["not_app_name"],
  },
  /** Tasker's event variables; its notification event knows no package, so the profile of an app types it. */
  tasker: {
    package_name: ["package"],
    app_name: ["evtprm1"],
    title: ["evtprm2"],
    body: ["evtprm3"],
    big_text: ["evtprm4"],
  },
  /** termux-notification-list, one entry at a time. */
  termux: {
    key: ["key"],
    package_name: ["packageName"],
    body: ["content"],
    posted_at: ["when"],
  },
  /** NotifListen. */
  notiflisten: {
    key: ["id"],
    package_name: ["pkg"],
    body: ["text"],
    posted_at: ["created_at"],
    app_name: ["source"],
  },
  /** PayHook. */
  payhook: {
    key: ["event_id"],
    package_name: ["package_name"],
    title: ["notification_title"],
    body: ["notification_text"],
    posted_at: ["timestamp"],
  },
  /** gopay-bridge: the notification is an object inside. */
  "gopay-bridge": {
    key: ["event_id"],
    package_name: ["package_name"],
    body: ["text"],
    posted_at: ["posted_at"],
  },
  /** PG-Notifikasi: the package is in `source`, the text in `notification`. */
  "pg-notifikasi": {
    package_name: ["package"],
    body: ["text"],
    posted_at: ["timestamp"],
    app_name: ["appName"],
  },
  /** The listener of a BRImerchant integration. */
  "brimerchant-listener": {
    key: ["notif_id"],
    package_name: ["source_app"],
    app_name: ["source_app_label"],
    body: ["text"],
    posted_at: ["received_at"],
  },
  /** Apps built on flutter_notification_listener. */
  flutter: {
    key: ["key"],
    package_name: ["package_name"],
    body: ["text"],
    big_text: ["bigText"],
    posted_at: ["timestamp"],
  },
};

/** By name; a map, since `constructor` is no preset. */
export const presets: ReadonlyMap<string, Partial<FieldNames>> = new Map(
  Object.entries(presetNames),
);
