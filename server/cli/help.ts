import type { Command } from "./command.ts";
import { columns } from "./print.ts";

const introduction = `Tepat, a payment gateway. Every command except restore works whether or not the server runs.

npx tepat --version prints the release.
Exit codes: 0 success, 1 refused or failed, 2 invalid command, 70 internal error.
The settings are the server's: DATABASE_URL, TEPAT_DATA_DIR, PORT … (see docs/settings.md).`;

export function helpOn(commands: readonly Command[]): string {
  return commands.map(describe).join("\n\n");
}

export function helpOnAll(commands: readonly Command[]): string {
  return `${introduction}\n\n${helpOn(commands)}`;
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
