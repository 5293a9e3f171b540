import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfig } from "./config.ts";
import { startServer } from "./server.ts";
import { startProblem } from "./start-problem.ts";
import { freePort } from "./testing/free-port.ts";

/** Every setting that keeps a start from succeeding names itself in what is printed. */

const TEPAT_SECRET = "0123456789abcdef0123456789abcdef";
let folder: string;
let cluster: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-start-"));
  await writeFile(join(folder, "file"), "");
  await symlink("nowhere", join(folder, "link"));
  cluster = new URL(inject("testCluster").url);
});
afterAll(() => rm(folder, { recursive: true }));

async function problemOf(env: Record<string, string>): Promise<string | null> {
  try {
    const server = await startServer(
      readConfig({ PORT: String(await freePort()), HOST: "127.0.0.1", TRANSPORT: "node", ...env }),
      pino({ level: "silent" }),
    );
    await server.close();
    return "it starts";
  } catch (cause) {
    return startProblem(cause);
  }
}

const urlWith = (change: Partial<Pick<URL, "pathname" | "password">>) =>
  Object.assign(new URL(cluster), change).href;

test.each<[string, () => Record<string, string>, RegExp]>([
  ["a database without a secret", () => ({ DATABASE_URL: cluster.href }), /TEPAT_SECRET must be/],
  [
    "a short secret",
    () => ({ DATABASE_URL: cluster.href, TEPAT_SECRET: "short" }),
    /TEPAT_SECRET must have at least 32 characters: openssl/,
  ],
  [
    "a former secret alone",
    () => ({ TEPAT_SECRET_PREVIOUS: TEPAT_SECRET }),
    /TEPAT_SECRET_PREVIOUS is what/,
  ],
  ["no address", () => ({ DATABASE_URL: "nonsense", TEPAT_SECRET }), /DATABASE_URL must be/],
  ["another database", () => ({ DATABASE_URL: "mysql://h/x", TEPAT_SECRET }), /DATABASE_URL must/],
  ["no Redis", () => ({ REDIS_URL: "localhost:6379" }), /REDIS_URL must be redis:\/\//],
  [
    "a database that is down",
    () => ({ DATABASE_URL: "postgres://127.0.0.1:1/x", TEPAT_SECRET }),
    /ECONNREFUSED.*\n.*correct DATABASE_URL/,
  ],
  [
    "a wrong password",
    () => ({ DATABASE_URL: urlWith({ password: "wrong" }), TEPAT_SECRET }),
    /refuses this user or password: correct DATABASE_URL/,
  ],
  [
    "a database that is not there",
    () => ({ DATABASE_URL: urlWith({ pathname: "/nowhere" }), TEPAT_SECRET }),
    /There is no such database: create it, or correct DATABASE_URL/,
  ],
  ...["file", "file/data", "file/data/below", "link/data"].map(
    (place): [string, () => Record<string, string>, RegExp] => [
      `a data directory that cannot be made (${place})`,
      () => ({ TEPAT_DATA_DIR: join(folder, place) }),
      /set TEPAT_DATA_DIR/,
    ],
  ),
])("%s is told, with what to set", async (_, env, problem) => {
  expect(await problemOf(env())).toMatch(problem);
});

test.runIf(process.platform === "linux").each(["/proc/tepat", "/proc/tepat/data"])(
  "a data directory in which the system makes no folder is told (%s)",
  async (TEPAT_DATA_DIR) => {
    expect(await problemOf({ TEPAT_DATA_DIR })).toMatch(/ENOENT.*mkdir.*\n.*set TEPAT_DATA_DIR/);
  },
);

test("what nobody foresaw keeps its stack", () => {
  expect(startProblem(new Error("a mistake of ours"))).toBeNull();
  expect(startProblem(Object.assign(new Error("odd"), { code: "EODD" }))).toBeNull();
});

test("a port that is taken, or is not this machine's to open", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = await refusalToListen(other.address() as AddressInfo);
  expect(startProblem(taken)).toMatch(/EADDRINUSE.*\nPORT is the setting/);
  other.close();
  const nowhere = await refusalToListen({ port: 0, address: "192.0.2.1" });
  expect(startProblem(nowhere)).toMatch(/correct HOST/);
});

const refusalToListen = ({ port, address }: { port: number; address: string }): Promise<Error> =>
  new Promise((resolve) => createServer().once("error", resolve).listen(port, address));
