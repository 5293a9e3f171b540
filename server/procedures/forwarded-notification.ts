import { GatewayError } from "../contract/errors.ts";
import { fieldErrors } from "../contract/messages.ts";
import { notification, type Notification } from "../contract/worker.ts";
import { readJson } from "./read-json.ts";

/**
 * One notification as an ordinary forwarder app posts it: JSON or a form, with the field names of that app. Names of the
 * query map our fields to theirs, `?title=not_title`; without it the spellings of the common apps are recognised.
 */
export function readForwarded(request: {
  contentType: string;
  query: string;
  body: Buffer;
  receivedAt: Date;
}): Notification {
  const sent = readFields(request.contentType, request.body);
  const mapping = new URLSearchParams(request.query);
  const field = (name: ForwardedField): unknown => {
    const mapped = mapping.get(name);
    const names = mapped === null ? spellings[name] : [mapped];
    return names
      .map((spelling) => sent.get(spelling))
      .find((value) => value != null && value !== "");
  };
  const parsed = notification.safeParse({
    key: asText(field("key")) ?? "",
    package_name: asText(field("package_name")),
    title: asText(field("title")) ?? null,
    body: asText(field("body")) ?? null,
    big_text: asText(field("big_text")),
    posted_at: readTime(field("posted_at"), request.receivedAt),
    app_name: asText(field("app_name")),
    app_version: asText(field("app_version")),
  });
  if (!parsed.success) {
    throw new GatewayError("validation_error", { errors: fieldErrors(parsed.error) });
  }
  return parsed.data;
}

type ForwardedField = keyof typeof spellings;

/** SmsForwarder, MacroDroid, Tasker recipes, NotificationForwarder and the listeners built for payments. */
const spellings = {
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
} as const;

/** The fields of the body by name; those of an object inside it count too where the outer level has none of that name. */
function readFields(contentType: string, body: Buffer): Map<string, unknown> {
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType === "application/x-www-form-urlencoded") {
    return new Map<string, unknown>(new URLSearchParams(body.toString("utf8")));
  }
  if (mediaType !== "application/json") {
    throw new GatewayError("bad_request", {
      message: "Send application/json or application/x-www-form-urlencoded.",
    });
  }
  const value = readJson(body, "bad_request");
  if (!isObject(value)) throw new GatewayError("bad_request", { message: "Send a JSON object." });
  const fields = new Map<string, unknown>();
  for (const inner of Object.values(value).filter(isObject)) {
    for (const [name, inside] of Object.entries(inner)) fields.set(name, inside);
  }
  for (const [name, outer] of Object.entries(value)) if (!isObject(outer)) fields.set(name, outer);
  return fields;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Numbers come as numbers or text; anything deeper is no text. */
const asText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** RFC 3339, epoch seconds or milliseconds, or local time without a zone, which is Jakarta's. */
function readTime(value: unknown, receivedAt: Date): string {
  if (value === undefined) return receivedAt.toISOString();
  const text = asText(value)?.trim() ?? "";
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/.exec(text);
  return local ? `${local[1]}T${local[2]}+07:00` : text;
}
