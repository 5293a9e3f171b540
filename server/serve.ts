import { parseArgs } from "node:util";
import closeWithGrace from "close-with-grace";
import { ConfigError, readConfig } from "./config.ts";
import { DomainError } from "./domain/domain-error.ts";
import { createLog } from "./log.ts";
import { startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

const shutdownMilliseconds = 10_000;

/** Everything in one process, or the part that `--role` names, until a signal ends it. */
export async function serve(args: readonly string[]): Promise<void> {
  try {
    const config = readConfig({ ...process.env, ...settingsIn(args) });
    const log = createLog(config.logLevel);
    const server = await startServer(config, log);
    console.log(welcome(server, config));
    closeWithGrace({ delay: shutdownMilliseconds, logger: false }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, "stopping after an error that nobody caught");
      else log.info({ signal }, "stopping");
      await server.close();
    });
  } catch (cause) {
    console.error(explain(cause));
    process.exit(1);
  }
}

/** `--role api` is ROLE=api: processes of one machine share an environment and differ in this. */
function settingsIn(args: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: "string" } } });
    return values.role === undefined ? {} : { ROLE: values.role };
  } catch (cause) {
    throw new ConfigError(`${(cause as Error).message}\nnpm start -- [--role api|jobs|all]`);
  }
}

/** Wrong settings and rules are the reader's to mend; of anything else the stack says where to look. */
function explain(cause: unknown): unknown {
  return cause instanceof ConfigError || cause instanceof DomainError ? cause.message : cause;
}
