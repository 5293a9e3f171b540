import { parseArgs } from "node:util";
import { TepatError } from "../../sdk/src/index.ts";
import { version } from "../../sdk/src/version.ts";
import { commands, type Command } from "./commands.ts";
import { CliError, UsageError } from "./errors.ts";
import { print, shown } from "./print.ts";
import { readProfile } from "./profile.ts";

/** As those of the server's command (docs/commands.md). */
const exitCodes = { done: 0, refused: 1, misused: 2, unexpected: 70 } as const;

/** Finds the command, runs it, prints what it has to say; answers the exit code. `program` is what people type. */
export async function run(args: readonly string[], program: string): Promise<number> {
  try {
    return await dispatch(args, program);
  } catch (cause) {
    return explain(cause, program);
  }
}

async function dispatch(args: readonly string[], program: string): Promise<number> {
  const [first] = args;
  if (first === "--version") return say(version);
  const command = commands.find(({ name }) => name === wordsOf(name, args));
  const isHelp = args.includes("--help") || args.includes("-h");
  if (first === undefined || (isHelp && !command)) return say(helpOnAll(program));
  if (!command) {
    throw new UsageError(
      `Unknown command ${first}. Use one of ${commands.map(({ name }) => name).join(", ")}`,
    );
  }
  if (isHelp) return say(helpOn(command, program));
  const values = valuesOf(command, args.slice(command.name.split(" ").length));
  const isJson = values["json"] === true;
  const profile = await readProfile(process.env);
  const output = await command.run(values, { profile, isJson, env: process.env });
  if (output === null) return exitCodes.done;
  console.log(isJson ? JSON.stringify(output, null, 2) : print(output));
  return exitCodes.done;
}

const wordsOf = (name: string, args: readonly string[]): string =>
  args.slice(0, name.split(" ").length).join(" ");

function valuesOf({ options }: Command, args: readonly string[]): Record<string, string | true> {
  const kinds = Object.fromEntries([
    ...Object.entries(options).map(([name, { placeholder }]) => {
      const type = placeholder === undefined ? ("boolean" as const) : ("string" as const);
      return [name, { type, multiple: true as const }] as const;
    }),
    ["json", { type: "boolean", multiple: true }] as const,
  ]);
  const typed = parsed(args, kinds);
  const repeated = Object.keys(typed).find((name) => (typed[name]?.length ?? 0) > 1);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once`);
  const missing = Object.entries(options)
    .filter(([name, { isRequired }]) => isRequired === true && typed[name] === undefined)
    .map(([name, { placeholder }]) => `--${name} ${placeholder}`);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(", ")}`);
  return Object.fromEntries(
    Object.entries(typed).map(([name, values]) => [name, values?.[0] as string | true]),
  );
}

function parsed(
  args: readonly string[],
  options: Record<string, { type: "string" | "boolean"; multiple: true }>,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    throw new UsageError((cause as Error).message.split("\n").join(" "));
  }
}

function say(text: string): number {
  console.log(text);
  return exitCodes.done;
}

function helpOnAll(program: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  return [
    `${program} COMMAND [OPTIONS]`,
    "",
    ...lines,
    "",
    "--help after a command lists its options; --json prints JSON alone.",
    "If TEPAT_API_KEY and TEPAT_URL are both set, they override the saved login.",
    "Exit codes: 0 success, 1 refused or failed, 2 invalid command, 70 internal error.",
  ].join("\n");
}

function helpOn({ name, summary, options }: Command, program: string): string {
  const lines = Object.entries(options).map(
    ([option, { placeholder, help, isRequired }]) =>
      `  ${`--${option} ${placeholder ?? ""}`.padEnd(24)}${help}${isRequired === true ? "" : " (optional)"}`,
  );
  return [
    `${program} ${name}`,
    "",
    summary,
    "",
    ...lines,
    "  --json".padEnd(26) + "prints JSON",
  ].join("\n");
}

function explain(cause: unknown, program: string): number {
  if (cause instanceof UsageError) {
    console.error(`${cause.message} (${program} --help)`);
    return exitCodes.misused;
  }
  if (cause instanceof CliError) {
    console.error(cause.message);
    return exitCodes.refused;
  }
  if (cause instanceof TepatError) {
    console.error(shown(adviceOn(cause, program)));
    return exitCodes.refused;
  }
  console.error(cause);
  return exitCodes.unexpected;
}

/** What went wrong, and what to do next. The key is in no error of the SDK. */
function adviceOn(error: TepatError, program: string): string {
  const fields = Object.entries(error.errors ?? {}).map(
    ([field, problem]) => `${field} ${problem}`,
  );
  const said = fields.length > 0 ? `${error.message} ${fields.join("; ")}` : error.message;
  if (error.status === 401 || error.code === "tenant_api_key_required") {
    return `The gateway does not know this key, or the key was revoked. Create one in the dashboard, then run ${program} login.`;
  }
  if (error.code === "connection_failed" || error.code === "timed_out") {
    return `${said} Check that the gateway is running at that address. To use another address, run ${program} login --url https://…`;
  }
  return error.requestId === undefined ? said : `${said} (request ${error.requestId})`;
}
