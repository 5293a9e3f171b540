/** Finds PostgreSQL's main process by its lock file, starts it and stops it. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fstatSync, openSync, statSync, truncateSync } from "node:fs";
import { link, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { DatabaseProblem } from "../problem.ts";
import { rememberPort, type Cluster } from "./cluster.ts";
import { launchAs } from "./identity.ts";
import { commandLine, lastWords, postgresEnvironment } from "./process.ts";

export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

export interface LaunchOptions {
  /** The path of `postgres`. */
  program: string;
  logFile: string;
  fsync: boolean;
  signal: AbortSignal;
  /** Called when the process runs. PostgreSQL is not ready at that time. */
  onLaunch: () => void;
}

const pollMilliseconds = 10;
const stopMilliseconds = 30_000;
const lockFileFillMilliseconds = 5_000;
const logBytesMax = 1024 * 1024;

/**
 * All other settings keep PostgreSQL's defaults. PostgreSQL does not log errors. An ERROR would repeat the statement
 * with a customer's data, and many errors are expected, because a violated constraint is how Tepat finds a conflict.
 * Tepat logs the unexpected ones.
 */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  // A new table's plans are made without statistics, so these are gathered after seconds instead of the usual minute.
  autovacuum_naptime: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** With these settings a killed PostgreSQL still keeps every commit, but a loss of power can lose the cluster. */
const settingsWithoutFsync = {
  fsync: "off",
  full_page_writes: "off",
  // The test files and the servers of a whole run share one cluster.
  max_connections: "300",
};

/** Finds the main process that works in this folder. Removes a lock file that has outlived its process. */
export async function findPostmaster(directory: string): Promise<Postmaster | undefined> {
  const lockFile = path.join(directory, "postmaster.pid");
  const content = await readIfPresent(lockFile);
  if (content === undefined) return undefined;
  const [pid = "", folder = "", , port, , , , status] = content.split("\n");
  if (folder === "" && (await isYoung(lockFile))) return { pid: 0, port: 0, isReady: false };
  if (folder !== "" && isPostmaster(Number(pid), folder)) {
    return { pid: Number(pid), port: Number(port), isReady: status?.trim() === "ready" };
  }
  await removeLockFile(lockFile, content);
  return undefined;
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in a terminal reaches only Tepat, which then stops both in
 * order. Returns when PostgreSQL is ready, and also if another process started it first or an old one has not quite
 * ended.
 */
export async function launchPostmaster(cluster: Cluster, options: LaunchOptions): Promise<void> {
  const port = await freePort(cluster.port);
  const args = postmasterArguments(cluster.directory, port, options.fsync);
  const launch = launchAs(cluster.owner, cluster.directory, options.program, args);
  const log = openLog(options.logFile);
  const child = spawn(launch.program, launch.arguments, {
    ...launch.user,
    cwd: "/",
    detached: true,
    env: postgresEnvironment(),
    stdio: ["ignore", log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  await once(child, "spawn");
  child.unref();
  options.onLaunch();

  while (child.exitCode === null && child.signalCode === null) {
    const found = await findPostmaster(cluster.directory);
    if (found?.isReady && found.pid === child.pid) return await rememberPort(cluster, port);
    await sleep(pollMilliseconds, undefined, { signal: options.signal });
  }
  await throwUnlessPassing(options.logFile, log.bytes);
}

/** Stops PostgreSQL with a fast shutdown: open transactions are rolled back, and committed data is on disk. */
export async function stopPostmaster(directory: string): Promise<void> {
  const running = await findPostmaster(directory);
  if (running === undefined) return;
  process.kill(running.pid, "SIGINT");
  const deadline = performance.now() + stopMilliseconds;
  while (performance.now() < deadline) {
    // PostgreSQL removes its lock file before its process ends, and until then it might still write.
    const hasLock = (await findPostmaster(directory))?.pid === running.pid;
    if (!hasLock && !isPostmaster(running.pid, directory)) return;
    await sleep(pollMilliseconds);
  }
}

/** Returns whether the lock file is new. PostgreSQL first creates the file and then fills it. */
async function isYoung(lockFile: string): Promise<boolean> {
  const file = await stat(lockFile).catch(() => undefined);
  return file !== undefined && Date.now() - file.mtimeMs < lockFileFillMilliseconds;
}

/**
 * Returns whether the process is this folder's PostgreSQL. A process id alone proves nothing: after a crash, or in a
 * new container, it might belong to another program.
 */
function isPostmaster(pid: number, folder: string): boolean {
  const command = commandLine(pid);
  return command.includes("postgres") && command.includes(folder);
}

/**
 * Removes the lock file of a dead process, because PostgreSQL respects a lock file whose process id is alive. A new
 * process can write its own file between the reading and the removal. The file is therefore moved aside, read again,
 * and put back if it is new.
 */
async function removeLockFile(lockFile: string, judged: string): Promise<void> {
  const aside = `${lockFile}.${process.pid}`;
  try {
    await rename(lockFile, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== judged) await link(aside, lockFile);
  await rm(aside);
}

function postmasterArguments(directory: string, port: number, fsync: boolean): string[] {
  const all = { ...settings, ...(fsync ? {} : settingsWithoutFsync), port };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", directory, ...flags];
}

/** Returns the port of the last start, unless another program uses it. */
async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred === undefined) return await listenOnce(0);
  return await listenOnce(preferred).catch(() => listenOnce(0));
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const chosen = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return chosen;
}

/**
 * Opens the log in Tepat's process, because PostgreSQL's user might be unable to. The log has few lines, so trimming
 * it at each start is enough.
 */
function openLog(file: string): { descriptor: number; bytes: number } {
  if (existsSync(file) && statSync(file).size > logBytesMax) truncateSync(file);
  const descriptor = openSync(file, "a", 0o600);
  return { descriptor, bytes: fstatSync(descriptor).size };
}

/**
 * Throws unless the failure is temporary: another process started PostgreSQL first or took the port, or children of a
 * killed process are still ending.
 */
async function throwUnlessPassing(logFile: string, fromByte: number): Promise<void> {
  const text = (await readFile(logFile)).subarray(fromByte).toString();
  if (/already exists|is empty|still in use|Address already in use/.test(text)) return;
  throw new DatabaseProblem(`PostgreSQL did not start (${logFile}). ${lastWords(text)}`);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
