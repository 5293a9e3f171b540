/**
 * PostgreSQL for a merchant who brings none. It lives in the data folder, is shared by all of Tepat's processes
 * (server and commands), outlives any of them, and is stopped by the last that leaves in order. Whatever a crash
 * left behind, the next start adopts it or clears it away.
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
  /** The cluster becomes `postgres/` in it, PostgreSQL's log `postgres.log`. */
  dataDirectory: string;
  /** False: a data directory without a database is refused, as it may be a mistyped one. */
  mayMake?: boolean;
  /** False is for tests only: a machine that loses power then loses the cluster. */
  fsync?: boolean;
  /** Told when PostgreSQL died under us and does not come back at once; we go on trying. */
  onTrouble?: (error: Error) => void;
}

export interface EmbeddedDatabase {
  url: string;
  /** Leaves, and stops PostgreSQL if nobody else uses it. */
  stop(): Promise<void>;
}

/** Recovery after a crash can take long; PostgreSQL goes on with it when we give up, and the next start adopts it. */
const startMilliseconds = 60_000;
const pollMilliseconds = 20;
const restartPauseMilliseconds = 1_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { fsync = true, onTrouble = (error) => console.error(error.message) } = options;
  const dataDirectory = path.resolve(options.dataDirectory);
  if (options.mayMake === false && !holdsCluster(dataDirectory)) throw noDatabase(dataDirectory);
  const { initdb, postgres } = await findBinaries();
  const cluster = await openCluster(dataDirectory, { initdb, postgres }, fsync);
  const leaving = new AbortController();
  const launch = {
    program: postgres,
    logFile: path.join(dataDirectory, "postgres.log"),
    fsync,
  };

  let presence: Promise<Presence> = join(cluster, launch);
  const { url, lost } = await presence;
  void lost.then(comeBack);

  /** PostgreSQL ended or restarted under us: bring it back, and be counted again. */
  function comeBack(): void {
    presence = joinPatiently();
    presence.catch(() => {}); // rejects only when we are leaving, and then `stop` looks at it
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

  /** Waits for a restart under way: given up half-way, it would leave a PostgreSQL that nobody stops. */
  async function stop(): Promise<void> {
    leaving.abort();
    const joined = await presence.catch(() => undefined);
    if (joined === undefined) return;
    try {
      if (await joined.isLast()) await stopPostmaster(cluster.directory);
    } catch {
      // The session broke: PostgreSQL is gone already.
    } finally {
      await joined.end();
    }
  }

  return { url, stop };
}

const noDatabase = (dataDirectory: string) =>
  new DatabaseProblem(
    `There is no database in ${dataDirectory} yet: npm start makes one, and npx tepat migrate and merchant create do; if it is elsewhere, set TEPAT_DATA_DIR.`,
  );

/** Whatever the state of things, ends with PostgreSQL running and this process counted among its users. */
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
      `PostgreSQL is not ready after ${startMilliseconds / 1000} s. Read ${launch.logFile}; ` +
        "if it is recovering from a crash, wait and start again.",
      { cause: error },
    );
  }
}

/**
 * A leaver's shutdown ends its session and so its exclusive lock, which lets us in for a moment. PostgreSQL writes
 * "stopping" into its lock file before it ends any session: if it still says "ready", nobody had begun to stop it.
 */
async function enterRunning(cluster: Cluster, running: Postmaster): Promise<Presence | undefined> {
  const presence = await enter(databaseUrl(cluster, running.port));
  if (presence === undefined) return undefined;
  const still = await findPostmaster(cluster.directory);
  if (still?.isReady && still.pid === running.pid) return presence;
  await presence.end();
  return undefined;
}
