import { execFile, spawnSync } from "node:child_process";
import { appendFile, chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "../db/embedded/binaries.ts";
import { startEmbedded, type EmbeddedDatabase } from "../db/embedded.ts";

/** A leader and its replica, which refuses writes until it is promoted. */
export interface LeaderAndStandby {
  leader: EmbeddedDatabase;
  standby: EmbeddedDatabase;
  /** The address with both hosts, the replica first. */
  url: string;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both with the tables that `prepare` creates. Later rows reach the replica only if they are streamed. */
export async function startLeaderAndStandby(
  prepare: (url: string) => Promise<void>,
  { isStreamed = false, fsync = false }: { isStreamed?: boolean; fsync?: boolean } = {},
): Promise<LeaderAndStandby> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tepat-standby-"));
  await chmod(folder, 0o711); // PostgreSQL runs as another user and must reach the folder's contents
  const place = (name: string) => ({ dataDirectory: path.join(folder, name), fsync });
  const first = await startEmbedded(place("leader"));
  await prepare(first.url);
  await first.stop();
  if (isStreamed) await allowReplication(path.join(folder, "leader/postgres"));
  // cp keeps the files' owner, which PostgreSQL requires.
  await promisify(execFile)("cp", [
    "-a",
    path.join(folder, "leader"),
    path.join(folder, "standby"),
  ]);
  const data = path.join(folder, "standby/postgres");
  await writeFile(path.join(data, "standby.signal"), "");
  const leader = await startEmbedded(place("leader"));
  if (isStreamed) await appendFile(path.join(data, "postgresql.auto.conf"), follow(leader.url));
  const standby = await startEmbedded(place("standby"));
  const [here, there] = [new URL(leader.url).host, new URL(standby.url).host];
  return {
    leader,
    standby,
    url: leader.url.replace(here, `${there},${here}`),
    async promote() {
      const [pid] = (await readFile(path.join(data, "postmaster.pid"), "utf8")).split("\n");
      await writeFile(path.join(data, "promote"), "");
      process.kill(Number(pid), "SIGUSR1");
    },
    async stop() {
      await Promise.all([leader.stop(), standby.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Allows replication. The embedded cluster's user can neither change the server's settings nor replicate it, and no
 * user with these rights can log in.
 */
async function allowReplication(data: string): Promise<void> {
  const { uid, gid } = await stat(data);
  const { postgres } = await findBinaries();
  const input = "alter role tepat superuser\n";
  const { status, stderr } = spawnSync(postgres, ["--single", "-D", data, "postgres"], {
    uid,
    gid,
    input,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  await appendFile(
    path.join(data, "pg_hba.conf"),
    "host replication all 127.0.0.1/32 scram-sha-256\n",
  );
}

function follow(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `\nprimary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`;
}
