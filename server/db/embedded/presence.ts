/**
 * Counts the users of the embedded PostgreSQL. Each process holds a shared advisory lock on its own session, so a
 * process that dies by kill -9 is gone at once, and anyone who gets the exclusive lock is alone.
 */

import postgres from "postgres";

export interface Presence {
  url: string;
  /** Resolves when the session breaks before we leave. */
  lost: Promise<void>;
  /** Gives up the shared lock. Returns true if no other process holds it; then none can enter until `end`. */
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

/** True for a broken connection, or class 57P: the server is starting, stopping or ending our session. */
function isComingOrGoing(error: unknown): boolean {
  return !(error instanceof postgres.PostgresError) || error.code.startsWith("57P");
}
