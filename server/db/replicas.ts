/**
 * Reads from replicas of the database without stale results. Before each read, the leader is asked for its position
 * in the log. A replica serves the read only after it has replayed the log up to that position. The read therefore
 * finds everything that any process committed before the request. If the position is unknown, the leader serves the
 * read.
 */

import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { addressesOf, asSql, connect, type Sql, type Tx } from "./client.ts";
import { DatabaseProblem } from "./problem.ts";

/** A place in the leader's log. After a failover the log continues under another timeline. */
export interface LogPosition {
  timeline: number;
  /** The place in PostgreSQL's format: `0/16B3748`. */
  lsn: string;
}

/**
 * The server that served a read: a replica, or the leader. The leader serves it if no replica could be read (none), if
 * the replica did not replay far enough in time (behind), or if the replica failed (failed).
 */
export const replicaOutcomes = ["replica", "none", "behind", "failed"] as const;

export type ReplicaOutcome = (typeof replicaOutcomes)[number];

export interface ReplicaState {
  /** The host and port. */
  name: string;
  is_read: boolean;
  /** The time that the replica took to catch up with the leader; while it is behind, the time since it last did. */
  lag_seconds: number;
  /** The reason why the replica is not read, for the operator; null while it is read. */
  problem: string | null;
}

export interface Replicas {
  /** Runs work that only reads. If the replica does not complete the work, the leader runs it again. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  list(): ReplicaState[];
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** One or more hosts of the leader's cluster. Hosts that are currently not replicas are not read. */
  url: string;
  leader: Sql;
  /** Reads the leader's position after the call. Concurrent calls can share a statement. */
  readPosition: () => Promise<LogPosition>;
  /** The time that a read waits for a replica. A replica with a larger lag is not read. */
  maxLagMilliseconds: number;
  log: Pick<Console, "warn" | "info">;
  count?: (outcome: ReplicaOutcome) => void;
  /** Wraps the clients, for traces. */
  wrap?: (sql: Sql) => Sql;
}

/**
 * The problem of a host that is no replica. DATABASE_REPLICA_URL can name all hosts of a cluster. One of them is the
 * leader, for which this problem is no fault.
 */
export const takesWrites = "it is not a replica: it takes writes";

const lookMilliseconds = 1_000;
/**
 * The time limit of a check, which has its own connection. A replica that does not respond within this time is
 * abandoned, with its pending reads.
 */
const lookAnswerMilliseconds = 1_000;
/** The pause between two checks of a replica's position. It doubles from `first` up to `last`. */
const pauseMilliseconds = { first: 1, last: 16 };

/** Opens the replicas and checks each of them. Throws if one belongs to another database, or refuses the login. */
export async function openReplicas(options: ReplicaOptions): Promise<Replicas> {
  const { url, leader, count = () => {} } = options;
  const identity = await selectIdentity(leader);
  const replicas = addressesOf(url).map((address) =>
    openReplica({ ...options, name: address.host, url: address.url, identity }),
  );
  const close = async () => void (await Promise.all(replicas.map((replica) => replica.close())));
  try {
    await Promise.all(replicas.map((replica) => replica.start()));
  } catch (cause) {
    await close();
    throw cause;
  }

  /** Chooses the replica with the fewest reads in progress. */
  function choose(): Replica | undefined {
    const readable = replicas.filter(({ state }) => state.is_read);
    return readable.toSorted((one, other) => one.underWay.size - other.underWay.size)[0];
  }

  async function readReplica<Result>(
    work: (sql: Sql) => Promise<Result>,
  ): Promise<{ outcome: ReplicaOutcome; result?: Result }> {
    if (!choose()) return { outcome: "none" };
    const position = await options.readPosition().catch(() => null);
    // Reads that shared a position continue one after another, and each sees the choices of the previous reads.
    const replica = choose();
    if (!position || !replica) return { outcome: "none" };
    try {
      return { outcome: "replica", result: await replica.read(position, work) };
    } catch (cause) {
      if (cause instanceof Behind) return { outcome: "behind" };
      if (isOfDatabase(cause)) return { outcome: "failed" };
      count("replica"); // the work itself threw
      throw cause;
    }
  }

  return {
    async read(work) {
      const { outcome, result } = await readReplica(work);
      count(outcome);
      return outcome === "replica" ? (result as Awaited<ReturnType<typeof work>>) : work(leader);
    },
    list: () => replicas.map(({ state }) => state),
    close,
  };
}

