import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsOf } from "../testing/cli-process.ts";
import { createEmptyDatabase } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import { createBareSystem, installNode, missingForBareSystem } from "./bare-system.ts";
import { upCompose, type Image } from "./compose-run.ts";
import { missingForContainers } from "./containers.ts";
import { createStandIns } from "./stand-ins.ts";
import { askPort, payInvoice, type Ask } from "./first-payment.ts";

/**
 * Builds the image without Docker: buildah's chroot isolation needs no capability that a virtual machine might lack.
 * The base is Debian 13 with Node.js 24 and the user "node", like the official image. TEPAT_IMAGE=NAME tests an
 * existing image instead.
 */

const root = path.resolve(import.meta.dirname, "../..");
const storage = path.join(root, ".cache/buildah");
const megabyte = 1_000_000;

const missing =
  missingForBareSystem() ?? (spawnSync("buildah", ["--version"]).error && "buildah") ?? null;
const skipped = missing === null ? "" : ` (skipped: no ${missing})`;

const buildah = async (...args: string[]): Promise<string> => {
  const places = ["--root", storage, "--runroot", `${storage}-run`, "--storage-driver", "vfs"];
  const { stdout } = await promisify(execFile)("buildah", [...places, ...args], {
    cwd: root,
    maxBuffer: 64 * megabyte,
  });
  return stdout.trim();
};

async function buildBase(): Promise<string> {
  const name = `localhost/tepat-base-${process.versions.node}`;
  if ((await buildah("images", "--quiet", "--filter", `reference=${name}`)) !== "") return name;
  await using system = await createBareSystem("trixie");
  const { place, run } = system;
  await installNode(system);
  await run("useradd --uid 1000 --user-group --create-home node && apt-get clean");
  const container = await buildah("from", "scratch");
  // The copy does not include mounts of the running system.
  const plain = `${place}-plain`;
  try {
    await promisify(execFile)("cp", ["-a", "--one-file-system", place, plain]);
    await buildah("copy", "--quiet", container, plain, "/");
  } finally {
    await rm(plain, { recursive: true, force: true });
  }
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  const trust = certificates === undefined ? [] : ["--env", `NODE_EXTRA_CA_CERTS=${certificates}`];
  const searched = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  await buildah("config", ...trust, "--env", searched, container);
  await buildah("commit", "--quiet", "--rm", container, name);
  return name;
}

async function build(): Promise<string> {
  const base = await buildBase();
  const options = ["--isolation", "chroot", "--pull=never", "--build-arg", `BASE=${base}`];
  const printed = await buildah("build", "--quiet", ...options, ".");
  return printed.split("\n").at(-1) ?? "";
}

interface Inspected {
  OCIv1: { config: { User: string; Cmd: string[]; WorkingDir: string; Env: string[] } };
}

