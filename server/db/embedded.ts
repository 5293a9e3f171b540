/**
 * PostgreSQL for merchants who provide none, in the data folder. All Tepat's processes share it (server and
 * commands). PostgreSQL outlives each process, and the last process that stops in order stops it. After a crash, the
 * next start adopts or removes the remains.
 */

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { DatabaseProblem } from "./problem.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { databaseUrl, holdsCluster, openCluster, type Cluster } from "./embedded/cluster.ts";
import {
  findPostmaster,
  launchPostmaster,
  stopPostmaster,
  type LaunchOptions,
  type Postmaster,
} from "./embedded/postmaster.ts";
import { enter, type Presence } from "./embedded/presence.ts";

interface EmbeddedOptions {
  /** The folder of the cluster, `postgres/`, and of PostgreSQL's log, `postgres.log`. */
  dataDirectory: string;
  /** False: a data directory without a database is refused, because its name might be mistyped. */
  mayMake?: boolean;
  /** False is for tests only: a loss of power then destroys the cluster. */
  fsync?: boolean;
  /** Called when PostgreSQL has died and does not restart at once. Further attempts follow. */
  onTrouble?: (error: Error) => void;
  /** Called when PostgreSQL's process has started. PostgreSQL is ready a moment later. */
  onLaunch?: () => void;
}

export interface EmbeddedDatabase {
  url: string;
  /** Stops using PostgreSQL, and stops it if no other process uses it. Repeated calls do nothing. */
  stop(): Promise<void>;
}

/**
 * The time limit of a start. Recovery after a crash can take longer. PostgreSQL continues after the timeout, and the
 * next start adopts it.
 */
const startMilliseconds = 60_000;
const pollMilliseconds = 20;
const restartPauseMilliseconds = 1_000;

/**
 * A database that is being started. The promise is inside an object, because an async function that returned the
 * promise itself would wait for it.
 */
export interface LaunchedDatabase {
  /** Rejects as `startEmbedded` does. */
  ready: Promise<EmbeddedDatabase>;
  /** Waits until the database is ready and stops it, as its own `stop` does. A failed start needs no stop. */
  stop(): Promise<void>;
}

/**
 * Launches the database. Never rejects. Returns while PostgreSQL is still starting, so that the caller can use that
 * time.
 */
export async function launchEmbedded(options: EmbeddedOptions): Promise<LaunchedDatabase> {
  const { promise: launched, resolve: onLaunch } = Promise.withResolvers<void>();
  const ready = startEmbedded({ ...options, onLaunch });
  // Callers that wait for `ready` get the error.
  await Promise.race([launched, ready.catch(() => {})]);
  const stop = async () => (await ready.catch(() => null))?.stop();
  return { ready, stop };
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const {
    fsync = true,
    onTrouble = (error) => console.error(error.message),
    onLaunch = () => {},
  } = options;
  const dataDirectory = path.resolve(options.dataDirectory);
  if (options.mayMake === false && !holdsCluster(dataDirectory)) throw noDatabase(dataDirectory);
  const { initdb, postgres } = await findBinaries();
  const cluster = await openCluster(dataDirectory, { initdb, postgres }, fsync);
  const leaving = new AbortController();
  const launch = {
    program: postgres,
    logFile: path.join(dataDirectory, "postgres.log"),
    fsync,
    onLaunch,
  };

  let presence: Promise<Presence> = join(cluster, launch);
  const { url, lost } = await presence;
  void lost.then(comeBack);

  /** Starts PostgreSQL again after it ended or restarted, and registers this process again. */
  function comeBack(): void {
    presence = joinPatiently();
    presence.catch(() => {}); // this rejects only during a stop, and then `stop` handles it
  }

  async function joinPatiently(): Promise<Presence> {
    for (;;) {
      try {
        const joined = await join(cluster, launch);
        if (joined.url !== url)
          onTrouble(new Error("PostgreSQL now has another address. Restart Tepat."));
        void joined.lost.then(comeBack);
        return joined;
      } catch (error) {
        leaving.signal.throwIfAborted();
        onTrouble(error as Error);
        await sleep(restartPauseMilliseconds, undefined, { signal: leaving.signal });
      }
    }
  }

  /** Waits for a restart in progress, because an abandoned restart would leave PostgreSQL running. */
  async function stop(): Promise<void> {
    if (leaving.signal.aborted) return;
    leaving.abort();
    const joined = await presence.catch(() => undefined);
    if (joined === undefined) return;
    try {
      if (await joined.isLast()) await stopPostmaster(cluster.directory);
    } catch {
      // The session broke, so PostgreSQL is already gone.
    } finally {
      await joined.end();
    }
  }

  return { url, stop };
}

const noDatabase = (dataDirectory: string) =>
  new DatabaseProblem(
    `There is no database in ${dataDirectory} yet. To create one, run npm start or npx tepat migrate. If the database is elsewhere, set TEPAT_DATA_DIR.`,
  );

/** Starts PostgreSQL from any state, and registers this process among its users. */
async function join(cluster: Cluster, launch: Omit<LaunchOptions, "signal">): Promise<Presence> {
  const signal = AbortSignal.timeout(startMilliseconds);
  try {
    for (;;) {
      const running = await findPostmaster(cluster.directory);
      if (running === undefined) await launchPostmaster(cluster, { ...launch, signal });
      const presence = running?.isReady ? await enterRunning(cluster, running) : undefined;
      if (presence !== undefined) return presence;
      await sleep(pollMilliseconds, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DatabaseProblem(
      `PostgreSQL is not ready after ${startMilliseconds / 1000} s. Read ${launch.logFile}. ` +
        "If PostgreSQL is recovering from a crash, wait, then start again.",
      { cause: error },
    );
  }
}

/**
 * Enters a running PostgreSQL. When the last user shuts PostgreSQL down, that user's session and exclusive lock end,
 * which lets this process in for a moment. PostgreSQL writes "stopping" into its lock file before it ends any
 * session. If the file still says "ready", no process has begun to stop PostgreSQL.
 */
async function enterRunning(cluster: Cluster, running: Postmaster): Promise<Presence | undefined> {
  const presence = await enter(databaseUrl(cluster, running.port));
  if (presence === undefined) return undefined;
  const still = await findPostmaster(cluster.directory);
  if (still?.isReady && still.pid === running.pid) return presence;
  await presence.end();
  return undefined;
}
