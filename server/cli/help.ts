import { allOf } from "../../cli/src/word-lists.ts";
import type { Command } from "./command.ts";
import { columns } from "./print.ts";

const introduction = `Tepat, a payment gateway. Commands that use the database work whether or not the server runs, except restore.

npx tepat --version prints the release.
Exit codes: 0 success, 1 refused or failed, 2 invalid command, 70 internal error.
The settings are the server's: DATABASE_URL, TEPAT_DATA_DIR, PORT … (see docs/settings.md).`;

export function helpOn(commands: readonly Command[]): string {
  return commands.map(describe).join("\n\n");
}

export function helpOnAll(commands: readonly Command[], merchantNouns: readonly string[]): string {
  const merchantHelp = `npx tepat ${allOf(merchantNouns)}
  The merchant's own commands (npx @tepat/cli), which need an API key and a running server, but no database. npx tepat payments --help lists them.`;
  return `${introduction}\n\n${helpOn(commands)}\n\n${merchantHelp}`;
}

function describe({ name, summary, operand, options }: Command): string {
  const rows = Object.entries(options).map(([option, { placeholder, help, isRequired }]) => [
    `    --${option}${placeholder === null ? "" : ` ${placeholder}`}`,
    isRequired ? "required" : "",
    help,
  ]);
  const typed = operand === undefined ? name : `${name} ${operand}`;
  return `npx tepat ${typed}\n  ${summary}\n${columns(rows)}`;
}
