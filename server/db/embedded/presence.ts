/**
 * Counts the users of the embedded PostgreSQL. Each process holds a shared advisory lock in its own session, so a
 * process that dies by kill -9 is gone at once. A process that gets the exclusive lock is the only user.
 */

import postgres from "postgres";

export interface Presence {
  url: string;
  /** Resolves if the session breaks before this process leaves. */
  lost: Promise<void>;
  /**
   * Releases the shared lock. Returns true if no other process holds it. In that case no process can enter until
   * `end`.
   */
  isLast(): Promise<boolean>;
  end(): Promise<void>;
}

const presenceLock = 7_283_728;
const connectSeconds = 5;

/** Returns undefined while PostgreSQL is starting or stopping. */
export async function enter(url: string): Promise<Presence | undefined> {
  const { promise: lost, resolve: reportLoss } = Promise.withResolvers<void>();
  let isPresent = false;
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: connectSeconds,
    fetch_types: false,
    // By default notices go to standard output, which is for a command's result.
    onnotice: () => {},
    connection: { application_name: "tepat presence" },
    onclose: () => {
      if (isPresent) reportLoss();
    },
  });
  const end = (): Promise<void> => {
    isPresent = false;
    return sql.end({ timeout: 0 });
  };
  const isLast = async (): Promise<boolean> => {
    isPresent = false;
    await sql`select pg_advisory_unlock_shared(${presenceLock})`;
    const [row] = await sql`select pg_try_advisory_lock(${presenceLock}) as is_last`;
    return row?.["is_last"] === true;
  };
  try {
    await sql`select pg_advisory_lock_shared(${presenceLock})`;
    isPresent = true;
    return { url, lost, isLast, end };
  } catch (error) {
    await end();
    if (isComingOrGoing(error)) return undefined;
    throw error;
  }
}

/** Returns true for a broken connection, or class 57P: the server is starting, stopping or ending this session. */
function isComingOrGoing(error: unknown): boolean {
  return !(error instanceof postgres.PostgresError) || error.code.startsWith("57P");
}
