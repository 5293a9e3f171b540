import { parseArgs } from "node:util";
import { z } from "zod";
// oxlint-disable-next-line import/no-unassigned-import -- it words what is wrong with an option
import "../contract/messages.ts";
import { flag, type Options, type Values } from "./option.ts";
import { fields } from "./print.ts";
import { UsageError } from "./usage-error.ts";

/** The result of a command. */
export interface Output {
  /** The object that `--json` prints, for programs. */
  data: unknown;
  /** The text for people. */
  text: string;
  /** A note beside the result, on standard error. */
  note?: string;
  /** Why the command did not reach its goal, on standard error; the exit code is then 1. */
  problem?: string;
}

export interface Command {
  /** The name as it is typed: "merchant create". */
  readonly name: string;
  readonly summary: string;
  /** The name of the one argument that is not an option, such as FILE. */
  readonly operand: string | undefined;
  readonly options: Options;
  /** Resolves with null if the command has printed everything itself while it ran. */
  execute(args: readonly string[]): Promise<(Output & { asJson: boolean }) | null>;
}

/** Prints the fields of an object by their names. */
export const shown = (data: object): Output => ({ data, text: fields(data) });

export function command<Of extends Options>(definition: {
  name: string;
  summary: string;
  operand?: string;
  options: Of;
  run(values: Values<Of> & { json: boolean; operand: string }): Promise<Output | null>;
}): Command {
  const { name, summary, operand, run } = definition;
  const options = { ...definition.options, json: flag("prints JSON, for programs") };
  return {
    name,
    summary,
    operand,
    options,
    async execute(args) {
      const help = `npx tepat ${name} --help`;
      const [first] = args;
      const hasOperand = first !== undefined && !first.startsWith("-");
      if (operand !== undefined && !hasOperand) {
        throw new UsageError(`Say the ${operand} first (see ${help})`);
      }
      const rest = operand === undefined ? args : args.slice(1);
      const values = readOptions(options, rest, help);
      const asJson = values["json"] === true;
      const output = await run({
        ...(values as Values<Of>),
        json: asJson,
        operand: operand === undefined ? "" : (first ?? ""),
      });
      return output && { ...output, asJson };
    },
  };
}

/** A wrong value of these options is not repeated, because scripts keep standard error in logs. */
const secretOptions: ReadonlySet<string> = new Set(["password"]);

/**
 * Refuses unknown options and options that are given twice, because the person meant something that would not happen.
 */
function readOptions(
  options: Options,
  args: readonly string[],
  helpCommand: string,
): Record<string, unknown> {
  const refuse = (problem: string) => new UsageError(`${problem} (see ${helpCommand})`);
  const typed = splitArguments(options, args, refuse);
  const missing = Object.entries(options).filter(
    ([name, { isRequired }]) => isRequired && !typed[name],
  );
  if (missing.length > 0) {
    const names = missing.map(([name, { placeholder }]) => `--${name} ${placeholder}`);
    throw refuse(`Missing: ${names.join(", ")}`);
  }
  const repeated = Object.keys(typed).find((name) => (typed[name]?.length ?? 0) > 1);
  if (repeated !== undefined) throw refuse(`--${repeated} is given more than once`);

  const schemas = Object.fromEntries(
    Object.entries(options).map(([name, { schema }]) => [name, schema]),
  );
  const once = Object.entries(typed).map(([name, values]) => [name, values?.[0]] as const);
  const parsed = z.object(schemas).safeParse(Object.fromEntries(once));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const given = secretOptions.has(name) ? "" : `, not ${JSON.stringify(typed[name]?.[0])}`;
  throw refuse(`--${name} ${issue?.message}${given}`);
}

function splitArguments(
  options: Options,
  args: readonly string[],
  refuse: (problem: string) => UsageError,
): Record<string, (string | boolean)[] | undefined> {
  const kinds = Object.entries(options).map(([name, { placeholder }]) => {
    const type = placeholder === null ? ("boolean" as const) : ("string" as const);
    return [name, { type, multiple: true as const }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(kinds), strict: true }).values;
  } catch (cause) {
    // node:util explains a mistake in up to three lines.
    throw refuse((cause as Error).message.split("\n").join(" "));
  }
}
