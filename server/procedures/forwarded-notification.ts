import { GatewayError } from "../contract/errors.ts";
import { fieldErrors } from "../contract/messages.ts";
import { notification, type Notification } from "../contract/worker.ts";
import { commonSpellings, presets, type ForwardedField } from "./forwarder-presets.ts";
import { readJson } from "./read-json.ts";

/**
 * One notification as an ordinary forwarder app posts it: JSON or a form, with the field names of that app. The query names
 * the app, `?preset=macrodroid`, or maps our fields to theirs, `?title=not_title`; without it the common spellings count.
 */
export function readForwarded(request: {
  contentType: string;
  query: string;
  body: Buffer;
  receivedAt: Date;
}): Notification {
  const sent = readFields(request.contentType, request.body);
  const names = namesOf(request.query);
  const field = (name: ForwardedField): unknown =>
    names(name)
      .map((spelling) => sent.get(spelling))
      .find((value) => value != null && value !== "" && !isPlaceholder(value));
  const parsed = notification.safeParse({
    key: asText(field("key")) ?? "",
    package_name: asText(field("package_name")),
    title: asText(field("title")) ?? null,
    body: asText(field("body")) ?? null,
    big_text: asText(field("big_text")),
    posted_at: readTime(field("posted_at"), request.receivedAt),
    app_name: asText(field("app_name")),
    app_version: asText(field("app_version")),
    category: asText(field("category")),
    channel_id: asText(field("channel_id")),
    is_conversation: asBoolean(field("is_conversation")),
  });
  if (!parsed.success) {
    throw new GatewayError("validation_error", { errors: fieldErrors(parsed.error) });
  }
  return parsed.data;
}

/** A name in the query comes before the preset, the preset before the common spellings. */
function namesOf(query: string): (field: ForwardedField) => readonly string[] {
  const mapping = new URLSearchParams(query);
  const presetName = mapping.get("preset");
  const preset = presetName === null ? {} : presets.get(presetName.toLowerCase());
  if (!preset) {
    const known = [...presets.keys()].join(", ");
    throw new GatewayError("validation_error", { errors: { preset: `must be one of ${known}` } });
  }
  return (field) => {
    const mapped = mapping.get(field);
    return mapped === null ? (preset[field] ?? commonSpellings[field]) : [mapped];
  };
}

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

/** Forms know no booleans. What is neither stays, and is refused: it may have meant yes. */
const asBoolean = (value: unknown): unknown =>
  value === "true" ? true : value === "false" ? false : value;

/** Tasker's variable, MacroDroid's or SmsForwarder's magic text of something that the notification does not have. */
const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && /^(?:%evtprm\d+|\{\{?\w+\}?\})$/.test(value);

/**
 * RFC 3339, epoch seconds or milliseconds, or local time without a zone, which is Jakarta's. Some apps leave their
 * notification's own time at 0.
 */
function readTime(value: unknown, receivedAt: Date): string {
  const text = asText(value)?.trim() ?? "";
  if (value === undefined || text === "0") return receivedAt.toISOString();
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)$/.exec(text);
  return local ? `${local[1]}T${local[2]}+07:00` : text;
}
