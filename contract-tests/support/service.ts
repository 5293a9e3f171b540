import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createTestDatabase } from "../../server/testing/database.ts";
import { joinTestCluster } from "../../server/testing/global-setup.ts";
import { serverProgram } from "../../server/testing/server-program.ts";

/**
 * The data about the service under test, for every test file. It is plain data, because it is passed to the
 * test processes.
 */
export interface Service {
  base_url: string;
  /** The settings with which the command line finds the service's database. */
  environment: Record<string, string>;
  transport: "node" | "uws" | "remote";
  /** The Node.js binary that runs the service; empty for a remote one. */
  program: string;
}

export interface OwnService {
  service: Service;
  stop(): Promise<void>;
}

/** Limits that are high enough for tests with thousands of requests. */
const generousLimits = {
  RATE_LIMIT_READ: "1000000",
  RATE_LIMIT_WRITE: "1000000",
  RATE_LIMIT_CHECKOUT: "1000000",
  RATE_LIMIT_WORKER: "1000000",
  RATE_LIMIT_DASHBOARD: "1000000",
};

/** There are two waits, so a delivery has three attempts. */
const quickRetries = { WEBHOOK_RETRY_SCHEDULE: "0.05,0.05" };

const ownSettings = { ...generousLimits, ...quickRetries };

const startMilliseconds = 100_000;
const stopMilliseconds = 15_000;

/** Starts a server with its own database in the tests' PostgreSQL. */
export async function startService(
  options: Pick<Service, "program" | "transport">,
  settings: Record<string, string> = {},
): Promise<OwnService> {
  const cluster = await joinTestCluster();
  const database = await createTestDatabase(cluster);
  const environment = {
    DATABASE_URL: database.url,
    TEPAT_SECRET: randomBytes(32).toString("base64"),
    // The receivers of these tests are on this machine, as with an embedded PostgreSQL.
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  const own = await startServer({ ...options, environment }, { ...ownSettings, ...settings });
  return {
    service: own.service,
    async stop() {
      await own.stop();
      await database.drop();
      await cluster.leave();
    },
  };
}

/** Starts a server with its embedded PostgreSQL, in a folder that is deleted with it. */
export async function startServiceWithPostgres(
  options: Pick<Service, "program" | "transport">,
): Promise<OwnService> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-contract-"));
  await chmod(folder, 0o711); // PostgreSQL runs as another user if the tests run as root
  const environment = { TEPAT_DATA_DIR: join(folder, "data"), TEPAT_EMBEDDED: "1" };
  const own = await startServer({ ...options, environment }, ownSettings);
  return {
    service: own.service,
    async stop() {
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts another server on the same database, with other settings. */
export async function startServer(
  { program, transport, environment }: Omit<Service, "base_url">,
  settings: Record<string, string> = {},
): Promise<OwnService> {
  const port = await freePort();
  const child = spawn(program, [await serverProgram()], {
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      HOST: "127.0.0.1",
      // The address is a setting of the start, so that no test changes the address for the others.
      PUBLIC_URL: `http://localhost:${port}`,
      TRANSPORT: transport,
      LOG_LEVEL: "error",
      ...environment,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const base_url = `http://127.0.0.1:${port}`;
  await untilReady(base_url, child, () => output);
  return { service: { base_url, environment, transport, program }, stop: () => stop(child) };
}

/**
 * Describes the service at TEPAT_BASE_URL. The command line needs the settings of its database, because it would
 * otherwise create a new one.
 */
export function remoteService(environment: Record<string, string | undefined>): Service {
  const names = ["DATABASE_URL", "TEPAT_SECRET", "TEPAT_DATA_DIR", "TEPAT_EMBEDDED"];
  const folder = environment["TEPAT_DATA_DIR"] ?? "";
  if (!environment["DATABASE_URL"] && !existsSync(join(folder, "postgres"))) {
    throw new Error(
      "These tests make merchants at TEPAT_BASE_URL with the command line, which finds the gateway's database by " +
        "DATABASE_URL and TEPAT_SECRET, or by the TEPAT_DATA_DIR that it was started with. With a key and nothing else: " +
        "npm run contract -- --base-url URL --api-key KEY",
    );
  }
  return {
    base_url: (environment["TEPAT_BASE_URL"] ?? "").replace(/\/$/, ""),
    environment: Object.fromEntries(
      names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
    ),
    transport: "remote",
    program: "",
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server stopped:\n${output()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await wait(50);
  }
  await stop(child); // stop normally, so that its PostgreSQL stops too
  throw new Error(`the server was not ready in time:\n${output()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const deadline = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
  await exit;
  clearTimeout(deadline);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
