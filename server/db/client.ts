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
  /** false: a commit does not wait for the disk. For what may be lost with the machine. */
  durable?: boolean;
}

const connectionsDefault = 20;
const connectSeconds = 3;
const statementMillisecondsDefault = 4_000;
const idleInTransactionMilliseconds = 10_000;
/** What a cancelled statement's error may take to reach us. */
const silenceMilliseconds = 500;
/** After an outage the first request must not wait long for the next try (the library's own bound is 20 s). */
const reconnectSecondsMax = 0.5;

/** What every statement counts on. */
export const sessionSettings = {
  TimeZone: "UTC",
  // Dates are read in this form, and a backup brought to another server means the same day there.
  DateStyle: "ISO, MDY",
  // Every statement is an index probe whose best plan does not depend on its values. Planning create_payments costs
  // more than running it, and by default happens five times on each connection.
  plan_cache_mode: "force_generic_plan",
  jit: "off",
};

/**
 * Opens a pool of connections. The library is postgres.js with the patches that patches/README.md lists: it says what each
 * mends, which test fails without it and, where it is about speed, what it saves. Without the catalogue query (see
 * types.ts) `reserve()` never returns on a new connection, so use `begin`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const statementMilliseconds = options.statementMilliseconds ?? statementMillisecondsDefault;
  return postgres(url, {
    max: options.connections ?? connectionsDefault,
    connect_timeout: connectSeconds,
    // A server that is there answers every statement by then, if only that it was cancelled.
    ...(statementMilliseconds > 0 && {
      answer_timeout: (statementMilliseconds + silenceMilliseconds) / 1000,
    }),
    backoff: (attempt) => Math.min(0.02 * 2 ** attempt, reconnectSecondsMax),
    onnotice: () => {},
    connection: {
      ...sessionSettings,
      application_name: options.applicationName ?? "tepat",
      statement_timeout: statementMilliseconds,
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
      ...(options.durable === false && { synchronous_commit: "off" }),
    },
    fetch_types: false,
    types,
  });
}

/** A transaction as a client, for code that begins transactions of its own: they become savepoints of this one. */
export function asSql(tx: Tx): Sql {
  return Object.assign(tx, {
    begin: (work: (inner: Tx) => Promise<unknown>) => tx.savepoint(work),
  }) as unknown as Sql;
}
