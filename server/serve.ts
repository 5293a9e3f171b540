import { setTimeout as wait } from "node:timers/promises";
import { inspect, parseArgs } from "node:util";
import closeWithGrace from "close-with-grace";
import type { Logger } from "pino";
import { ConfigError, readConfig, type Config } from "./start/config.ts";
import { createLog } from "./start/log.ts";
import { launchEmbedded, type LaunchedDatabase } from "./db/embedded.ts";
import type { RunningServer } from "./server.ts";
import { freeStartMemory } from "./start/free-start-memory.ts";
import { forgetAddress, openBrowser } from "./start/open-browser.ts";
import { isDatabaseAway, startProblem } from "./start/start-problem.ts";
import { withSources } from "./start/source-positions.ts";
import { terminalLog } from "./start/terminal-log.ts";
import { asTyped } from "./start/typed-command.ts";
import { welcome } from "./welcome.ts";

const shutdownMilliseconds = 10_000;
const databaseRetryMilliseconds = 1_000;
const repeatMilliseconds = 1_000;
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs everything in one process, or the part that `--role` names, until a signal ends it. */
export async function serve(args: readonly string[]): Promise<void> {
  const isForPeople = process.stdout.isTTY;
  try {
    const config = readConfig({ ...process.env, ...settingsIn(args) });
    const log = createLog(config.logLevel, isForPeople ? terminalLog(process.stdout) : undefined);
    if (!isForPeople) logWarningsOfNode(log);
    const stopWish = hearStopSignals();
    const launching =
      config.databaseUrl === null
        ? launchEmbedded({ ...config, onTrouble: ({ message }) => log.error(message) })
        : null;
    const server = await Promise.race([startWithDatabase(config, log, launching), stopWish.heard]);
    if (server === undefined) {
      log.info({ signal: stopWish.signal() }, "stopping before it has started");
      log.level = "silent"; // the parts that are still starting lose their database now
      // Interrupted migrations are rolled back, and the next start runs them again.
      await (await launching)?.stop();
      process.exit(0);
    }
    const delay = config.stopDelayMilliseconds + shutdownMilliseconds;
    let isStopping = false;
    const grace = closeWithGrace(
      { delay, logger: false, skip: [...stopSignals] },
      async ({ err }) => {
        isStopping = true;
        const signal = stopWish.signal();
        if (err) log.fatal({ err }, "stopping after an uncaught error");
        else log.info({ signal }, "stopping");
        // Ctrl-C comes from a person at a terminal, where no load balancer has to be drained.
        if (signal === "SIGTERM" && config.stopDelayMilliseconds > 0) {
          server.drain();
          await wait(config.stopDelayMilliseconds);
        }
        await forgetAddress(config.dataDirectory);
        await server.close();
      },
    );
    void stopWish.heard.then(() => isStopping || grace.close());
    const { firstAccountAddress: url } = server;
    await forgetAddress(config.dataDirectory);
    freeStartMemory();
    if (isForPeople) {
      console.log(asTyped(welcome(server, config)));
      if (url !== null) await openBrowser(url, config.dataDirectory).catch(() => {});
    } else {
      const { url: address, transport } = server;
      log.info({ url: address, transport, role: config.role }, "Tepat is ready");
      if (url !== null) log.info({ url }, "open this address to create the first account");
    }
  } catch (cause) {
    tellWhyNot(cause, isForPeople);
    process.exit(1);
  }
}

/**
 * Prints why the start failed. For an unexpected error, prints the stack, which shows where to
 * look.
 */
function tellWhyNot(cause: unknown, isForPeople: boolean): void {
  const problem = startProblem(cause);
  if (isForPeople) return console.error(problem ?? withSources(inspect(cause)));
  // The log level might be the invalid part of the settings.
  const log = createLog("error");
  if (problem === null) log.fatal({ err: cause }, "the start failed");
  else log.fatal(problem);
}

/** Logs Node.js's warnings, which Node.js would write to standard error as text. */
function logWarningsOfNode(log: Logger): void {
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn({ err }, "Node.js warns"));
}

interface StopWish {
  /** Resolves at the first signal. */
  heard: Promise<void>;
  /** Returns the first signal, if there was one. */
  signal(): NodeJS.Signals | undefined;
}

/**
 * Listens to the signals with which a terminal (Ctrl-C, or when it is closed), npm and a service manager stop a
 * program. npm passes on the signal that the terminal has also sent, so it arrives twice within milliseconds.
 *
 * close-with-grace treats a second signal as a request to end at once, which would leave the embedded PostgreSQL
 * running. It also has no listener for a moment, in which a signal ends the process. Therefore a single listener here
 * handles all signals. It ignores a repetition within milliseconds, and ends the process at a later signal.
 */
function hearStopSignals(): StopWish {
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  let first: { signal: NodeJS.Signals; at: number } | undefined;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (first === undefined) {
        first = { signal, at: performance.now() };
        // A closed terminal accepts no more output. Without these handlers, an error of the output would end the
        // process before everything has stopped.
        for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
        resolve();
      } else if (performance.now() - first.at > repeatMilliseconds) process.exit(1);
    });
  }
  return { heard, signal: () => first?.signal };
}

/**
 * Starts with a database. The embedded PostgreSQL starts while the rest of the program loads. For any other
 * database, which might start later, the process waits and logs that once. Until then, no port listens.
 */
async function startWithDatabase(
  config: Config,
  log: Logger,
  launching: Promise<LaunchedDatabase> | null,
): Promise<RunningServer> {
  const launched = await launching;
  const { startServer } = await import("./server.ts");
  for (let isTold = false; ; isTold = true) {
    try {
      return await startServer(config, log, launched);
    } catch (cause) {
      if (config.databaseUrl === null || !isDatabaseAway(cause)) throw cause;
      if (!isTold) log.error(`${startProblem(cause)}\nWaiting for the database.`);
      await wait(databaseRetryMilliseconds);
    }
  }
}

/**
 * Returns the settings in the arguments. `--role api` means ROLE=api, because processes of one
 * machine share an environment and differ only in the role.
 */
function settingsIn(args: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: "string" } } });
    return values.role === undefined ? {} : { ROLE: values.role };
  } catch (cause) {
    throw new ConfigError(`${(cause as Error).message}\nnpm start -- [--role api|jobs|all]`);
  }
}
