import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { commands as migrate } from "../cli/migrate.ts";
import { readConfig } from "../start/config.ts";
import { settingsOf } from "../testing/cli-process.ts";
import { readCompose, withVariables, type ComposeService } from "../testing/compose-file.ts";
import { createTestDatabase } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import { startServerProcess } from "../testing/server-process.ts";

/** Compares the names in compose.yaml and the Dockerfile with the existing files. */

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const compose = readCompose(read("compose.yaml"));
const services = Object.entries(compose.services);
const gateways = services.filter(([, { image }]) => image.startsWith("tepat:"));
const example = parseEnv(read("deploy/compose.env.example"));
const filled = { ...example, POSTGRES_PASSWORD: "0123456789abcdef", TEPAT_SECRET: "s".repeat(44) };
const dockerfile = read("Dockerfile");

const variables = [...read("compose.yaml").matchAll(/\$\{(\w+)(:[?-])?[^}]*\}/g)];

describe("compose.yaml", () => {
  test("with a misspelt key fails the check", () => {
    const misspelt = read("compose.yaml").replace("healthcheck:", "healthchek:");
    expect(() => readCompose(misspelt)).toThrow("healthchek");
    expect(() => readCompose(read("compose.yaml").replace("  api:\n", "  jobs:\n"))).toThrow(
      "unique",
    );
  });

  const noDocker = spawnSync("docker", ["compose", "version"]).status !== 0;
  test.skipIf(noDocker)(
    `is understood by docker compose${noDocker ? " (skipped: no Docker)" : ""}`,
    () => {
      const env = { PATH: process.env["PATH"], ...filled };
      const args = ["compose", "--env-file", "deploy/compose.env.example", "config", "--quiet"];
      expect(() => execFileSync("docker", args, { cwd: root, env, stdio: "pipe" })).not.toThrow();
    },
  );

  test("each variable is in the example of .env or has a default, and each secret must be filled in", () => {
    const names = new Set(Object.keys(example));
    for (const [, name = "", other] of variables) {
      if (other !== ":-") expect(names).toContain(name);
    }
    const required = variables.filter(([, , other]) => other === ":?").map(([, name]) => name);
    expect(new Set(required)).toEqual(names);
  });

  test("each setting of the gateway's services is known and valid", () => {
    const known = new Set(read("docs/settings.md").match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g));
    expect(gateways.map(([name]) => name)).toEqual(["api", "jobs", "backups", "migrate"]);
    for (const [, { environment = {} }] of gateways) {
      for (const name of Object.keys(environment)) expect(known).toContain(name);
      const settings = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, withVariables(value, filled)]),
      );
      expect(readConfig(settings)).toMatchObject({
        publicUrl: "https://pay.example.com",
        databaseUrl: "postgres://tepat:0123456789abcdef@postgres:5432/tepat",
        redisUrl: "redis://valkey:6379",
        host: "0.0.0.0",
        port: 8080,
      });
    }
  });

  test("each permanent service has limits for memory, processors and processes", () => {
    for (const [name, { restart, deploy, pids_limit }] of services) {
      if (restart === "no") continue;
      expect({ name, ...deploy?.resources.limits }).toMatchObject({
        name,
        cpus: expect.any(String),
        memory: expect.any(String),
      });
      const connections = /max_connections=(\d+)/.exec(
        compose.services[name]?.command?.join(" ") ?? "",
      );
      expect(pids_limit).toBeGreaterThan(Number(connections?.[1] ?? 0) + 30);
    }
  });

  test("each named service, network, volume and file exists", () => {
    for (const [, { networks, volumes = [], depends_on = {}, build }] of services) {
      for (const network of networks) expect(compose.networks).toHaveProperty(network);
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(join(root, source))).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
      for (const needed of Object.keys(depends_on)) expect(compose.services).toHaveProperty(needed);
      if (build !== undefined) expect(existsSync(join(root, build, "Dockerfile"))).toBe(true);
    }
  });

  test("a service required to be healthy has a health check, and a required task does not restart", () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [needed, wish] of Object.entries(depends_on)) {
        const { healthcheck, image, restart } = compose.services[needed] as ComposeService;
        const isAsked =
          healthcheck === undefined
            ? image.startsWith("tepat:") && dockerfile.includes("\nHEALTHCHECK ")
            : "test" in healthcheck;
        if (wish.condition === "service_healthy") expect(isAsked).toBe(true);
        if (wish.condition === "service_completed_successfully") expect(restart).toBe("no");
      }
    }
  });

  test("the settings' hosts are services on a shared network", () => {
    for (const [, { environment = {}, networks }] of gateways) {
      for (const name of ["DATABASE_URL", "REDIS_URL"]) {
        const { hostname, port } = new URL(withVariables(environment[name] ?? "", filled));
        const host = compose.services[hostname];
        expect(host?.networks.some((network) => networks.includes(network))).toBe(true);
        expect({ postgres: "5432", valkey: "6379" }).toHaveProperty(hostname, port);
      }
    }
    const { POSTGRES_USER, POSTGRES_DB } = compose.services["postgres"]?.environment ?? {};
    expect([POSTGRES_USER, POSTGRES_DB]).toEqual(["tepat", "tepat"]);
  });

  test("only Caddy is reachable from outside, and forwards to the port of the API's processes", () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(["caddy"]);
    const [, name, port] =
      /dynamic a \{\s+name (\w+)\s+port (\d+)/.exec(read("deploy/Caddyfile")) ?? [];
    expect(compose.services[name ?? ""]?.networks).toContain("front");
    expect(compose.services["caddy"]?.networks).toContain("front");
    expect(dockerfile).toContain(`\nEXPOSE ${port}\n`);
    expect(String(readConfig({}).port)).toBe(port);
  });

  test("the commands run the image's files with valid roles", () => {
    const roles = ["api", "jobs"];
    for (const [name, { command = [] }] of gateways) {
      if (name === "backups") {
        expect(command).toEqual(["tepat-backups"]);
        expect(dockerfile).toContain("COPY deploy/tepat-backups /usr/local/bin/tepat-backups\n");
        expect(dockerfile).toMatch(/^RUN install .*--owner node .*\/backups\b/m);
        continue;
      }
      if (command[0] === "tepat") {
        expect(dockerfile).toContain("COPY deploy/tepat /usr/local/bin/tepat\n");
        expect(migrate.map((each) => each.name)).toContain(command[1]);
        continue;
      }
      expect(command.slice(-3)).toEqual(["server/main.mjs", "--role", name]);
      expect(roles).toContain(name);
      expect(existsSync(join(root, "server/main.mjs"))).toBe(true);
      const flags = command.slice(1, -3);
      expect(spawnSync(process.execPath, [...flags, "--eval", ""]).status).toBe(0);
    }
  });
});

