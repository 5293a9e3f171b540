/** Maps a forwarder's fields to Tepat's. The first field that is present and not empty counts. */

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

/** These fields can only prevent a text from paying, so every app can send them under every spelling. */
const marks = {
  category: ["category"],
  channel_id: ["channel_id", "channelId", "not_channel"],
  is_conversation: ["is_conversation", "isConversation"],
} as const;

/** The names without a preset: the spellings that common apps use with the same meaning. */
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
  ...marks,
};

/** `query`: the fields are in the address, and there is no body. */
export type BodyFormat = "json" | "form" | "query";

export interface Preset {
  /** The app sends one of the names of each field. */
  names: Partial<FieldNames>;
  /** Other fields that the app sends. */
  others: readonly string[];
  /** The formats in which the app itself escapes texts. In any other format, a payer's remark could become a field. */
  escapes: readonly BodyFormat[];
  /**
   * True if the merchant types the fields. A field outside the set-up was then written by another person. An app that
   * creates its own body might have new fields in its next version.
   */
  is_typed: boolean;
}

const ownJson = (names: Partial<FieldNames>, others: readonly string[]): Preset => ({
  names: { ...names, ...marks },
  others,
  escapes: ["json"],
  is_typed: false,
});

const typed = (
  names: Partial<FieldNames>,
  { others = [], escapes }: { others?: readonly string[]; escapes: readonly BodyFormat[] },
): Preset => ({ names: { ...names, ...marks }, others, escapes, is_typed: true });

/** The presets for `?preset=`. With a preset, only its fields are read. */
const presetsByName: Readonly<Record<string, Preset>> = {
  /** pppscn/SmsForwarder: its default form, or a JSON template with these names. SmsForwarder escapes texts in both. */
  smsforwarder: typed(
    {
      package_name: ["from"],
      title: ["title"],
      body: ["org_content", "content"],
      posted_at: ["receive_time", "timestamp"],
      app_name: ["app_name"],
      app_version: ["app_version"],
    },
    { others: ["sign", "device_mark", "device_name", "uid"], escapes: ["json", "form"] },
  ),
  /** ItsAzni/NotificationForwarder with its default JSON. */
  notificationforwarder: ownJson(
    {
      key: ["notificationKey"],
      package_name: ["packageName"],
      title: ["title"],
      body: ["text"],
      posted_at: ["postedAt"],
      app_name: ["appName"],
    },
    ["deviceId"],
  ),
  /**
   * MacroDroid's magic texts under their own names. Its HTTP request escapes query parameters, but nothing in a body.
   */
  macrodroid: typed(
    {
      key: ["not_id"],
      package_name: ["not_app_package"],
      title: ["not_title"],
      body: ["notification"],
      big_text: ["not_text_big"],
      posted_at: ["not_timestamp"],
      app_name: ["not_app_name"],
    },
    { escapes: ["query"] },
  ),
  /**
   * Tasker's event variables. Tasker's notification event does not know the package, so the app's profile contains
   * it. Tasker escapes nothing in a typed body, so JSON.stringify must create the body from the variables.
   */
  tasker: typed(
    {
      package_name: ["package"],
      app_name: ["evtprm1"],
      title: ["evtprm2"],
      body: ["evtprm3"],
      big_text: ["evtprm4"],
    },
    { escapes: ["json"] },
  ),
  /**
   * Apple's Shortcuts with a JSON body of fields, which Shortcuts escapes. An automation on an SMS knows only the
   * text.
   */
  shortcuts: typed({ package_name: ["package"], body: ["text"] }, { escapes: ["json"] }),
  /** termux-notification-list, one entry per report. */
  termux: ownJson(
    {
      key: ["key"],
      package_name: ["packageName"],
      title: ["title"],
      body: ["content"],
      posted_at: ["when"],
    },
    ["id", "tag", "group", "lines"],
  ),
  /** NotifListen. */
  notiflisten: ownJson(
    {
      key: ["id"],
      package_name: ["pkg"],
      title: ["title"],
      body: ["text"],
      posted_at: ["created_at"],
      app_name: ["source"],
    },
    ["amount"],
  ),
  /** PayHook. */
  payhook: ownJson(
    {
      key: ["event_id"],
      package_name: ["package_name"],
      title: ["notification_title"],
      body: ["notification_text"],
      posted_at: ["timestamp"],
    },
    ["event_type", "amount", "source", "reference", "sent_by"],
  ),
  /** gopay-bridge: the notification is an object inside the body. */
  "gopay-bridge": ownJson(
    {
      key: ["event_id"],
      package_name: ["package_name"],
      title: ["title"],
      body: ["text"],
      big_text: ["big_text"],
      posted_at: ["posted_at"],
    },
    ["notification", "device_id", "source", "amount_hint", "received_at"],
  ),
  /** PG-Notifikasi: the package is in `source`, the text in `notification`. */
  "pg-notifikasi": ownJson(
    {
      package_name: ["package"],
      title: ["title"],
      body: ["text"],
      posted_at: ["timestamp"],
      app_name: ["appName"],
    },
    ["notification", "source", "device", "secret", "amount", "currency"],
  ),
  /** The listener of an integration with BRImerchant. */
  "brimerchant-listener": ownJson(
    {
      key: ["notif_id"],
      package_name: ["source_app"],
      app_name: ["source_app_label"],
      title: ["title"],
      body: ["text"],
      big_text: ["big_text"],
      posted_at: ["received_at"],
    },
    ["device_name"],
  ),
  /** Apps built on flutter_notification_listener. */
  flutter: ownJson(
    {
      key: ["key"],
      package_name: ["package_name"],
      title: ["title"],
      body: ["text"],
      big_text: ["bigText"],
      posted_at: ["timestamp"],
    },
    ["id", "_id", "uid", "flags", "isGroup", "actions"],
  ),
};

/** A map, because `constructor` must not be a preset. */
export const presets: ReadonlyMap<string, Preset> = new Map(Object.entries(presetsByName));

const spellingsOf = (names: Partial<FieldNames>): string[] => Object.values(names).flat();

/** Fields that could be taken for a part of the notification. */
const meaningful: ReadonlySet<string> = new Set([
  ...spellingsOf(commonSpellings),
  ...[...presets.values()].flatMap(({ names }) => spellingsOf(names)),
]);

/** Returns whether the app itself would not send this field. */
export function isStray(preset: Preset, name: string): boolean {
  if (spellingsOf(preset.names).includes(name) || preset.others.includes(name)) return false;
  return preset.is_typed || meaningful.has(name);
}
