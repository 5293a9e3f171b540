import { z } from "zod";
import { typedOptions } from "../../cli/src/typed-options.ts";
// oxlint-disable-next-line import/no-unassigned-import -- the module words the problem of an option
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
  /** A note in addition to the result, on standard error. */
  note?: string;
  /** The reason why the command failed, on standard error. The exit code is then 1. */
  problem?: string;
}

export interface Command {
  /** The name on the command line, for example "merchant create". */
  readonly name: string;
  readonly summary: string;
  /** The name of the only argument that is not an option, for example FILE. */
  readonly operand: string | undefined;
  readonly options: Options;
  /** Runs the command. Resolves with null if the command has already printed everything. */
  execute(args: readonly string[]): Promise<(Output & { asJson: boolean }) | null>;
}

/** Returns an output that prints the fields of an object by their names. */
export const shown = (data: object): Output => ({ data, text: fields(data) });

export function command<Of extends Options>(definition: {
  name: string;
  summary: string;
  operand?: string;
  options: Of;
  run(values: Values<Of> & { json: boolean; operand: string }): Promise<Output | null>;
}): Command {
  const { name, summary, operand, run } = definition;
  const options = { ...definition.options, json: flag("print JSON for programs") };
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
        throw new UsageError(
          `Write the ${operand} right after the command: npx tepat ${name} ${operand}. ${seeOptions(help)}`,
        );
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

/** Options whose invalid values are not repeated, because scripts log standard error. */
const secretOptions: ReadonlySet<string> = new Set(["password"]);

const seeOptions = (helpCommand: string): string => `To see the options, run ${helpCommand}`;

function readOptions(
  options: Options,
  args: readonly string[],
  helpCommand: string,
): Record<string, unknown> {
  const refuse = (problem: string) => new UsageError(`${problem} ${seeOptions(helpCommand)}`);
  const typed = typedOptions(options, args, refuse);
  const schemas = Object.fromEntries(
    Object.entries(options).map(([name, { schema }]) => [name, schema]),
  );
  const parsed = z.object(schemas).safeParse(typed);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const given = secretOptions.has(name) ? "" : `, not ${JSON.stringify(typed[name])}`;
  throw refuse(`--${name} ${issue?.message}${given}.`);
}