/**
 * Reads the position of the leader's log. All data visible on the leader is before this position, because a commit is
 * on the disk before others see it. If commits do not wait for the disk, the position of the last insert is used
 * instead.
 */
export async function selectLogPosition(sql: Sql): Promise<LogPosition> {
  const [row] = await sql<LogPosition[]>`
    select ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer as timeline, lsn::text as lsn
    from (
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn()
      end as lsn
    ) written
  `;
  return row as LogPosition;
}

/** Returns the values that a database and its replicas share. */
async function selectIdentity(sql: Sql): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()
  `;
  return row?.identity ?? "";
}

type Replica = ReturnType<typeof openReplica>;

interface UnderWay {
  /** Whether the replica has reached the position in the log, so that the read has begun. */
  hasBegun: boolean;
  giveUp(cause: unknown): void;
}

function openReplica({
  name,
  url,
  identity,
  readPosition,
  maxLagMilliseconds,
  log,
  wrap = (sql) => sql,
}: Omit<ReplicaOptions, "leader" | "count"> & { name: string; identity: string }) {
  const pool = connect(url, { applicationName: "tepat replica" });
  const sql = wrap(pool);
  const looker = connect(url, {
    applicationName: "tepat replica watch",
    connections: 1,
    statementMilliseconds: lookAnswerMilliseconds,
  });
  let reachedAt = performance.now();
  /** Each read has its own promise, because a shared promise would keep the results of all reads. */
  const underWay = new Set<UnderWay>();
  let nextLook: NodeJS.Timeout | undefined;
  let isClosed = false;

  const replica = {
    underWay,
    state: { name, is_read: false, lag_seconds: 0, problem: "not looked at yet" } as ReplicaState,
    /** Checks the replica for the first time, and then every second. */
    async start(): Promise<void> {
      await look().catch(refuseForGood);
      planLook();
    },
    async read<Result>(
      position: LogPosition,
      work: (sql: Sql) => Promise<Result>,
    ): Promise<Result> {
      // The wait for a connection is part of the wait for the replica.
      const deadline = performance.now() + maxLagMilliseconds;
      const givenUp = Promise.withResolvers<never>();
      const own: UnderWay = { hasBegun: false, giveUp: givenUp.reject };
      underWay.add(own);
      const reading = sql.begin("read only", async (tx) => {
        await reach(tx, position, deadline);
        if (!underWay.has(own)) throw new Behind("no reader waits for it");
        own.hasBegun = true;
        return { result: await work(asSql(tx)) };
      });
      try {
        return (await Promise.race([reading, givenUp.promise])).result;
      } catch (cause) {
        // The read can still fail, but no caller waits for it.
        reading.catch(() => {});
        if (cause instanceof Behind || isAway(cause) || isFull(cause)) leave(cause);
        throw cause;
      } finally {
        underWay.delete(own);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(nextLook);
      await Promise.all([pool.end({ timeout: 1 }), looker.end({ timeout: 0 })]);
    },
  };

  function planLook(): void {
    if (isClosed) return;
    nextLook = setTimeout(
      () =>
        void look()
          .catch(() => {})
          .finally(planLook),
      lookMilliseconds,
    );
    nextLook.unref();
  }

  async function look(): Promise<void> {
    const began = performance.now();
    // Without the leader's position, no new read can begin. Reads in progress use data that was already replayed.
    const position = await readPosition().catch(() => null);
    try {
      if (!position) throw new Behind("the leader does not answer");
      const other = await selectIdentity(looker);
      if (other !== identity) throw new Stranger(name);
      await reach(looker, position, performance.now() + maxLagMilliseconds);
      reachedAt = performance.now();
      if (isClosed) return;
      if (!replica.state.is_read) log.info(`the replica ${name} is read`);
      const lag_seconds = (reachedAt - began) / 1000;
      replica.state = { name, is_read: true, lag_seconds, problem: null };
    } catch (cause) {
      if (isClosed) return;
      leave(cause);
      throw cause;
    }
  }

  /**
   * Waits until the server has replayed the log up to the position. Throws if the time is over, or if the server is
   * no replica.
   */
  async function reach(
    client: Sql | Tx,
    { timeline, lsn }: LogPosition,
    deadline: number,
  ): Promise<void> {
    for (let pause = pauseMilliseconds.first; ; pause *= 2) {
      const [found] = await client<
        { is_replica: boolean; receivers: number; timeline: number | null; is_there: boolean }[]
      >`
        select
          pg_is_in_recovery() as is_replica,
          count(*)::integer as receivers,
          max(received_tli) as timeline,
          coalesce(pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn, false) as is_there
        from pg_stat_wal_receiver
      `;
      if (!found?.is_replica) throw new Behind(takesWrites);
      if (found.receivers === 0) throw new Behind("it does not follow a leader at present");
      if (found.timeline === null) {
        throw new Behind(
          "its user cannot see which leader it follows. Grant pg_monitor to that user",
        );
      }
      if (found.timeline !== timeline) throw new Behind("it follows a previous leader");
      if (found.is_there) return;
      const left = deadline - performance.now();
      if (left <= 0) throw new Behind(`it is more than ${maxLagMilliseconds} ms behind`);
      await sleep(Math.min(pause, pauseMilliseconds.last, left));
    }
  }

  /** Stops using the replica until a check finds it healthy. */
  function leave(cause: unknown): void {
    const problem = reasonOf(cause);
    const lag_seconds = (performance.now() - reachedAt) / 1000;
    if (replica.state.is_read) log.warn(`the replica ${name} is not read: ${problem}`);
    // Reads in progress use data that was already replayed. If the replica is away, the leader repeats them too.
    const isThere = cause instanceof Behind || isFull(cause);
    for (const { hasBegun, giveUp } of underWay) {
      if (!isThere) giveUp(new Away(problem));
      else if (!hasBegun) giveUp(cause);
    }
    replica.state = { name, is_read: false, lag_seconds, problem };
  }

  function refuseForGood(cause: unknown): void {
    const code = (cause as { code?: unknown }).code;
    if (cause instanceof Stranger) throw cause;
    if (wrongLogin.has(String(code))) {
      throw new DatabaseProblem(
        `${name} in DATABASE_REPLICA_URL refuses this user, password or database (${reasonOf(cause)}). Use those of DATABASE_URL.`,
        { cause },
      );
    }
    log.warn(`the replica ${name} is not read: ${replica.state.problem}`);
  }

  return replica;
}

/** Thrown if the replica might not have replayed the log up to the leader's position. */
class Behind extends Error {}

class Away extends Error {}

class Stranger extends DatabaseProblem {
  constructor(name: string) {
    super(
      `DATABASE_REPLICA_URL: ${name} is not of the same database as DATABASE_URL. Name replicas that follow its leader, with the same database.`,
    );
  }
}

/** SQLSTATE: the login is refused, or there is no such database. */
const wrongLogin = new Set(["28000", "28P01", "3D000"]);

/** Returns true for PostgreSQL's errors, and those of connections. */
const isOfDatabase = (cause: unknown): boolean =>
  cause instanceof Away || cause instanceof postgres.PostgresError || isAway(cause);

/** Returns true if the connection was refused or lost, or the server is starting or stopping (class 57P). */
const isAway = (cause: unknown): boolean =>
  cause instanceof Away ||
  /^(CONNECT|E[A-Z]+$|57P)/.test((cause as { code?: string } | null)?.code ?? "");

/**
 * Returns true if the server, its database or the user has no connection left (SQLSTATE). Open connections continue.
 */
const isFull = (cause: unknown): boolean => (cause as { code?: string } | null)?.code === "53300";

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message || cause.name : String(cause);
