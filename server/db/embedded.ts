/**
 * PostgreSQL for a merchant who provides none. It lives in the data folder. All of Tepat's processes share it (server
 * and commands), it outlives any of them, and the last one that stops in order stops it. After a crash, the next start
 * adopts or removes anything that was left behind.
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
  /** The cluster is the folder `postgres/` in it, and PostgreSQL's log is `postgres.log`. */
  dataDirectory: string;
  /** False: a data directory without a database is refused, because its name might be mistyped. */
  mayMake?: boolean;
  /** False is for tests only: the cluster is then lost when the machine loses power. */
  fsync?: boolean;
  /** Called when PostgreSQL died and does not restart at once; further attempts follow. */
  onTrouble?: (error: Error) => void;
  /** Called when its process was started, which becomes ready a moment later. */
  onLaunch?: () => void;
}

export interface EmbeddedDatabase {
  url: string;
  /** Stops using PostgreSQL, and stops it if no other process uses it. Repeated calls do nothing. */
  stop(): Promise<void>;
}

/** Recovery after a crash can take long. PostgreSQL continues after a timeout here, and the next start adopts it. */
const startMilliseconds = 60_000;
const pollMilliseconds = 20;
const restartPauseMilliseconds = 1_000;

/** A database that is being started. Wrapped, because a promise of a promise would wait for it. */
export interface LaunchedDatabase {
  /** Rejects as `startEmbedded` does. */
  ready: Promise<EmbeddedDatabase>;
  /** Waits until it is ready and stops it, as its own `stop` does. One that did not start needs no stop. */
  stop(): Promise<void>;
}

/** Never rejects. Returns while PostgreSQL still gets ready, so that the caller can use that time. */
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

  /** PostgreSQL ended or restarted: start it again, and register this process again. */
  function comeBack(): void {
    presence = joinPatiently();
    presence.catch(() => {}); // this rejects only when we are stopping, and then `stop` handles it
  }

  async function joinPatiently(): Promise<Presence> {
    for (;;) {
      try {
        const joined = await join(cluster, launch);
        if (joined.url !== url) onTrouble(new Error("PostgreSQL has moved: restart Tepat."));
        void joined.lost.then(comeBack);
        return joined;
      } catch (error) {
        leaving.signal.throwIfAborted();
        onTrouble(error as Error);
        await sleep(restartPauseMilliseconds, undefined, { signal: leaving.signal });
      }
    }
  }

  /** Waits for a restart that is under way, because a restart given up half-way would leave a PostgreSQL running. */
  async function stop(): Promise<void> {
    if (leaving.signal.aborted) return;
    leaving.abort();
    const joined = await presence.catch(() => undefined);
    if (joined === undefined) return;
    try {
      if (await joined.isLast()) await stopPostmaster(cluster.directory);
    } catch {
      // The session broke, so PostgreSQL is gone already.
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

/** In every state, PostgreSQL is running afterwards and this process is registered among its users. */
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
 * When the last user shuts PostgreSQL down, its session and its exclusive lock end, which lets us in for a moment.
 * PostgreSQL writes "stopping" into its lock file before it ends any session. If the file still says "ready", no
 * process had begun to stop it.
 */
async function enterRunning(cluster: Cluster, running: Postmaster): Promise<Presence | undefined> {
  const presence = await enter(databaseUrl(cluster, running.port));
  if (presence === undefined) return undefined;
  const still = await findPostmaster(cluster.directory);
  if (still?.isReady && still.pid === running.pid) return presence;
  await presence.end();
  return undefined;
}