describe("the Dockerfile", () => {
  /** The files copied from the source, not from another stage of the build. */
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );

  test("copies existing files of the build context", () => {
    expect(copied.length).toBeGreaterThan(20);
    const letIn = read(".dockerignore").match(/(?<=^!).+/gm) ?? [];
    for (const name of copied) {
      expect(existsSync(join(root, name))).toBe(true);
      const isLetIn = letIn.some(
        (each) =>
          name === each ||
          name.startsWith(`${each}/`) ||
          (each === "*/package.json" && /^[^/]+\/package\.json$/.test(name)),
      );
      expect({ name, isLetIn }).toEqual({ name, isLetIn: true });
    }
  });

  const noHadolint = spawnSync("hadolint", ["--version"]).status !== 0;
  test.skipIf(noHadolint)(`passes hadolint${noHadolint ? " (skipped: no hadolint)" : ""}`, () => {
    const lint = (input: string) =>
      spawnSync("hadolint", ["-"], { input, encoding: "utf8" }).stdout;
    expect(lint(dockerfile)).toBe("");
    expect(lint(`${dockerfile}USER root\n`)).toContain("DL3002");
  });

  test("installs with the manifest of every workspace, which npm ci requires", () => {
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    expect(workspaces.filter((name) => !copied.includes(`${name}/package.json`))).toEqual([]);
  });

  test("compiles the server and the command line with its last command", async () => {
    const [, command = "false"] =
      dockerfile
        .split(/^RUN /m)
        .at(-1)
        ?.match(/^((?:.*\\\n)*.*)$/m) ?? [];
    const [, settings = ""] =
      dockerfile
        .split(/^FROM /m)
        .at(-1)
        ?.match(/^ENV (.+)$/m) ?? [];
    const folder = await mkdtemp(join(tmpdir(), "tepat-image-"));
    try {
      const folders = ["node_modules", "patches", "openapi", "web-shared", "sdk", "cli"];
      for (const name of [...folders, "package.json"]) {
        await symlink(join(root, name), join(folder, name));
      }
      await cp(join(root, "server"), join(folder, "server"), { recursive: true });
      await mkdir(join(folder, ".cache"));
      const env = {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        ...Object.fromEntries(settings.split(" ").map((each) => each.split("="))),
      };
      await promisify(execFile)("sh", ["-c", command], { cwd: folder, env });
      const compiled = await readdir(join(folder, ".cache/compiled"), { recursive: true });
      const own = await readdir(join(root, "server/domain"), { recursive: true });
      const sources = own.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
      expect(compiled.length).toBeGreaterThan(sources.length);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("checks the health of a process at the right address", async () => {
    const [, written = "[]"] = /^HEALTHCHECK [^[]+CMD (\[.+\])$/m.exec(dockerfile) ?? [];
    const [program, ...args] = JSON.parse(written) as string[];
    expect(program).toBe("node");
    const ask = (PORT: string) => promisify(execFile)(process.execPath, args, { env: { PORT } });
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await createTestDatabase(), ({ drop }) => drop());
    const server = stack.adopt(
      await startServerProcess({
        ...settingsOf(database),
        PORT: String(await freePort()),
        HOST: "127.0.0.1",
      }),
      ({ kill }) => kill(),
    );
    await ask(new URL(server.url).port);
    await expect(ask(String(await freePort()))).rejects.toMatchObject({ code: 1 });
  });
});
