import { createHash } from "node:crypto";
import { limits } from "./limits.ts";
import type { Report } from "./server.ts";

/** One notification that Android shows, as `termux-notification-list` prints it. A missing text is empty. */
export interface ShadeEntry {
  tag: string;
  key: string;
  group: string;
  packageName: string;
  title: string;
  /** The expanded text if there is one, otherwise the short text. */
  content: string;
  /** The phone's local time (local-time.ts). */
  when: string;
  /** The lines of a notification in inbox style. */
  lines: readonly string[];
}

export function parseShade(output: string): ShadeEntry[] {
  if (output.trim() === "") {
    throw new Error(
      "termux-notification-list printed nothing. Give Termux:API notification access in Android's settings. If Termux:API already has this access, switch the access off and on",
    );
  }
  const entries = parseJson(output);
  if (!Array.isArray(entries)) throw new Error("termux-notification-list printed no list");
  return entries.map((entry) => toEntry((entry ?? {}) as Record<string, unknown>));
}

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch (cause) {
    throw new Error("termux-notification-list printed no JSON", { cause });
  }
}

function toEntry(entry: Record<string, unknown>): ShadeEntry {
  const { lines } = entry;
  return {
    tag: storable(entry["tag"]),
    key: storable(entry["key"]),
    group: storable(entry["group"]),
    packageName: storable(entry["packageName"]),
    title: storable(entry["title"]),
    content: storable(entry["content"]),
    when: storable(entry["when"]),
    lines: Array.isArray(lines) ? lines.map(storable) : [],
  };
}

/**
 * Returns a text that the server accepts. Some apps cut a text inside an emoji. The server refuses half an emoji and
 * NUL, and the report of the money would be lost.
 */
function storable(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "";
}

const textOf = ({ content, lines }: ShadeEntry): string => content || lines.join("\n");

/**
 * Returns whether this is a summary, which repeats the notifications of its group with another time. Termux does not
 * print Android's flag for summaries, so only certain ones are left out: Android's own summaries, summaries without
 * text, and summaries whose every line is the text of another notification. The server ignores other texts that report
 * no transfer.
 */
export function isGroupSummary(entry: ShadeEntry, shade: readonly ShadeEntry[]): boolean {
  if (entry.title === "" && textOf(entry) === "") return true;
  if (/^(ranker_group|Aggregate_)/.test(entry.tag)) return true;
  if (entry.group === "" || entry.lines.length === 0) return false;
  const siblings = shade.filter(
    (other) =>
      other !== entry && other.packageName === entry.packageName && other.group === entry.group,
  );
  return entry.lines.every((line) =>
    siblings.some(({ content }) => content !== "" && line.includes(content)),
  );
}

/**
 * Returns the identity of a notification. Android's key is not enough, because some apps use one
 * key for all their notifications.
 */
export function identityOf(entry: ShadeEntry): string {
  const parts = [entry.packageName, entry.title, textOf(entry), entry.when];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

export function toReport(entry: ShadeEntry, postedAt: Date): Report {
  return {
    key: entry.key.slice(0, limits.keyCharacters).toWellFormed(),
    package_name: entry.packageName,
    title: entry.title,
    body: textOf(entry),
    posted_at: postedAt.toISOString(),
  };
}
