import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { listDueMigrations } from "../db/migrate.ts";
import { takeClock } from "../testing/database-clock.ts";
import { createEmptyDatabase, type TestDatabase } from "../testing/database.ts";
import { testSecret } from "../testing/fixtures.ts";
import { freePort } from "../testing/free-port.ts";
import { randomFrom } from "../testing/random.ts";
import { trials } from "../testing/run-size.ts";
import { startServerProcess } from "../testing/server-process.ts";
import { hasTerminal, inTerminal } from "../testing/terminal.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

/** Tests first starts of real servers on an empty database. */

let database: TestDatabase;
let settings: Record<string, string>;

beforeEach(async () => {
  database = await createEmptyDatabase();
  settings = {
    DATABASE_URL: database.url,
    TEPAT_SECRET: testSecret,
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
  };
});
afterEach(() => database.drop());

test("two servers that start simultaneously on an empty database both succeed", async () => {
  const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
  expect(await listDueMigrations(database.sql)).toEqual([]);
  expect(await Promise.all(servers.map((server) => server.terminate()))).toEqual([0, 0]);
});

test("the bundle that npm start runs makes the tables, and serves the files beside the sources", async () => {
  const server = await startServerProcess(settings);
  expect(await listDueMigrations(database.sql)).toEqual([]);
  for (const path of ["/readyz", "/openapi.json", "/docs", "/docs/api", "/pair", "/dashboard"]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  }
  const reference = await (await fetch(`${server.url}/docs/api`)).text();
  const [script] = /\/docs\/api\/assets\/[^"]+\.js/.exec(reference) ?? [];
  expect((await fetch(server.url + script)).status).toBe(200);
  expect(await server.terminate()).toBe(0);
});

test("a server waits for a missing database, without listening, and logs that once", async () => {
  const port = await freePort();
  const url = new URL(database.url);
  url.port = String(port);
  const said = Promise.withResolvers<void>();
  const starting = startServerProcess({ ...settings, DATABASE_URL: url.href }, process.execPath, {
    heard: (output) => void (output.includes("Tepat cannot reach the database") && said.resolve()),
  });
  await said.promise;
  await wait(3_000);
  const proxy = await startTcpProxy(database.url, port);
  const server = await starting;
  expect(server.output().match(/Tepat cannot reach the database/g)).toHaveLength(1);
  expect(await server.terminate()).toBe(0);
  proxy.close();
});

test("a server with a clock difference of more than 5 seconds starts with a warning", async () => {
  const clock = await takeClock(database.sql);
  const outputOfStart = async () => {
    const server = await startServerProcess({ ...settings, LOG_LEVEL: "warn" });
    await server.terminate();
    return server.output();
  };
  expect(await outputOfStart()).not.toContain("clocks");
  await clock.set(-7);
  expect(await outputOfStart()).toMatch(
    /"level":40,.*clocks: the clocks of this machine and of the database are [67]\.\d s apart\. Switch on NTP on both machines/,
  );
});

test("a first start killed at any moment is completed by the next", async () => {
  const random = randomFrom("a killed first start");
  const kills = 3;
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../main.mjs")], {
      env: { PATH: process.env["PATH"], PORT: "0", TRANSPORT: "node", ...settings },
      stdio: "ignore",
    });
    const exit = once(child, "exit");
    // Migrations begin about 0.5 s after the start and take half a second. pg-boss's tables follow.
    await wait(400 + random() * 1_200);
    child.kill("SIGKILL");
    await exit;
  }
  const server = await startServerProcess(settings);
  expect(await listDueMigrations(database.sql)).toEqual([]);
  expect(await server.terminate()).toBe(0);
});

test("a start that fails before the embedded PostgreSQL is ready leaves none running", async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "tepat-start-"));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const own = { HOST: "127.0.0.1", LOG_LEVEL: "error", TEPAT_DATA_DIR: dataDirectory };
  const server = await startServerProcess(own);
  expect(await server.terminate()).toBe(0);
  const rules = join(dataDirectory, "no-rules.json");
  await expect(startServerProcess({ ...own, TEPAT_RULES_FILE: rules })).rejects.toThrow(
    /the server stopped:[^]*no-rules\.json/,
  );
  await expect(stat(join(dataDirectory, "postgres/postmaster.pid"))).rejects.toThrow("ENOENT");
});

test("a start interrupted at any moment leaves no embedded PostgreSQL running", async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "tepat-start-"));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const own = { HOST: "127.0.0.1", LOG_LEVEL: "error", TEPAT_DATA_DIR: dataDirectory };
  const random = randomFrom("an interrupted start");
  const interrupt = async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../main.mjs")], {
      env: { PATH: process.env["PATH"], PORT: "0", TRANSPORT: "node", ...own },
      stdio: "ignore",
      // A process group, because a terminal interrupts a whole group.
      detached: true,
    });
    const exit = once(child, "exit");
    // PostgreSQL starts 0.2 s after the start and is ready 0.3 s later.
    await wait(100 + random() * 1_000);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await exit;
    expect(existsSync(join(dataDirectory, "postgres/postmaster.pid"))).toBe(false);
  };
  await interrupt(); // during its creation
  await (await startServerProcess(own)).terminate();
  const interrupts = trials({ some: 4, all: 4, more: 8 });
  for (let each = 0; each < interrupts; each++) await interrupt();
});