describe.skipIf(missing !== null)(`the image${skipped}`, () => {
  const planted = "a-secret-that-no-layer-may-hold";
  const plantedFile = path.join(root, ".tepat/secret-of-the-image-test");
  const given = process.env["TEPAT_IMAGE"];
  let image: string;

  beforeAll(async () => {
    await mkdir(path.dirname(plantedFile), { recursive: true });
    await writeFile(plantedFile, planted);
    image = given ?? (await build());
  });
  afterAll(async () => {
    await rm(plantedFile);
    if (given === undefined) await buildah("rmi", image);
  });

  test("runs as its own user, pays an invoice, ends on SIGTERM, and holds no secret", async () => {
    await using stack = new AsyncDisposableStack();
    const inspected = await buildah("inspect", "--type", "image", image);
    const { config } = (JSON.parse(inspected) as Inspected).OCIv1;
    expect(config).toMatchObject({ User: "1000", WorkingDir: "/app" });
    expect(inspected).not.toContain(planted);

    const container = await buildah("from", "--pull=never", image);
    stack.defer(async () => void (await buildah("rm", container)));
    const place = await buildah("mount", container);
    const { stdout: size } = await promisify(execFile)("du", ["-sb", path.join(place, "app")]);
    expect(Number.parseInt(size)).toBeLessThan(60 * megabyte);
    const found = spawnSync("grep", [
      "-rl",
      planted,
      path.join(place, "app"),
      path.join(place, "root"),
    ]);
    expect(found.stdout.toString()).toBe("");

    const database = stack.adopt(await createEmptyDatabase(), ({ drop }) => drop());
    const port = await freePort();
    const settings = Object.entries({
      ...settingsOf(database),
      PORT: port,
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    const env = settings.flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const runs = ["run", "--isolation", "chroot", ...env, container, "--"];
    const tepat = (words: string) => buildah(...runs, "tepat", ...words.split(" "));

    expect(
      await buildah(...runs, "sh", "-c", "id -u; touch /app/x /usr/x 2>&1 | grep -c denied"),
    ).toBe("1000\n2");
    await tepat("migrate");
    const before = path.join(place, "tmp/before");
    await writeFile(before, "");
    const started = ["sh", "-c", 'echo $$ >/tmp/pid; exec "$@"', "sh", ...config.Cmd];
    const places = ["--root", storage, "--runroot", `${storage}-run`, "--storage-driver", "vfs"];
    const child = spawn("buildah", [...places, ...runs, ...started], { stdio: "ignore" });
    const ended = once(child, "exit");
    const ask = () => fetch(`http://127.0.0.1:${port}/readyz`);
    await expect
      .poll(() =>
        ask().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    try {
      await payInvoice(askPort(port), tepat);
    } finally {
      const pid = (await readFile(path.join(place, "tmp/pid"), "utf8")).trim();
      process.kill(Number(pid), "SIGTERM");
    }
    expect((await ended)[0]).toBe(0);
    // On a read-only root, only the compiled code could not have been stored. Nothing else was
    // written.
    const newer = ["-xdev", "-newer", before, "-type", "f", "-not", "-path", `${place}/tmp/*`];
    const { stdout: written } = await promisify(execFile)("find", [place, ...newer]);
    const isOurs = (name: string) =>
      name !== "" && !/^\/(?:etc|app\/\.cache)\//.test(name.slice(place.length));
    expect(written.split("\n").filter((name) => isOurs(name))).toEqual([]);
  });

  const missingHere = missingForContainers();
  test.skipIf(missingHere !== null)(
    `is run by compose.yaml with all its services, and pays an invoice through Caddy${missingHere === null ? "" : ` (skipped: no ${missingHere})`}`,
    async () => {
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(path.join(root, ".cache/compose-"));
      stack.defer(() => rm(folder, { recursive: true }));
      await writeSettings(folder);
      const container = await buildah("from", "--pull=never", image);
      stack.defer(async () => void (await buildah("rm", container)));
      const place = await buildah("mount", container);
      const { config } = (
        JSON.parse(await buildah("inspect", "--type", "image", image)) as Inspected
      ).OCIv1;
      const standIns = await createStandIns("trixie");
      stack.use(standIns.stack);
      const tepatImage: Image = {
        root: place,
        entrypoint: [],
        command: config.Cmd,
        environment: Object.fromEntries(
          config.Env.map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
        ),
        workingDirectory: config.WorkingDir,
        user: config.User,
      };
      const project = stack.use(
        await upCompose({
          folder,
          place: folder,
          images: { ...standIns.images, tepat: tepatImage },
        }),
      );
      const inService = async (service: string, script: string) => {
        const first = project.containers.get(service)?.[0];
        return (await first?.exec(["sh", "-c", script]))?.output;
      };

      expect(project.containers.get("api")).toHaveLength(2);
      expect(
        await inService(
          "api",
          "id -u; touch /app/x 2>&1 | grep -o 'Read-only.*'; touch /tmp/x; grep -E '^(CapBnd|NoNewPrivs)' /proc/self/status; touch /backups/x 2>&1 | grep -o 'Read-only.*'",
        ),
      ).toBe(
        "1000\nRead-only file system\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nRead-only file system\n",
      );
      expect(await inService("valkey", "id -u; grep CapBnd /proc/self/status")).toBe(
        "999\nCapBnd:\t0000000000000000\n",
      );
      // CAP_NET_BIND_SERVICE is the bit of 400. Caddy and the database share no network.
      expect(await inService("caddy", "grep CapBnd /proc/self/status; getent hosts postgres")).toBe(
        "CapBnd:\t0000000000000400\n",
      );

      const authority = path.join(
        folder,
        "volumes/caddy-data/caddy/pki/authorities/local/root.crt",
      );
      const ask: Ask = async (where, request = {}) => {
        const args = [
          project.addressOf("caddy", "front"),
          authority,
          domain,
          where,
          JSON.stringify(request),
        ];
        const printed = await project.networks.outside(process.execPath, [client, ...args]);
        return JSON.parse(printed) as Awaited<ReturnType<Ask>>;
      };
      await expect
        .poll(() =>
          ask("/readyz").then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      expect(await ask("/metrics")).toMatchObject({ status: 404 });
      const tepat = async (words: string) => {
        const { code, output } = await project.run("jobs", ["tepat", ...words.split(" ")]);
        if (code !== 0) throw new Error(`${words} ended with ${code}:\n${output}`);
        return output;
      };
      expect(await tepat("doctor")).toContain("database");
      await payInvoice(ask, tepat);
      await expect.poll(() => inService("backups", "ls -A /backups")).toMatch(/status-restore/);
      expect(await inService("api", "cat /backups/.status-*.json")).not.toMatch(/"error"/);
      // Compose stops the backup loop with SIGTERM, as it stops every shell.
      expect(Object.fromEntries(await project.down())).toEqual({
        "caddy-1": 0,
        "api-1": 0,
        "api-2": 0,
        "jobs-1": 0,
        "backups-1": 143,
        "migrate-1": 0,
        "valkey-1": 0,
        "postgres-1": 0,
      });
    },
  );
});

/** A name for which Caddy's own authority issues a certificate. */
const domain = "pay.local";
const client = path.join(import.meta.dirname, "https-client.ts");

/** Writes .env with the commands of the page, and adds the files that .env names. */
async function writeSettings(folder: string): Promise<void> {
  const page = await readFile(path.join(root, "docs/production.md"), "utf8");
  const commands = page.match(/^(?:cp deploy\/compose\.env|sed -i ).+$/gm) ?? [];
  expect(commands).toHaveLength(3);
  for (const name of ["compose.yaml", "deploy"]) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  const script = commands.join("\n").replace("pay.example.com", domain);
  await promisify(execFile)("sh", ["-ec", script], { cwd: folder });
}
