import { anyOf } from "../../cli/src/word-lists.ts";
import { GatewayError } from "../contract/errors.ts";
import { BackupFileError } from "../db/backup-file.ts";
import { startProblem } from "../start/start-problem.ts";
import { asTyped } from "../start/typed-command.ts";
import server from "../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { helpOn, helpOnAll } from "./help.ts";
import { UsageError } from "./usage-error.ts";

/** Finds the command, runs it and prints its result. */

type Noun = () => Promise<{ readonly commands: readonly Command[] }>;

/**
 * The commands by noun. Each noun is loaded on use, so that a command does not wait for the code of
 * others.
 */
const nouns: ReadonlyMap<string, Noun> = new Map<string, Noun>([
  ["merchant", () => import("./merchant.ts")],
  ["account", () => import("./account.ts")],
  ["device", () => import("./device.ts")],
  ["phone", () => import("./phone.ts")],
  ["mutation", () => import("./mutation.ts")],
  ["statement", () => import("./statement.ts")],
  ["totp", () => import("./totp.ts")],
  ["apikey", () => import("./apikey.ts")],
  ["webhook", () => import("./webhook.ts")],
  ["simulate", () => import("./simulate.ts")],
  ["trigger", () => import("./trigger.ts")],
  ["parse", () => import("./parse.ts")],
  ["mail", () => import("./mail.ts")],
  ["migrate", () => import("./migrate.ts")],
  ["backup", () => import("./backup.ts")],
  ["restore", () => import("./restore.ts")],
  ["archive", () => import("./archive.ts")],
  ["secrets", () => import("./secrets.ts")],
  ["doctor", () => import("./doctor.ts")],
]);

/**
 * Nouns of the merchant's own command, `npx @tepat/cli`, which needs an API key and no database.
 */
const merchantNouns: ReadonlySet<string> = new Set([
  "login",
  "listen",
  "payments",
  "refunds",
  "events",
  "logs",
]);

const versionFlag = "--version";
const helpFlags = new Set(["--help", "-h"]);
const exitCodes = { done: 0, refused: 1, misused: 2, unexpected: 70 } as const;

/** Runs a command and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (cause) {
    return explain(cause);
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [noun] = args;
  if (noun === undefined || helpFlags.has(noun)) {
    return print(helpOnAll(await allCommands(), [...merchantNouns]));
  }
  if (noun === versionFlag) return print(server.version);

  if (merchantNouns.has(noun)) {
    const merchant = await import("../../cli/src/run.ts");
    return merchant.run(args, asTyped("npx tepat"));
  }
  const commands = (await nouns.get(noun)?.())?.commands;
  if (noun.startsWith("-")) {
    throw new UsageError(
      `Write the command before ${noun}. To see the commands, run npx tepat --help`,
    );
  }
  if (!commands) {
    const known = anyOf([...nouns.keys(), ...merchantNouns]);
    throw new UsageError(
      `Unknown command ${noun}. Use ${known}. To see what each does, run npx tepat --help`,
    );
  }
  const command = commands.find(({ name }) => name === wordsOf(name, args).join(" "));
  if (args.some((arg) => helpFlags.has(arg))) return print(helpOn(command ? [command] : commands));
  if (!command) {
    const names = anyOf(commands.map(({ name }) => `npx tepat ${name}`));
    const [, verb] = args;
    const isWhole = verb !== undefined && !verb.startsWith("-");
    const problem = isWhole ? `Unknown command ${noun} ${verb}.` : `${noun} needs a second word.`;
    throw new UsageError(
      `${problem} Use ${names}. To see the options, run npx tepat ${noun} --help`,
    );
  }
  return runCommand(command, args.slice(wordsOf(command.name, args).length));
}

/** Returns as many arguments as the command's name has words. */
function wordsOf(name: string, args: readonly string[]): readonly string[] {
  return args.slice(0, name.split(" ").length);
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const output = await command.execute(args);
  if (output === null) return exitCodes.done;
  const { asJson, data, text, note, problem } = output;
  if (asJson) console.log(JSON.stringify(data, null, 2));
  else print(text);
  if (note !== undefined) complain(note);
  if (problem === undefined) return exitCodes.done;
  complain(problem);
  return exitCodes.refused;
}

async function allCommands(): Promise<Command[]> {
  const loaded = await Promise.all([...nouns.values()].map((load) => load()));
  return loaded.flatMap(({ commands }) => commands);
}

function print(text: string): number {
  console.log(asTyped(text));
  return exitCodes.done;
}

function complain(text: string): void {
  console.error(asTyped(text));
}

const expectedErrors = [GatewayError, BackupFileError];

function explain(cause: unknown): number {
  if (cause instanceof UsageError) {
    complain(cause.message);
    return exitCodes.misused;
  }
  const isExpected = expectedErrors.some((kind) => cause instanceof kind);
  // A database that was lost or ran out of space is not a mistake of the command.
  const problem = isExpected ? (cause as Error).message : startProblem(cause);
  if (problem === null) {
    console.error(cause);
    return exitCodes.unexpected;
  }
  complain(problem);
  return exitCodes.refused;
}
