import { mkdir, mkdtemp, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readConfig } from "./config.ts";
import { startServer } from "../server.ts";
import { startProblem } from "./start-problem.ts";
import { cliWith, jsonOf, refusalOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import { fillUp, mountSmallDisk, unmountSmallDisk } from "../testing/small-disk.ts";

/** Tests that the message names each setting that can prevent a start. */

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

const urlWith = (change: Partial<Pick<URL, "pathname" | "password" | "search">>) =>
  Object.assign(new URL(cluster), change).href;

test.each<[string, () => Record<string, string>, RegExp]>([
  ["a database without a secret", () => ({ DATABASE_URL: cluster.href }), /set TEPAT_SECRET/],
  [
    "a short secret",
    () => ({ DATABASE_URL: cluster.href, TEPAT_SECRET: "short" }),
    /TEPAT_SECRET must have at least 32 characters\. To make one, run openssl/,
  ],
  [
    "a former secret alone",
    () => ({ TEPAT_SECRET_PREVIOUS: TEPAT_SECRET }),
    /TEPAT_SECRET_PREVIOUS is set without/,
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
    /refused this user or password\. Correct DATABASE_URL/,
  ],
  ...["require", "verify-full"].map((mode): [string, () => Record<string, string>, RegExp] => [
    `a database without TLS, with sslmode=${mode}`,
    () => ({ DATABASE_URL: urlWith({ search: `?sslmode=${mode}` }), TEPAT_SECRET }),
    /sslmode in DATABASE_URL requires TLS, but the database does not support it\. Set ssl = on/,
  ]),
  [
    "a database that is not there",
    () => ({ DATABASE_URL: urlWith({ pathname: "/nowhere" }), TEPAT_SECRET }),
    /There is no such database\. Create it, or correct DATABASE_URL/,
  ],
  ...["file", "file/data", "file/data/below", "link/data"].map(
    (place): [string, () => Record<string, string>, RegExp] => [
      `a data directory that cannot be made (${place})`,
      () => ({ TEPAT_DATA_DIR: join(folder, place) }),
      /Set TEPAT_DATA_DIR/,
    ],
  ),
])("%s is reported, with the setting to change", async (_, env, problem) => {
  expect(await problemOf(env())).toMatch(problem);
});

test.runIf(process.platform === "linux").each(["/proc/tepat", "/proc/tepat/data"])(
  "a data directory that allows no folder is reported (%s)",
  async (TEPAT_DATA_DIR) => {
    expect(await problemOf({ TEPAT_DATA_DIR })).toMatch(/ENOENT.*mkdir.*\n.*Set TEPAT_DATA_DIR/);
  },
);

describe("a secret of another database", () => {
  let database: TestDatabase;
  const env = (secrets: Record<string, string>) => ({ DATABASE_URL: database.url, ...secrets });
  const wrong =
    /^TEPAT_SECRET is not the secret that encrypted .* \(key [0-9a-f]{8} is\)\. Set TEPAT_SECRET to/;
  const other = "another installation's secret, of 32 and more";
  const person = (email: string) => ["merchant", "create", "--name", "Toko", "--email", email];
  beforeAll(async () => {
    database = await createTestDatabase();
    await jsonOf(cliWith(env({ TEPAT_SECRET })), ...person("first@example.com"));
  });
  afterAll(() => database.drop());

  test("is refused before anything listens or is sealed", async () => {
    expect(await problemOf(env({ TEPAT_SECRET: other }))).toMatch(wrong);
    const cli = cliWith(env({ TEPAT_SECRET: other }));
    expect(await refusalOf(cli, ...person("second@example.com"))).toMatch(wrong);
    await jsonOf(cliWith(env({ TEPAT_SECRET })), ...person("second@example.com"));
  });

  test("is accepted with the previous one beside it", async () => {
    const both = { TEPAT_SECRET: other, TEPAT_SECRET_PREVIOUS: TEPAT_SECRET };
    expect(await problemOf(env(both))).toBe("it starts");
  });

  test("is accepted if most values of the lost one are replaced", async () => {
    const cli = cliWith(env({ TEPAT_SECRET: other }));
    const merchants = await jsonOf<{ merchant_id: string }[]>(cli, "merchant", "list");
    for (const { merchant_id } of merchants) {
      await jsonOf(cli, "webhook", "rotate-secret", "--merchant", merchant_id);
    }
    expect(await problemOf(env({ TEPAT_SECRET: other }))).toBe("it starts");
  });

  test("in the data directory is refused with the name of its file", async () => {
    const TEPAT_DATA_DIR = join(folder, "exchanged");
    await jsonOf(cliWith({ TEPAT_DATA_DIR }), ...person("first@example.com"));
    await rm(join(TEPAT_DATA_DIR, "secret"));
    const problem = await problemOf({ TEPAT_DATA_DIR });
    expect(problem).toContain(
      `The secret in ${join(TEPAT_DATA_DIR, "secret")} is not the secret that encrypted`,
    );
    expect(problem).toContain("Restore that file from a backup");
  });
});

describe("a full disk is reported in a sentence, without a stack", () => {
  const advice =
    "The disk is full. Make room in the data directory, or set TEPAT_DATA_DIR to a folder with free space.";
  const TEPAT_DATA_DIR = () => join(folder, "disk");
  const cli = () => cliWith({ TEPAT_DATA_DIR: TEPAT_DATA_DIR(), PORT: "1" });
  const creation = ["merchant", "create", "--name", "Toko", "--email", "full@example.com"];

  async function onDisk(
    megabytes: number,
    skip: (why: string) => never,
    work: () => Promise<void>,
  ): Promise<void> {
    await mkdir(TEPAT_DATA_DIR());
    const obstacle = mountSmallDisk(TEPAT_DATA_DIR(), megabytes);
    if (obstacle !== null) skip(obstacle);
    try {
      await work();
    } finally {
      unmountSmallDisk(TEPAT_DATA_DIR());
      await rmdir(TEPAT_DATA_DIR());
    }
  }

  test("without room for a database", ({ skip }) =>
    onDisk(20, skip, async () => {
      expect(await problemOf({ TEPAT_DATA_DIR: TEPAT_DATA_DIR() })).toBe(
        `PostgreSQL could not be set up. ${advice}`,
      );
      expect(await refusalOf(cli(), ...creation)).toBe(`PostgreSQL could not be set up. ${advice}`);
    }));

  test("without room for the database's data", ({ skip }) =>
    onDisk(200, skip, async () => {
      await jsonOf(cli(), ...creation);
      await fillUp(join(TEPAT_DATA_DIR(), "filler"));
      const problem = `PostgreSQL did not start (${TEPAT_DATA_DIR()}/postgres.log). ${advice}`;
      expect(await problemOf({ TEPAT_DATA_DIR: TEPAT_DATA_DIR() })).toBe(problem);
      expect(await refusalOf(cli(), "merchant", "list")).toBe(problem);
    }));
});

test("a failed step is reported with the database's reason", () => {
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  expect(startProblem(new Error("Migration failed: could not extend file", { cause: full }))).toBe(
    "Migration failed: could not extend file\nThe disk of the database is full. Make room there.",
  );
});

test("a database of a newer release is reported", async () => {
  const database = await createTestDatabase();
  await database.sql`insert into schema_migrations (name, run_on) values ('9999_later', now())`;
  const problem = await problemOf({ DATABASE_URL: database.url, TEPAT_SECRET });
  expect(problem).toMatch(/^A newer release of Tepat has changed this database/);
  await database.drop();
});

test("a database that accepts and closes connections is reported, by commands too", async () => {
  const closing = createServer((client) => client.end()).listen(0, "127.0.0.1");
  await once(closing, "listening");
  const { port } = closing.address() as AddressInfo;
  const env = { DATABASE_URL: `postgres://user:word@127.0.0.1:${port}/x`, TEPAT_SECRET };
  expect(await problemOf(env)).toMatch(/CONNECTION_CLOSED.*\n.*correct DATABASE_URL/);
  for (const words of [["merchant", "list"], ["migrate"], ["backup", "--to", join(folder, "b")]]) {
    expect(await refusalOf(cliWith(env), ...words)).toMatch(/^write CONNECTION_CLOSED .*correct/);
  }
  closing.close();
});

test("sslmode against a database without TLS is reported by commands too", async () => {
  const cli = cliWith({ DATABASE_URL: urlWith({ search: "?sslmode=require" }), TEPAT_SECRET });
  expect(await refusalOf(cli, "merchant", "list")).toContain("requires TLS, but");
  expect((await cli("doctor")).stdout).toMatch(/^WRONG +database .*requires TLS, but/m);
});

test("an unforeseen error keeps its stack", () => {
  expect(startProblem(new Error("a mistake of ours"))).toBeNull();
  expect(startProblem(Object.assign(new Error("odd"), { code: "EODD" }))).toBeNull();
});

test("a used port and a forbidden one are reported", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = await refusalToListen(other.address() as AddressInfo);
  expect(startProblem(taken)).toMatch(/EADDRINUSE.*\nAnother program listens on this port/);
  other.close();
  const nowhere = await refusalToListen({ port: 0, address: "192.0.2.1" });
  expect(startProblem(nowhere)).toMatch(/Correct HOST/);
});

const refusalToListen = ({ port, address }: { port: number; address: string }): Promise<Error> =>
  new Promise((resolve) => createServer().once("error", resolve).listen(port, address));
