/** The one PostgreSQL client: what every connection of Tepat has in common. */

import postgres from "postgres";

type CustomTypes = { bigint: number };

export type Sql = postgres.Sql<CustomTypes>;
export type Tx = postgres.TransactionSql<CustomTypes>;

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

export function connect(url: string, options: ConnectOptions = {}): Sql {
  return postgres(url, {
    max: options.connections ?? connectionsDefault,
    connect_timeout: connectSeconds,
    backoff: (attempt) => Math.min(0.02 * 2 ** attempt, reconnectSecondsMax),
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? "tepat",
      TimeZone: "UTC",
      statement_timeout: options.statementMilliseconds ?? statementMillisecondsDefault,
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    },
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: parseSafeInteger },
      json: { to: 114, from: [114, 3802], serialize: serializeJson, parse: JSON.parse },
    },
  });
}

/** int8 holds more than a number can: rounding somebody's money is worse than failing. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
  return value;
}

/** pg-boss binds text that already is JSON; encoding it again would make a string of it. */
function serializeJson(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
