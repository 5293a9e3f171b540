/** The one PostgreSQL client, with the settings of all connections of Tepat. */

import postgres from "postgres";

import { types } from "./types.ts";

export type Sql = postgres.Sql;
export type Tx = postgres.TransactionSql;

interface ConnectOptions {
  /** The name that pg_stat_activity shows. */
  applicationName?: string;
  connections?: number;
  /** A statement that runs longer is cancelled, so that a slow one cannot hold the pool. 0 means no bound. */
  statementMilliseconds?: number | undefined;
  /** false: a commit does not wait for the disk. Use it only for data that can be lost when the machine fails. */
  durable?: boolean;
  /** Called before a lost connection is opened again. Such a connection has no greatest age. */
  onLost?: () => void;
}

const connectionsDefault = 20;
const connectSeconds = 3;
/** If there are several hosts, one might be gone, and a request waits this long before it tries the next. */
const connectSecondsOfSeveral = 2;
const statementMillisecondsDefault = 4_000;
const idleInTransactionMilliseconds = 10_000;
/** The time in which the error of a cancelled statement must arrive. */
const silenceMilliseconds = 500;
/** After an outage the first request must not wait long for the next attempt (the library's own bound is 20 s). */
const reconnectSecondsMax = 0.5;

/** The settings on which all statements rely. */
export const sessionSettings = {
  TimeZone: "UTC",
  // Dates are read in this form, and a backup that is restored on another server means the same day there.
  DateStyle: "ISO, MDY",
  // Every statement is an index probe whose best plan does not depend on its values. Planning create_payments costs
  // more than running it, and by default happens five times on each connection.
  plan_cache_mode: "force_generic_plan",
  jit: "off",
};

/**
 * Opens a pool of connections. The library is postgres.js with the patches in patches/. patches/README.md says what
 * each fixes, which test fails without it and, if it is about speed, what it saves. Because the catalogue query is
 * switched off (see types.ts), `reserve()` never returns on a new connection, so use `begin`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const statementMilliseconds = options.statementMilliseconds ?? statementMillisecondsDefault;
  const hasSeveralHosts = splitHosts(url).hosts.length > 1;
  const sql = postgres(url, {
    max: options.connections ?? connectionsDefault,
    connect_timeout: hasSeveralHosts ? connectSecondsOfSeveral : connectSeconds,
    // Every live server answers every statement within this time, if only to say that it was cancelled.
    ...(statementMilliseconds > 0 && {
      answer_timeout: (statementMilliseconds + silenceMilliseconds) / 1000,
    }),
    // With several hosts only the leader is used, unless the address itself says otherwise.
    ...(hasSeveralHosts &&
      !/[?&]target_session_attrs=/.test(url) && { target_session_attrs: "primary" }),
    ...(url.includes("[") && (withoutBrackets(url) as object)),
    ...(options.onLost && { onclose: options.onLost, max_lifetime: null }),
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
  if (hasSeveralHosts) shareLeader(url, sql);
  return sql;
}

/** Which of an address's hosts was the leader when a connection was last opened. */
const leaders = new Map<string, { found: number | null }>();

/**
 * A host that answers nothing costs each search for the leader two seconds, and a command opens up to four pools. So
 * what one pool of the process has found, or lost, the others know too. patches/ (silent-hosts) reads it there.
 */
function shareLeader(url: string, sql: Sql): void {
  const leader = leaders.get(url) ?? { found: null };
  leaders.set(url, leader);
  const { shared } = sql.options as unknown as { shared: object };
  Object.defineProperty(shared, "found", {
    get: () => leader.found,
    set(found: number | null) {
      leader.found = found;
    },
  });
}

/** Each host of an address with the address that names it alone, whatever its server is. */
export function addressesOf(url: string): { host: string; url: string }[] {
  const { before, hosts, after } = splitHosts(url);
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, "$1");
  return hosts.map((host) => ({ host, url: `${before}${host}${rest}` }));
}

/** The library divides an address at each colon, and so loses those in brackets (RFC 3986, 3.2.2). */
function withoutBrackets(url: string): { host: string[]; port: number[] } {
  const parts = splitHosts(url).hosts.map((host) => hostPattern.exec(host));
  return {
    host: parts.map((part) => part?.[1] ?? part?.[2] ?? ""),
    port: parts.map((part) => Number(part?.[3] ?? postgresPort)),
  };
}

const postgresPort = 5432;
const portMax = 65_535;
const hostPattern = /^(?:\[([\da-f:.]+)\]|([^\s:@[\]]*))(?::(\d{1,5}))?$/i;

/** Whether every host can be asked: a name or an address, with a port that exists. A single host needs no name. */
export function namesHosts(url: string): boolean {
  const { hosts } = splitHosts(url);
  return hosts.every((host) => {
    const [, , name, port = postgresPort] = hostPattern.exec(host) ?? [null, null, null, 0];
    return Number(port) > 0 && Number(port) <= portMax && (hosts.length === 1 || name !== "");
  });
}

/**
 * Splits an address into the part before the hosts, the hosts, and the part after them. The library takes the text
 * after the first @ for hosts, so an @ in a password must be written %40.
 */
function splitHosts(url: string): { before: string; hosts: string[]; after: string } {
  const start = url.indexOf("://") + 3;
  const authority = url.slice(start).split(/[/?]/, 1)[0] ?? "";
  const hostsAt = start + authority.indexOf("@") + 1;
  const end = start + authority.length;
  return {
    before: url.slice(0, hostsAt),
    hosts: url.slice(hostsAt, end).split(","),
    after: url.slice(end),
  };
}

/** Wraps a transaction as a client, for code that begins transactions itself: they become savepoints of this one. */
export function asSql(tx: Tx): Sql {
  return Object.assign(tx, {
    begin: (work: (inner: Tx) => Promise<unknown>) => tx.savepoint(work),
  }) as unknown as Sql;
}
