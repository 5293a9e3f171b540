/**
 * The cluster's folder. The folder is created once, completely or not at all, with Tepat's role, database and
 * password.
 */

import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { DatabaseProblem } from "../problem.ts";
import type { Binaries } from "./binaries.ts";
import { giveTo, launchAs, newOwner, ownerOf, type Identity } from "./identity.ts";
import { isAlive, runToEnd } from "./process.ts";

export interface Cluster {
  directory: string;
  owner: Identity;
  password: string;
  /** The port stays the same from start to start if possible, so that a pool finds a restarted PostgreSQL again. */
  port: number | undefined;
}

const roleAndDatabase = "tepat";

/** The file with the password and the port. It is inside the cluster, so that one rename creates both. */
const connectionFile = "tepat.json";

/**
 * The options for removing a folder. An initdb that outlived its killed parent might still write while its folder is
 * removed.
 */
const removal = { recursive: true, force: true, maxRetries: 5 };

export function databaseUrl(cluster: Cluster, port: number): string {
  return `postgres://${roleAndDatabase}:${cluster.password}@127.0.0.1:${port}/${roleAndDatabase}`;
}

export const holdsCluster = (dataDirectory: string): boolean =>
  existsSync(clusterIn(dataDirectory));

const clusterIn = (dataDirectory: string): string => path.join(dataDirectory, "postgres");

export async function openCluster(
  dataDirectory: string,
  binaries: Binaries,
  fsync: boolean,
): Promise<Cluster> {
  const directory = clusterIn(dataDirectory);
  if (!existsSync(directory)) await createCluster(directory, binaries, fsync);
  const connection = await readConnection(directory);
  return { directory, owner: ownerOf(directory), ...connection };
}

async function readConnection(directory: string): Promise<Pick<Cluster, "password" | "port">> {
  try {
    return JSON.parse(await readFile(path.join(directory, connectionFile), "utf8"));
  } catch (cause) {
    throw new DatabaseProblem(
      `Cannot read ${path.join(directory, connectionFile)}. If Tepat was started as another user before, ` +
        "start it as that user again; otherwise restore the data folder from a backup.",
      { cause },
    );
  }
}

export async function rememberPort(cluster: Cluster, port: number): Promise<void> {
  if (cluster.port === port) return;
  cluster.port = port;
  await writeConnection(cluster.directory, cluster);
}

/** Writes a new file and renames it, so that a reader finds the old or the new file, even after a loss of power. */
async function writeConnection(directory: string, connection: Omit<Cluster, "directory">) {
  const { owner, password, port } = connection;
  const temporary = path.join(directory, `${connectionFile}.${process.pid}`);
  await writeFile(temporary, JSON.stringify({ password, port }), { mode: 0o600, flush: true });
  giveTo(owner, temporary);
  await rename(temporary, path.join(directory, connectionFile));
}

/**
 * Creates the cluster in a folder beside it, and renames that folder at the end, so that an interrupted attempt
 * leaves nothing that looks like a cluster. If two processes create it at once, the second rename finds a folder that
 * is not empty and fails.
 */
async function createCluster(directory: string, binaries: Binaries, fsync: boolean): Promise<void> {
  await makeFolder(path.dirname(directory));
  await removeAbandonedAttempts(directory);
  const attempt = `${directory}.new-${process.pid}`;
  const owner = newOwner();
  const run = (program: string, args: string[], input = ""): Promise<void> =>
    runToEnd(launchAs(owner, attempt, program, args), input);
  await mkdir(attempt, { mode: 0o700 });
  giveTo(owner, attempt);
  try {
    await run(binaries.initdb, initdbArguments(attempt, fsync));
    const password = randomBytes(24).toString("base64url");
    await run(binaries.postgres, singleUserArguments(attempt, fsync), roleStatements(password));
    await writeConnection(attempt, { owner, password, port: undefined });
    await allowPasswordOnly(attempt);
    await rename(attempt, directory);
  } catch (error) {
    await rm(attempt, removal);
    if (!isLostRace(error)) throw error;
  }
}

/**
 * Creates a folder. Node.js 24's `recursive` retries endlessly in a place where no folder can be created, such as
 * /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) await makeFolder(parent);
  await mkdir(folder, { mode: 0o711 }).catch((error: unknown) => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  });
}

/**
 * Returns the arguments of initdb. The builtin locale sorts the same on every machine, so an upgrade of the system
 * cannot corrupt an index.
 */
function initdbArguments(directory: string, fsync: boolean): string[] {
  return [
    `--pgdata=${directory}`,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(fsync ? [] : ["--no-sync"]),
  ];
}

function singleUserArguments(directory: string, fsync: boolean): string[] {
  const settings = ["exit_on_error=on", `fsync=${fsync ? "on" : "off"}`];
  return ["--single", "-D", directory, ...settings.flatMap((each) => ["-c", each]), "postgres"];
}

/**
 * Returns the statements that create Tepat's role. The role is not a superuser, so that no statement can read files
 * or run programs.
 */
function roleStatements(password: string): string {
  return [
    `create role ${roleAndDatabase} login createdb password '${password}'`,
    `create database ${roleAndDatabase} owner ${roleAndDatabase}`,
    "",
  ].join("\n");
}

/**
 * Requires a password. The superuser has none and therefore cannot log in. `postgres --single` remains for an
 * emergency.
 */
async function allowPasswordOnly(directory: string): Promise<void> {
  const file = path.join(directory, "pg_hba.conf");
  await writeFile(file, "host all all 127.0.0.1/32 scram-sha-256\n");
  await chmod(file, 0o600);
}

async function removeAbandonedAttempts(directory: string): Promise<void> {
  const prefix = `${path.basename(directory)}.new-`;
  for (const name of await readdir(path.dirname(directory))) {
    const pid = Number(name.slice(prefix.length));
    const isAbandoned = name.startsWith(prefix) && (pid === process.pid || !isAlive(pid));
    if (isAbandoned) await rm(path.join(path.dirname(directory), name), removal);
  }
}

function isLostRace(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOTEMPTY" || code === "EEXIST";
}
