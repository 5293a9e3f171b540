import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Command } from "../cli/command.ts";
import { UsageError } from "../cli/usage-error.ts";
import { createSecretBox } from "../domain/security/secrets.ts";
import { owedWebhooks } from "../jobs/webhook-sender.ts";
import type { TestDatabase } from "./database.ts";
import { testGateway, type TestGateway } from "./fixtures.ts";
import { runResidentCli, type CliResult } from "./resident-cli.ts";

/** Runs `npx tepat` as its users do: arguments, settings, an exit code and two streams. */

export type Cli = (...args: string[]) => Promise<CliResult>;

export const cliEntry = join(import.meta.dirname, "../cli/main.mjs");

const tepatSecret = "the secret of the command line's tests";

/** A reserved port, so that no server is reached by mistake. */
const deadPort = "1";

export function settingsOf(database: TestDatabase): Record<string, string> {
  return { DATABASE_URL: database.url, TEPAT_SECRET: tepatSecret, PORT: deadPort };
}

/** Returns a gateway that can decrypt the values that the command line encrypts. */
export function gatewayOfCli(database: TestDatabase): TestGateway {
  return Object.assign(testGateway(database.sql), { secrets: createSecretBox(tepatSecret) });
}

/**
 * Returns a gateway beside a running server, which notifies the server of each owed webhook. Otherwise the server finds
 * the webhook at its next query, seconds later.
 */
export function gatewayBesideServer(database: TestDatabase): TestGateway {
  const wakeWebhookSender = () => {
    void database.sql`select pg_notify(${owedWebhooks.name}, ${owedWebhooks.encode("now")})`.catch(
      () => {},
    );
  };
  return Object.assign(gatewayOfCli(database), { wakeWebhookSender });
}

/**
 * Runs commands in resident processes, because starting a process takes longer than most commands.
 */
export function cliWith(settings: Readonly<Record<string, string>>): Cli {
  const env = { PATH: process.env["PATH"], ...settings };
  return (...args) => runResidentCli(args, env);
}

/** Runs each command in its own process, for tests that concern the process. */
export function cliProcessWith(settings: Readonly<Record<string, string>>): Cli {
  const env = { PATH: process.env["PATH"], ...settings };
  return (...args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [cliEntry, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
}

/**
 * Runs a command that must succeed, and returns its `--json` output. Checks that the command prints nothing
 * else.
 */
export async function jsonOf<Printed = Record<string, unknown>>(
  cli: Cli,
  ...args: string[]
): Promise<Printed> {
  const { code, stdout, stderr } = await cli(...args, "--json");
  if (code !== 0 || stderr !== "") throw new Error(`exit code ${code}: ${stderr}`);
  return JSON.parse(stdout) as Printed;
}

/** Checks for exit code 1, nothing on standard output, and one line on standard error. Returns that line. */
export async function refusalOf(cli: Cli, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(...args);
  if (code !== 1 || stdout !== "" || stderr.split("\n").length !== 2) {
    throw new Error(`no refusal but exit code ${code}: ${stdout}${stderr}`);
  }
  return stderr.trimEnd();
}

/**
 * Returns the message of a command that refuses its arguments. Runs in this process, which is faster. As a process,
 * the exit code would be 2.
 */
export async function misunderstandingOf(
  commands: readonly Command[],
  ...words: string[]
): Promise<string> {
  const command = commands.find(({ name }) => words.join(" ").startsWith(`${name} `));
  if (!command) throw new Error(`there is no command ${words.join(" ")}`);
  const args = words.slice(command.name.split(" ").length);
  const cause = await command.execute(args).then(
    () => null,
    (error: unknown) => error,
  );
  if (cause instanceof UsageError) return cause.message;
  throw new Error(`${args.join(" ")} was understood`, { cause });
}
