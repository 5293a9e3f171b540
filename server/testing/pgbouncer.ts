import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./free-port.ts";

/** PgBouncer with `deploy/pgbouncer.ini`, in front of a test database. */
export interface PgBouncer extends AsyncDisposable {
  /** The DATABASE_URL of processes behind PgBouncer. */
  url: string;
  kill(): Promise<void>;
  /** Starts PgBouncer again after a kill. */
  start(): void;
}

/** The minor version, for example 21 for 1.21. undefined if PgBouncer is not installed. */
export const pgBouncerVersion = installedVersion();

function installedVersion(): number | undefined {
  try {
    const words = execFileSync("pgbouncer", ["--version"], { encoding: "utf8" });
    return Number(/^PgBouncer 1\.(\d+)/.exec(words)?.[1]);
  } catch {
    return undefined;
  }
}

/** PgBouncer supports prepared statements since 1.21. */
const isOld = (pgBouncerVersion ?? 0) < 21;

/** The number of sessions. It is so small that two processes have to share them. */
export const pgBouncerSessions = 3;

export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { username, password, port: postgresPort, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-pgbouncer-"));
  await chmod(folder, 0o755);
  const [users, configuration] = ["userlist.txt", "pgbouncer.ini"].map((name) =>
    path.join(folder, name),
  ) as [string, string];
  await writeFile(users, `"${username}" "${password}"\n`);
  const shipped = path.join(import.meta.dirname, "../../deploy/pgbouncer.ini");
  await writeFile(
    configuration,
    (await readFile(shipped, "utf8"))
      .replace(
        "tepat = host=database port=5432 dbname=tepat",
        `* = host=127.0.0.1 port=${postgresPort}`,
      )
      .replace(/^listen_addr = .*/m, "listen_addr = 127.0.0.1\nunix_socket_dir =")
      .replace(/^listen_port = .*/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*/m, `auth_file = ${users}`)
      .replace(/^default_pool_size = .*/m, `default_pool_size = ${pgBouncerSessions}`)
      .replace(/^max_prepared_statements = .*/m, isOld ? "" : "$&"),
  );
  // PgBouncer refuses to run as root, and tests in a container often run as root.
  const asNobody = process.getuid?.() === 0 ? ["--user=nobody"] : [];
  let child: ChildProcess;
  const start = () => {
    child = spawn("pgbouncer", [...asNobody, "--quiet", configuration], { stdio: "ignore" });
  };
  const kill = async () => {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    // Depending on the version, SIGTERM means to end at once or to wait for the last client.
    child.kill("SIGKILL");
    await exited;
  };
  start();
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}${isOld ? "?prepare=false" : ""}`,
    start,
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