test("without a terminal every line is JSON: the welcome, a stop, and a failed start", async () => {
  const linesOf = async (more: Record<string, string>, isReady: (output: string) => boolean) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../main.mjs")], {
      env: { PATH: process.env["PATH"], PORT: "0", TRANSPORT: "node", ...settings, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece: Buffer) => {
        output += piece.toString();
        if (isReady(output)) child.kill("SIGTERM");
      });
    }
    await once(child, "close");
    return output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: number; msg: string; url?: string });
  };
  const never = () => false;
  const isAsked = (output: string) => output.includes("open this address");
  const started = await linesOf({ LOG_LEVEL: "info" }, isAsked);
  expect(started).toEqual([
    expect.objectContaining({
      msg: "Tepat is ready",
      transport: "node",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    }),
    expect.objectContaining({ msg: "open this address to create the first account" }),
    expect.objectContaining({ msg: "stopping" }),
  ]);
  expect(await linesOf({ LOG_LEVEL: "loud" }, never)).toMatchObject([
    { level: 60, msg: expect.stringContaining("LOG_LEVEL must be one of") },
  ]);
  expect(await linesOf({ TEPAT_RULES_FILE: "/no/rules.json" }, never)).toMatchObject([
    { level: 60, msg: expect.stringContaining("/no/rules.json") },
  ]);
  const password = new URL(database.url);
  password.password = "wrong";
  password.username = "nobody";
  for (const { msg } of await linesOf({ DATABASE_URL: password.href }, never)) {
    expect(msg).not.toContain("wrong");
  }
});

test.skipIf(!hasTerminal)(
  "in a terminal (had from util-linux) npm start logs for people, and opens the first account in a desktop's browser",
  async () => {
    const home = await mkdtemp(join(tmpdir(), "tepat-home-"));
    onTestFinished(() => rm(home, { recursive: true }));
    // A setting of the machine about which npm warns on every run.
    await writeFile(join(home, ".npmrc"), "nodedir=/usr\n");
    // A fake browser that records the address it opens.
    await writeFile(join(home, "xdg-open"), '#!/bin/sh\necho "$1" > "$HOME/opened"\n', {
      mode: 0o755,
    });
    const PATH = `${home}:${process.env["PATH"]}`;
    const PORT = String(await freePort());
    const terminal = inTerminal("npm start", {
      cwd: join(import.meta.dirname, "../.."),
      env: {
        ...settings,
        PATH,
        PORT,
        HOME: home,
        TEPAT_DATA_DIR: join(home, "data"),
        TERM: "xterm",
        DISPLAY: ":0",
        LOG_LEVEL: "info",
      },
    });
    await terminal.shows("Tepat runs until");
    const opened = () => readFile(join(home, "opened"), "utf8").catch(() => "");
    const page = join(home, "data/first-account.html");
    await expect.poll(opened).toBe(`${page}\n`);
    expect(await readFile(page, "utf8")).toMatch(
      /url=http\S+\/dashboard\/first-account#token=\S+"/,
    );
    await terminal.interrupt();
    expect(existsSync(page)).toBe(false);
    const screen = terminal.screen();
    expect(screen).toMatch(/\d\d:\d\d:\d\d info {2}stopping /);
    expect(screen).not.toMatch(/npm warn|npm notice/i);
    expect(screen).not.toMatch(/^\s*\{"/m);
  },
);

for (const how of ["interrupted", "closed"] as const) {
  test.skipIf(!hasTerminal)(
    `when its terminal (had from util-linux) is ${how}, npm start stops the embedded PostgreSQL`,
    async () => {
      const dataDirectory = await mkdtemp(join(tmpdir(), "tepat-terminal-"));
      onTestFinished(() => rm(dataDirectory, { recursive: true }));
      const { PATH, HOME } = process.env;
      const terminal = inTerminal("npm start", {
        cwd: join(import.meta.dirname, "../.."),
        env: {
          PATH,
          HOME,
          TERM: "xterm",
          HOST: "127.0.0.1",
          PORT: String(await freePort()),
          TEPAT_DATA_DIR: dataDirectory,
        },
      });
      await terminal.shows("Tepat runs until");
      if (how === "closed") terminal.close();
      else {
        await terminal.interrupt();
        expect(terminal.screen()).toContain("stopping");
      }
      const isRunning = () => existsSync(join(dataDirectory, "postgres/postmaster.pid"));
      await expect.poll(isRunning).toBe(false);
    },
  );
}
