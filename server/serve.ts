import { parseArgs } from "node:util";
import closeWithGrace from "close-with-grace";
import { ConfigError, readConfig } from "./config.ts";
import { createLog } from "./log.ts";
import { startServer } from "./server.ts";
import { startProblem } from "./start-problem.ts";
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
    // Of what nobody foresaw the stack says where to look.
    console.error(startProblem(cause) ?? cause);
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
