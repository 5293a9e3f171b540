import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/**
 * The options of a program for developers: `--help` prints its usage and ends it with 0, what cannot be understood is told
 * beside the usage and ends it with 2, without a stack trace.
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

/** What the types of the options do not say, such as a name that is none of those there are. */
export function misused(usage: string, problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}
