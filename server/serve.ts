import closeWithGrace from "close-with-grace";
import { pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
import { DomainError } from "./domain/domain-error.ts";
import { startServer } from "./server.ts";
import { welcome } from "./welcome.ts";

const shutdownMilliseconds = 10_000;

/** Everything in one process, until a signal ends it. */
export async function serve(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = pino({ level: config.logLevel });
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

/** Wrong settings and rules are the reader's to mend; of anything else the stack says where to look. */
function explain(cause: unknown): unknown {
  return cause instanceof ConfigError || cause instanceof DomainError ? cause.message : cause;
}
