/** The one PostgreSQL client: what every connection of Tepat has in common. */

import postgres from "postgres";

import { types } from "./types.ts";

export type Sql = postgres.Sql;
export type Tx = postgres.TransactionSql;

interface ConnectOptions {
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  connections?: number;
  /** A statement that runs longer is cancelled, so that a slow one cannot hold the pool; 0 means no bound. */
  statementMilliseconds?: number;
}

const connectionsDefault = 20;
const connectSeconds = 5;
const statementMillisecondsDefault = 4_000;
const idleInTransactionMilliseconds = 10_000;
/** After an outage the first request must not wait long for the next try (the library's own bound is 20 s). */
const reconnectSecondsMax = 0.5;

/**
 * Two traps of the library: after a lost connection, `end()` without a timeout can wait for ever; and without the
 * catalogue query (see types.ts) `reserve()` waits for ever on a new connection, so use `begin`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const sql = postgres(url, {
    max: options.connections ?? connectionsDefault,
    connect_timeout: connectSeconds,
    backoff: (attempt) => Math.min(0.02 * 2 ** attempt, reconnectSecondsMax),
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? "tepat",
      TimeZone: "UTC",
      // Every statement is an index probe whose best plan does not depend on its values. Planning create_payments costs
      // more than running it, and by default happens five times on each connection.
      plan_cache_mode: "force_generic_plan",
      jit: "off",
      statement_timeout: options.statementMilliseconds ?? statementMillisecondsDefault,
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    },
    fetch_types: false,
    types,
  });
  return refusingLostResults(sql);
}

/**
 * When a connection is lost in the middle of a query, postgres.js 3.4.9 can answer with an empty result instead of failing
 * (seen with a proxy that resets connections). Taken for "no rows" it would call a valid key unknown. A result that was
 * completed names its command.
 */
export function refusingLostResults(sql: Sql): Sql {
  return new Proxy(sql, {
    apply(target, self, args) {
      const query: unknown = Reflect.apply(target, self, args);
      // Names and values for a statement come through the same function, and are no queries.
      return query instanceof Promise ? refusingLostResult(query) : query;
    },
  });
}

/** The same object, since a query can also be a part of another one. */
function refusingLostResult(query: Promise<unknown>): Promise<unknown> {
  const wait = query.then.bind(query);
  return Object.assign(query, {
    // oxlint-disable-next-line unicorn/no-thenable -- it is one, and stays lazy
    then: (...handlers: Parameters<typeof query.then>) => wait(requireCompleted).then(...handlers),
  });
}

function requireCompleted(result: unknown): unknown {
  if ((result as { command?: unknown }).command === null) {
    throw new Error("The connection to the database was lost before the answer was complete.");
  }
  return result;
}
