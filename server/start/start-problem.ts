import { ConfigError } from "./config.ts";
import { DatabaseProblem } from "../db/problem.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { asTyped } from "./typed-command.ts";

/**
 * Returns advice about a failed start: the setting to correct or the program to start. Returns null for an unexpected
 * error.
 */
export function startProblem(cause: unknown): string | null {
  if (expectedErrors.some((kind) => cause instanceof kind))
    return asTyped((cause as Error).message);
  const advice = adviceFor(cause);
  return advice === undefined ? null : asTyped(`${reasonOf(cause)}\n${advice}`);
}

const expectedErrors = [ConfigError, DomainError, DatabaseProblem];

/** Returns whether the database is unreachable. The database might come back without a change of settings. */
export const isDatabaseAway = (cause: unknown): boolean => adviceFor(cause) === database;

/**
 * Returns the message for a command that lost its database, or null for another problem. `kept` tells the person what
 * to expect from the next run.
 */
export function lossOfDatabase(cause: unknown, kept: string): string | null {
  if (!isDatabaseAway(cause)) return null;
  return `The connection to the database was lost (${reasonOf(cause)}). Run the command again. ${kept}`;
}

/**
 * Returns the advice for an error. Among several addresses of one connection, the first error counts; for a failed
 * step, its cause counts.
 */
function adviceFor(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause.message.includes(withoutTls)) return noTls;
  const { code, errors, syscall } = cause as NodeJS.ErrnoException & { errors?: unknown[] };
  if (code !== undefined) return adviceOn[`${code} ${syscall}`] ?? adviceOn[code];
  return adviceFor(errors?.[0] ?? cause.cause);
}

const database =
  "Tepat cannot reach the database. Start PostgreSQL, or correct DATABASE_URL. If DATABASE_URL names several hosts, one of them must be the leader and accept writes. Without DATABASE_URL, Tepat uses its embedded database. To find the cause, run npx tepat doctor.";
/**
 * Node.js's message when a server closes the connection of a TLS client. The error's code, ECONNRESET, would also
 * mean a lost server.
 */
const withoutTls = "before secure TLS connection was established";
const noTls =
  "sslmode in DATABASE_URL requires TLS, but the database does not support it. Set ssl = on in postgresql.conf, or remove sslmode if the network is your own.";
const certificate =
  "The database's certificate does not satisfy sslmode in DATABASE_URL. Correct the certificate, or the host name in DATABASE_URL.";
const login = "The database refused this user or password. Correct DATABASE_URL.";
const folder =
  "Tepat cannot write to the data directory. Set TEPAT_DATA_DIR to a folder that this user owns and that has free space.";

const adviceOn: Readonly<Record<string, string>> = {
  ECONNREFUSED: database,
  ECONNRESET: database,
  ENOTFOUND: database,
  EAI_AGAIN: database,
  ETIMEDOUT: database,
  EHOSTUNREACH: database,
  ENETUNREACH: database,
  CONNECT_TIMEOUT: database,
  EPIPE: database,
  CONNECTION_CLOSED: database,
  // A session that was lost earlier accepts no further statements.
  CONNECTION_ENDED: database,
  CONNECTION_DESTROYED: database,
  // SQLSTATE, PostgreSQL appendix A. A server ends its sessions when it stops or crashes.
  "57P01": database,
  "57P02": database,
  // The database is starting, stopping or recovering.
  "57P03": database,
  // A read-only transaction: the server is a replica, or a leader that was replaced.
  "25006": database,
  "28000": login,
  "28P01": login,
  "3D000": "There is no such database. Create it, or correct DATABASE_URL.",
  "42501":
    "The database user cannot create tables. Make that user the owner of the database (alter database … owner to …).",
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  CERT_HAS_EXPIRED: certificate,
  ERR_TLS_CERT_ALTNAME_INVALID: certificate,
  // 53100 concerns the database's disk; ENOSPC concerns this machine's disk.
  "53100": "The disk of the database is full. Make room there.",
  EADDRINUSE: "Another program listens on this port. Stop it, or set PORT to a free port.",
  EADDRNOTAVAIL: "This machine has no such address. Correct HOST.",
  "EACCES listen": "This user cannot open that port. Set PORT to 1024 or more.",
  EACCES: folder,
  EPERM: folder,
  EROFS: folder,
  ENOSPC: folder,
  ENOTDIR: folder,
  "EEXIST mkdir": folder,
  "ENOENT mkdir": folder,
};
