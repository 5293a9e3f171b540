import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { settingsOf } from "../testing/cli-process.ts";
import { createEmptyDatabase } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import { createBareSystem, installNpm, missingForBareSystem } from "./bare-system.ts";
import { wholePackage } from "./gateway-bundle.ts";
import { payInvoice } from "./first-payment.ts";

/**
 * Builds the image without Docker: buildah's isolation by chroot needs no capability that a virtual machine may lack. The
 * base is Debian 13 with Node.js 24 and the user "node", as the official image is. With TEPAT_IMAGE=NAME it tries an image
 * that is there.
 */

const root = path.resolve(import.meta.dirname, "../..");
const storage = path.join(root, ".cache/buildah");
const megabyte = 1_000_000;
const npmVersion = "11.6.0";

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
  const node = wholePackage(root, `node-linux-${process.arch}`, "bin/node");
  await cp(path.join(node, "bin/node"), path.join(place, "usr/local/bin/node"));
  await installNpm(system, npmVersion);
  await run("useradd --uid 1000 --user-group --create-home node && apt-get clean");
  const container = await buildah("from", "scratch");
  // Mounts of the running system stay out of the copy.
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
  test("is built, runs as its own user, pays an invoice, ends on SIGTERM, and holds no secret", async () => {
    const planted = "a-secret-that-no-layer-may-hold";
    await using stack = new AsyncDisposableStack();
    await mkdir(path.join(root, ".tepat"), { recursive: true });
    const plantedFile = path.join(root, ".tepat/secret-of-the-image-test");
    await writeFile(plantedFile, planted);
    stack.defer(() => rm(plantedFile));
    const given = process.env["TEPAT_IMAGE"];
    const image = given ?? (await build());
    if (given === undefined) stack.defer(async () => void (await buildah("rmi", image)));

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
      await payInvoice(port, tepat);
    } finally {
      const pid = (await readFile(path.join(place, "tmp/pid"), "utf8")).trim();
      process.kill(Number(pid), "SIGTERM");
    }
    expect((await ended)[0]).toBe(0);
    // On a read-only root it could not have kept compiled code, and would have missed nothing else.
    const newer = ["-xdev", "-newer", before, "-type", "f", "-not", "-path", `${place}/tmp/*`];
    const { stdout: written } = await promisify(execFile)("find", [place, ...newer]);
    const isOurs = (name: string) =>
      name !== "" && !/^\/(?:etc|app\/\.cache)\//.test(name.slice(place.length));
    expect(written.split("\n").filter((name) => isOurs(name))).toEqual([]);
  });
});
