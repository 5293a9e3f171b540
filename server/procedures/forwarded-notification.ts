import { GatewayError } from "../contract/errors.ts";
import { fieldErrors } from "../contract/messages.ts";
import { notification, type Notification } from "../contract/worker.ts";
import {
  commonSpellings,
  isStray,
  presets,
  type BodyFormat,
  type ForwardedField,
  type Preset,
} from "./forwarder-presets.ts";
import { readJson, requirePlain, requireUtf8 } from "./read-json.ts";

/**
 * Reads one notification as an ordinary forwarder app posts it: JSON or a form, with that app's field names. The
 * query names the app, `?preset=macrodroid`, or maps our fields to its fields, `?title=not_title`. Without either,
 * the common spellings count.
 *
 * The app is not ours, and a person has typed its set-up. The app might therefore insert a text into the body without
 * escaping it. A part that a payer wrote, "&title=…" or `","title":"…`, would then be a field like any other. So each
 * field must appear once, and a field that the app does not send is refused.
 */
export function readForwarded(request: {
  contentType: string;
  contentEncoding: string | undefined;
  query: string;
  body: Buffer;
  receivedAt: Date;
}): Notification {
  requirePlain(request.contentEncoding);
  const { format, query, body } = inQuery(request) ?? {
    ...request,
    format: formatOf(request.contentType),
  };
  const naming = namingOf(query, format);
  const sent = format === "json" ? readObject(body) : readForm(body);
  requireExpected(sent, naming);
  const field = (name: ForwardedField): unknown => valueOf(sent, name, naming);
  requireContinuation(sent, naming);
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
  if (!isPackage.test(parsed.data.package_name)) {
    throw invalid("package_name", "must be the app's package, such as com.bca, and not its name");
  }
  return parsed.data;
}

/**
 * Matches a package name. A person can choose the variable of the app's label, "BCA mobile", or forward an SMS with
 * its phone number. Without this check every text would be ignored as an unknown app's, without any error. Android's
 * own package has one word.
 */
const isPackage = /^(?:android|\w+(?:\.\w+)+)$/u;

function formatOf(contentType: string): BodyFormat {
  requireUtf8(contentType);
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (mediaType === "application/json") return "json";
  throw badRequest("Send application/json or application/x-www-form-urlencoded.");
}

/**
 * Reads a notification from the query. MacroDroid escapes nothing in a body, so its report has no body, and its
 * fields follow the app's name in the query.
 */
function inQuery({ query, body }: { query: string; body: Buffer }) {
  const name = new URLSearchParams(query).get("preset")?.toLowerCase() ?? "";
  if (body.length > 0 || !presets.get(name)?.escapes.includes("query")) return null;
  const fields = query.split("&").filter((pair) => !pair.startsWith("preset="));
  const format: BodyFormat = "query";
  return { format, query: `preset=${name}`, body: Buffer.from(fields.join("&"), "latin1") };
}

/** The field names that the query gives. */
interface Naming {
  /** null: the query does not name the app, so the common spellings apply. */
  preset: { name: string; preset: Preset } | null;
  mapped: ReadonlyMap<string, string>;
}

function namingOf(query: string, format: BodyFormat): Naming {
  const mapped = new Map(new URLSearchParams(query));
  const name = mapped.get("preset")?.toLowerCase();
  if (name === undefined) return { preset: null, mapped };
  const preset = presets.get(name);
  if (!preset) throw invalid("preset", `must be one of ${[...presets.keys()].join(", ")}`);
  if (!preset.escapes.includes(format)) {
    const needed = preset.escapes.map((each) => bodyNames[each]).join(" or ");
    throw badRequest(
      `With preset=${name} send ${needed}. Otherwise the texts of a notification are not escaped.`,
    );
  }
  return { preset: { name, preset }, mapped };
}

const bodyNames: Readonly<Record<BodyFormat, string>> = {
  json: "JSON (application/json)",
  form: "a form (application/x-www-form-urlencoded)",
  query: "query parameters and no body",
};

/**
 * Returns the names of a field. A name in the query takes precedence over the preset's, and the preset's over the
 * common spellings.
 */
function spellingsOf(field: ForwardedField, { preset, mapped }: Naming): readonly string[] {
  const name = mapped.get(field);
  if (name !== undefined) return [name];
  return preset === null ? commonSpellings[field] : (preset.preset.names[field] ?? []);
}

/** The values of a body's fields by name, at every level. */
type SentFields = ReadonlyMap<string, readonly unknown[]>;

function valueOf(sent: SentFields, field: ForwardedField, naming: Naming): unknown {
  const values = spellingsOf(field, naming)
    .flatMap((spelling) => sent.get(spelling) ?? [])
    .filter((value) => value != null && value !== "" && !isPlaceholder(value));
  const [first, ...others] = values;
  const isAmbiguous = naming.preset === null && others.some((other) => other !== first);
  if (isAmbiguous && decisive.has(field)) {
    throw invalid(field, "is sent twice. Send the field once, or name the app in the address");
  }
  return first;
}

