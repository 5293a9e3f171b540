import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "./start/config.ts";
import { asTyped } from "./start/typed-command.ts";
import { startServer, type RunningServer } from "./server.ts";
import { cliEntry, settingsOf } from "./testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { welcome } from "./welcome.ts";

/** Returns the printed commands, which are the indented lines. */
const commandsIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("  "))
    .join("\n");

describe("the output of npm start", () => {
  const printed = (settings: Record<string, string>, url: string) =>
    welcome(
      { url, transport: "node", firstAccountAddress: null, drain() {}, close: async () => {} },
      readConfig(settings),
    );

  test("states the server's address and the database's place", () => {
    expect(printed({ TEPAT_DATA_DIR: "data" }, "http://127.0.0.1:8080")).toContain(
      "Tepat listens on http://127.0.0.1:8080 (node:http, database in data)\n",
    );
  });

  test.each([
    [{}, "http://127.0.0.1:8080/dashboard;"],
    [{ PUBLIC_URL: "https://pay.example", TEPAT_EMBEDDED: "1" }, "https://pay.example/dashboard;"],
  ])("states the dashboard's address with %j", (settings, address) => {
    expect(printed(settings, "http://127.0.0.1:8080")).toContain(`The dashboard is at ${address}`);
  });

  test("leaves out default settings", () => {
    const commands = commandsIn(printed({}, "http://127.0.0.1:8080"));
    expect(commands).toContain('eval "$(npx tepat merchant create');
    expect(commands).toContain("\n  npx tepat simulate transfer");
  });

  test.each([
    [undefined, "npx tepat"],
    ["tepat", "tepat"],
    ["npx @tepat/gateway", "npx @tepat/gateway"],
  ])("names the command of TEPAT_COMMAND %j", (command, words) => {
    vi.stubEnv("TEPAT_COMMAND", command);
    const text = asTyped(`${printed({}, "http://127.0.0.1:8080")}\nnpx tepat-worker pair`);
    vi.unstubAllEnvs();
    expect(text).toContain(`eval "$(${words} merchant create`);
    expect(text).toContain(`\n  ${words} simulate transfer`);
    expect(text).toContain("\nnpx tepat-worker pair");
  });

  test.each([
    [{ PORT: "9090" }, "http://127.0.0.1:9090", "PORT=9090 npx tepat"],
    [{ PORT: "0" }, "http://127.0.0.1:40123", "PORT=40123 npx tepat"],
    [{ HOST: "::", PORT: "9090" }, "http://:::9090", "PORT=9090 npx tepat"],
    [
      { HOST: "192.0.2.1" },
      "http://192.0.2.1:8080",
      "PUBLIC_URL='http://192.0.2.1:8080' TEPAT_EMBEDDED=1 npx tepat",
    ],
    [
      { TEPAT_DATA_DIR: "/it's" },
      "http://127.0.0.1:8080",
      String.raw`TEPAT_DATA_DIR='/it'\''s' npx tepat`,
    ],
  ])("repeats %j", (settings, url, words) => {
    const commands = commandsIn(printed(settings, url));
    expect(commands).toContain(`eval "$(${words} merchant create`);
    expect(commands).toContain(`\n  ${words} simulate transfer`);
  });

  test("shows no secret of a separate database", () => {
    const settings = {
      DATABASE_URL: "postgres://tepat:hidden@db/tepat",
      TEPAT_SECRET: "s".repeat(32),
    };
    const text = printed(settings, "http://localhost:8080");
    expect(text).toContain("with the same DATABASE_URL and TEPAT_SECRET");
    expect(text).not.toMatch(/hidden|ssss/);
    const { DATABASE_URL: _, ...embedded } = { ...settings, TEPAT_EMBEDDED: "1" };
    expect(printed(embedded, "http://localhost:8080")).toContain(
      "with the same TEPAT_EMBEDDED and TEPAT_SECRET",
    );
  });
});

describe("the printed commands", () => {
  let database: TestDatabase;
  let server: RunningServer;
  let settings: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    settings = { ...settingsOf(database), HOST: "127.0.0.1", PORT: "0" };
    server = await startServer(readConfig(settings), pino({ level: "silent" }));
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  const installed = ["sh", "bash", "dash", "zsh"].filter((shell) => {
    try {
      return execFileSync(shell, ["-c", "echo yes"], { encoding: "utf8" }) === "yes\n";
    } catch {
      return false;
    }
  });

  test.each(installed)("pasted into %s end with a PAID invoice", async (shell) => {
    const script = commandsIn(welcome(server, readConfig(settings)))
      .replaceAll("npx tepat", `'${process.execPath}' '${cliEntry}'`)
      .replace("toko@example.com", `${shell}@example.com`);
    const { DATABASE_URL, TEPAT_SECRET } = settings;
    const { stdout } = await promisify(execFile)(shell, ["-c", script], {
      env: { PATH: process.env["PATH"], DATABASE_URL, TEPAT_SECRET },
    });
    const lastAnswer = stdout.slice(stdout.lastIndexOf('{"success"'));
    expect(JSON.parse(lastAnswer)).toMatchObject({
      data: { payment_code: "INV-1", payment_amount: 150_000, payment_status: "PAID" },
    });
  });
});
