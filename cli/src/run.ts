import { InvalidArgumentError, TepatError } from "../../sdk/src/index.ts";
import { version } from "../../sdk/src/version.ts";
import { commands, type Command } from "./commands.ts";
import { CliError, UsageError } from "./errors.ts";
import { print, shown } from "./print.ts";
import { readProfile } from "./profile.ts";
import { typedOptions } from "./typed-options.ts";
import { anyOf } from "./word-lists.ts";

/** The same exit codes as in the server's command (docs/commands.md). */
const exitCodes = { done: 0, refused: 1, misused: 2, unexpected: 70 } as const;

/**
 * Finds the command, runs it, prints its result, and returns the exit code. `program` is the command as people
 * type it.
 */
export async function run(args: readonly string[], program: string): Promise<number> {
  try {
    return await dispatch(args, program);
  } catch (cause) {
    return explain(cause, args, program);
  }
}

async function dispatch(args: readonly string[], program: string): Promise<number> {
  const [first] = args;
  if (first === "--version") return say(version);
  const command = commandOf(args);
  const isHelp = args.includes("--help") || args.includes("-h");
  if (first === undefined || (isHelp && !command)) return say(helpOnAll(program));
  if (!command) {
    const [, second] = args;
    const isVerb = second !== undefined && !second.startsWith("-");
    const known = anyOf(commands.map(({ name }) => name));
    throw new UsageError(`Unknown command ${first}${isVerb ? ` ${second}` : ""}. Use ${known}.`);
  }
  if (isHelp) return say(helpOn(command, program));
  const values = typedOptions(
    { ...command.options, json: {} },
    args.slice(command.name.split(" ").length),
    (problem) => new UsageError(problem),
  );
  const isJson = values["json"] === true;
  const profile = await readProfile(process.env, program);
  const output = await command.run(values, { profile, program, isJson, env: process.env });
  if (output === null) return exitCodes.done;
  console.log(isJson ? JSON.stringify(output, null, 2) : print(output));
  return exitCodes.done;
}

const commandOf = (args: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === wordsOf(name, args));

const wordsOf = (name: string, args: readonly string[]): string =>
  args.slice(0, name.split(" ").length).join(" ");

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
    "--help after a command lists its options; --json prints only JSON.",
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

function explain(cause: unknown, args: readonly string[], program: string): number {
  if (cause instanceof UsageError) {
    const help = [program, commandOf(args)?.name, "--help"].filter(Boolean).join(" ");
    console.error(`${shown(cause.message)} To see the options, run ${help}`);
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

/** Returns the problem and the next step. The SDK's errors never contain the key. */
function adviceOn(error: TepatError, program: string): string {
  const fields = Object.entries(error.errors ?? {}).map(
    ([field, problem]) => `${field} ${problem}.`,
  );
  // The message of such an error says only that some fields are invalid.
  const said = fields.length > 0 ? fields.join(" ") : error.message;
  if (error.status === 401 || error.code === "tenant_api_key_required") {
    return `The gateway does not know this key, or the key was revoked. Create one in the dashboard, then run ${program} login.`;
  }
  // The SDK's message names its own options, which users of the command do not know.
  if (error instanceof InvalidArgumentError && error.message.startsWith("apiKey ")) {
    return `The API key contains spaces or control characters, or is empty. Check TEPAT_API_KEY, or run ${program} login and paste the key again.`;
  }
  if (error instanceof InvalidArgumentError && error.message.startsWith("baseUrl ")) {
    return `The gateway's address must look like https://pay.example.com, without user, query and fragment. Check TEPAT_URL, or run ${program} login --url https://…`;
  }
  if (error.code === "not_found" && error.message === "payment not found") {
    return `Invoice not found. Check the code, or run ${program} payments list.`;
  }
  if (error.code === "connection_failed" || error.code === "timed_out") {
    return `${said} Check that the gateway is running at that address. To use another address, run ${program} login --url https://…`;
  }
  return error.requestId === undefined ? said : `${said} (request ${error.requestId})`;
}