/** Tepat must not choose between two values of one of these fields, because the app might mean either. */
const decisive: ReadonlySet<ForwardedField> = new Set([
  "package_name",
  "title",
  "body",
  "big_text",
]);

function requireExpected(sent: SentFields, { preset, mapped }: Naming): void {
  const named = new Set(mapped.values());
  for (const [name, values] of sent) {
    const isStrange = preset !== null && !named.has(name) && isStray(preset.preset, name);
    if (isStrange) throw invalid("preset", `${preset.name} sends no field ${quote(name)}`);
    // The outer level and an object inside can share a name, but not a name with a meaning.
    if (preset !== null && values.length > 1 && !preset.preset.others.includes(name)) {
      throw invalid("preset", `${preset.name} sends ${quote(name)} once`);
    }
  }
}

/**
 * Throws if `big_text` does not continue the body, because an unexpected field must not replace the text. A genuine
 * `big_text` begins like the body, which is the same text cut short. If an app words the two differently, its preset
 * or the address says that it sends both.
 */
function requireContinuation(sent: SentFields, naming: Naming): void {
  if (naming.preset !== null || naming.mapped.has("big_text")) return;
  const [big_text, body] = (["big_text", "body"] as const).map((field) => {
    const text = asText(valueOf(sent, field, naming)) ?? "";
    return text.replace(/\s+/gu, " ").trim();
  });
  const start = body?.replace(/ ?(?:\.{2,}|…)$/u, "") ?? "";
  if (big_text === "" || start === "" || big_text?.startsWith(start)) return;
  throw invalid("big_text", "does not begin like the body. Name the field in the address");
}

/**
 * Reads a form as an encoder writes it. A space, a quote or a line break shows that texts were inserted without
 * encoding. In such a form, an "&" can belong to a text.
 */
function readForm(body: Buffer): SentFields {
  const text = body.toString("latin1");
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (unencoded.test(text) || pairs.some((pair) => pair.split("=").length > 2)) {
    throw badRequest(
      "The form is not URL-encoded. Let the forwarder app encode each value, or send JSON that the app escapes.",
    );
  }
  const sent = new Map<string, unknown[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (sent.has(name))
      throw badRequest(`The form has the field ${quote(name)} twice. Send the field once.`);
    sent.set(name, [value]);
  }
  return sent;
}

/**
 * Matches characters that no encoder leaves unchanged. Encoders differ, but none leaves a space, a quote, a line
 * break or a letter beyond ASCII.
 */
const unencoded = /[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]|%(?![0-9A-Fa-f]{2})/u;

/** Reads the fields of the object and of the objects inside it. */
function readObject(body: Buffer): SentFields {
  const value = readJson(body, "bad_request", { namesOnce: true });
  if (!isObject(value)) throw badRequest("Send a JSON object.");
  const sent = new Map<string, unknown[]>();
  const add = (name: string, given: unknown) => sent.set(name, [...(sent.get(name) ?? []), given]);
  for (const [name, outer] of Object.entries(value)) add(name, isObject(outer) ? null : outer);
  for (const inner of Object.values(value).filter(isObject)) {
    for (const [name, inside] of Object.entries(inner)) add(name, inside);
  }
  return sent;
}

const badRequest = (message: string) => new GatewayError("bad_request", { message });

const invalid = (field: string, problem: string) =>
  new GatewayError("validation_error", { errors: { [field]: problem } });

/** Shortens and quotes a name, because a name can contain anything and have any length. */
const quote = (name: string): string => JSON.stringify(name.slice(0, 50).toWellFormed());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a number or a text as text. An object or a list is not a text. */
const asText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** Reads a boolean from a form. Any other value stays and is refused, because it might have meant yes. */
const asBoolean = (value: unknown): unknown =>
  value === "true" ? true : value === "false" ? false : value;

/**
 * Returns whether a value is a placeholder of Tasker, MacroDroid or SmsForwarder. Such a placeholder stands for a
 * field that the notification lacks.
 */
const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && /^(?:%evtprm\d+|\{\{?\w+\}?\})$/.test(value);

/**
 * Reads RFC 3339, epoch seconds or milliseconds, or a local time without a zone, which is Jakarta time. Some apps
 * leave their notification's own time at 0.
 */
function readTime(value: unknown, receivedAt: Date): string {
  const text = asText(value)?.trim() ?? "";
  if (value === undefined || text === "0") return receivedAt.toISOString();
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)$/.exec(text);
  return local ? `${local[1]}T${local[2]}+07:00` : text;
}
