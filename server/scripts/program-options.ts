import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/**
 * Reads the options of a program for developers. `--help` prints the usage and exits with 0. An invalid command
 * line prints the problem with the usage and exits with 2, without a stack trace.
 */
export function readProgramOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  const withHelp = { ...options, help: { type: "boolean", short: "h" } } as const;
  try {
    const { values } = parseArgs({ options: withHelp });
    if (!("help" in values)) return values;
  } catch (error) {
    return misused(usage, (error as Error).message);
  }
  console.log(usage);
  return process.exit(0);
}

/** Exits for problems that the types of the options cannot express, such as an unknown name. */
export function misused(usage: string, problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}
