import { readFileSync } from "node:fs";

/**
 * Reads a settings file as systemd reads an EnvironmentFile (systemd.exec(5)). A shell would end a value at `&` and
 * replace `$`, so it would open another database than the service does.
 */

/** Matches the text up to the end of a line, including lines that a backslash continues. */
const plain = /(?:\\[^]|[^\\\n])*/y;
const quoted = /'([^']*)'[ \t]*/y;
const doublyQuoted = /"((?:\\[^]|[^\\"])*)"[ \t]*/y;
const name = /[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*/y;
/**
 * Matches a blank line or a comment. The pattern refuses a comment that ends in a backslash: systemd before 254
 * continues it on the next line, and later versions do not.
 */
const ignored = /[ \t]*(?:[#;][^\n]*(?<!\\))?(?:\n|$)/y;

export function readSettingsFile(file: string): Record<string, string> {
  return parseSettings(readFileSync(file, "utf8"));
}

/**
 * Parses the settings. Throws a sentence about the first line that systemd would skip or would read in an unintended
 * way.
 */
export function parseSettings(content: string): Record<string, string> {
  const text = content.replaceAll(/\r\n?/g, "\n");
  const settings: Record<string, string> = {};
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found !== null) position = pattern.lastIndex;
    return found;
  };
  while (position < text.length) {
    const start = position;
    if (take(ignored) !== null) continue;
    const [, key] = take(name) ?? [];
    const value = key === undefined ? undefined : takeValue(take);
    if (key === undefined || value === undefined) {
      const line = text.slice(0, start).split("\n").length;
      throw new Error(`Line ${line} must be NAME=value or a readable comment.`);
    }
    settings[key] = value;
  }
  return settings;
}

/** Takes the quoted parts, then the plain rest. Returns undefined if a quotation mark is not closed. */
function takeValue(take: (pattern: RegExp) => RegExpExecArray | null): string | undefined {
  let value = "";
  for (;;) {
    const literal = take(quoted);
    const escaped = literal === null ? take(doublyQuoted) : null;
    if (literal === null && escaped === null) break;
    value += literal?.[1] ?? withoutEscapes(escaped?.[1] ?? "");
  }
  const [rest = ""] = take(plain) ?? [];
  if (/^["']/.test(rest)) return undefined;
  take(/\n/y);
  const trimmed = rest.replace(/(?<!\\)[ \t]+$/, "");
  return (
    value + trimmed.replaceAll(/\\([^])/g, (_, character) => (character === "\n" ? "" : character))
  );
}

/** Removes escapes. In double quotes, a backslash escapes only these characters. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/\\(["\\`$\n])/g, (_, character: string) =>
    character === "\n" ? "" : character,
  );
