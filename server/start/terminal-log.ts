import { styleText } from "node:util";
import { levels, type DestinationStream } from "pino";

/**
 * Writes log lines for people: the time, the level, the message and its fields as name=value. An error's stack
 * follows below.
 */
export const terminalLog = (terminal: NodeJS.WritableStream): DestinationStream => ({
  write: (line) => void terminal.write(forPeople(line, terminal)),
});

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: unknown;
  [field: string]: unknown;
}

function forPeople(json: string, stream: NodeJS.WritableStream): string {
  const { level, time, msg = "", err, pid: _pid, hostname: _host, ...fields } = lineOf(json);
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream });
  const { stack, ...details } = partsOf(err);
  const head = [
    style("dim", new Date(time).toTimeString().slice(0, 8)),
    style(colourOf(level), (levels.labels[level] ?? String(level)).padEnd(5)),
    harmless(msg),
    ...Object.entries({ ...fields, ...details }).map(([name, value]) =>
      style("dim", `${name}=${asText(value)}`),
    ),
  ];
  return [head.join(" "), ...(stack === undefined ? [] : [`    ${harmless(stack)}`]), ""].join(
    "\n",
  );
}

const lineOf = (json: string) => JSON.parse(json) as Line;

/**
 * Returns the parts of an error in pino's form. Type and message are omitted, because the stack begins with them.
 */
function partsOf(err: unknown): { stack?: string; [field: string]: unknown } {
  if (err === undefined) return {};
  const { type: _type, message: _message, ...parts } = (err ?? {}) as Record<string, unknown>;
  return typeof parts["stack"] === "string" ? parts : { err };
}

const colourOf = (level: number) => (level >= 50 ? "red" : level >= 40 ? "yellow" : "green");

const asText = (value: unknown): string =>
  harmless(typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));

/**
 * Removes control characters. Paths and errors quote strangers, who could otherwise control the terminal or forge a
 * line.
 */
const harmless = (text: string): string =>
  text
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g,
      (character) => String.raw`\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
    )
    .replaceAll("\n", "\n    ");
