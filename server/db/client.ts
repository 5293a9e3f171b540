/** The only PostgreSQL client, with the settings of all Tepat's connections. */

import postgres from "postgres";

import { types } from "./types.ts";

export type Sql = postgres.Sql;
export type Tx = postgres.TransactionSql;

interface ConnectOptions {
  /** The name in pg_stat_activity. */
  applicationName?: string;
  connections?: number;
  /** A statement that runs longer is cancelled, so that a slow statement cannot hold the pool. 0: no bound. */
  statementMilliseconds?: number | undefined;
  /**
   * false: a commit does not wait for the disk. Use this only for data whose loss is acceptable when the machine
   * fails.
   */
  durable?: boolean;
  /** Called before a lost connection is opened again. A connection with this callback has no greatest age. */
  onLost?: () => void;
}

const connectionsDefault = 20;
const connectSeconds = 3;
/**
 * The time limit of a connection if there are several hosts. One of them might be gone, and a request waits this long
 * before it tries the next.
 */
const connectSecondsOfSeveral = 2;
const statementMillisecondsDefault = 4_000;
const idleInTransactionMilliseconds = 10_000;
/** The time in which the error of a cancelled statement must arrive. */
const silenceMilliseconds = 500;
/**
 * The longest pause between attempts to reconnect. After an outage, the first request must not wait long for the next
 * attempt (the library's own bound is 20 s).
 */
const reconnectSecondsMax = 0.5;

/** The settings on which all statements rely. */
export const sessionSettings = {
  TimeZone: "UTC",
  // The client parses dates in this form. A backup that is restored on another server must also mean the same day
  // there.
  DateStyle: "ISO, MDY",
  // Every statement is an index probe whose best plan does not depend on its values. Planning create_payments costs
  // more than running it, and by default happens five times on each connection.
  plan_cache_mode: "force_generic_plan",
  jit: "off",
};

/**
 * Opens a pool of connections. The library is postgres.js with the patches in patches/. For each patch,
 * patches/README.md names the fault that it fixes and the test that fails without it. For a patch about speed, the file
 * also gives the saving. The catalogue query is switched off (see types.ts), so `reserve()` never returns on a new
 * connection. Use `begin` instead.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const statementMilliseconds = options.statementMilliseconds ?? statementMillisecondsDefault;
  const hasSeveralHosts = splitHosts(url).hosts.length > 1;
  const sql = postgres(url, {
    max: options.connections ?? connectionsDefault,
    connect_timeout: hasSeveralHosts ? connectSecondsOfSeveral : connectSeconds,
    // Every live server responds to every statement within this time, if only with the cancellation.
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

/** For each address, the host that was the leader when a connection was last opened. */
const leaders = new Map<string, { found: number | null }>();

/**
 * Shares the known leader between the pools of this process. A silent host costs each search for the leader two
 * seconds, and a command opens up to four pools. If one pool finds or loses the leader, the others learn of it.
 * patches/ (silent-hosts) reads the leader here.
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

/** Returns each host of an address, with an address that names only that host, in any role of its server. */
export function addressesOf(url: string): { host: string; url: string }[] {
  const { before, hosts, after } = splitHosts(url);
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, "$1");
  return hosts.map((host) => ({ host, url: `${before}${host}${rest}` }));
}

/**
 * Returns the hosts and ports without brackets. The library splits an address at each colon, and would lose hosts in
 * brackets (RFC 3986, 3.2.2).
 */
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

/** Returns whether every host is a valid name or address with a valid port. A single host needs no name. */
export function namesHosts(url: string): boolean {
  const { hosts } = splitHosts(url);
  return hosts.every((host) => {
    const [, , name, port = postgresPort] = hostPattern.exec(host) ?? [null, null, null, 0];
    return Number(port) > 0 && Number(port) <= portMax && (hosts.length === 1 || name !== "");
  });
}

/**
 * Splits an address into the part before the hosts, the hosts, and the part after them. The library reads the text
 * after the first @ as hosts, so an @ in a password must be written %40.
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

/**
 * Wraps a transaction as a client, for code that begins its own transactions. Those transactions become savepoints of
 * this one.
 */
export function asSql(tx: Tx): Sql {
  return Object.assign(tx, {
    begin: (work: (inner: Tx) => Promise<unknown>) => tx.savepoint(work),
  }) as unknown as Sql;
}
