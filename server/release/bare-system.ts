import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { wholePackage } from "./gateway-bundle.ts";

/** A minimal Debian in a folder, for tests that install a release as a new user would. */

const root = path.resolve(import.meta.dirname, "../..");
const roots = path.join(root, ".cache/roots");

/** Returns the requirement that is missing for a bare system, or null if one can be created. */
export function missingForBareSystem(): string | null {
  if (process.getuid?.() !== 0) return "root";
  const programs = ["debootstrap", "unshare", "nsenter", "dpkg-deb"];
  const missing = programs.find((name) => spawnSync(name, ["--version"]).error !== undefined);
  return missing ?? null;
}

export interface BareSystem extends AsyncDisposable {
  /** The system's folder on this machine. */
  readonly place: string;
  /**
   * Runs a script as root and returns its output on both streams. Rejects with the output if the script fails.
   */
  run(script: string): Promise<string>;
  /**
   * Starts a long-running program of the shell. `stop` sends it SIGTERM and returns the exit code.
   */
  start(program: string): Promise<{ stop: () => Promise<number | null> }>;
}

/**
 * Creates the system once for each suite and set of packages, and then copies it. The first time needs Debian's mirror.
 * The system has its own processes and mounts, but uses this machine's network.
 */
export async function createBareSystem(
  suite: string,
  packages: readonly string[] = [],
): Promise<BareSystem> {
  return openSystem(await copyRoot(suite, packages));
}

/** Copies the system and returns the folder of the copy. */
export async function copyRoot(suite: string, packages: readonly string[]): Promise<string> {
  const made = path.join(roots, [suite, ...packages].join("-"));
  if (!existsSync(made)) await makeRoot(suite, packages, made);
  const place = await mkdtemp(path.join(tmpdir(), "tepat-bare-"));
  await execute("cp", ["-a", `${made}/.`, place]);
  // mkdtemp's mode 700 would deny other users access to /.
  await execute("chmod", ["755", place]);
  return place;
}

async function openSystem(place: string): Promise<BareSystem> {
  // npm must trust the same certificates as this machine.
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  if (certificates !== undefined) {
    await cp(certificates, path.join(place, certificates), { recursive: true });
  }
  const own = ["--fork", "--pid", "--mount", "--kill-child"];
  const holder = spawn("unshare", [...own, "sh", "-c", hold, "sh", place], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  const { stdout: inner } = await execute("pgrep", ["-P", String(holder.pid)]);
  const enter = [
    `--target=${inner.trim()}`,
    "--pid",
    "--mount",
    "chroot",
    place,
    "/usr/bin/env",
    "-i",
    "HOME=/root",
    "DEBIAN_FRONTEND=noninteractive",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ...(certificates === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${certificates}`]),
    "sh",
    "-c",
  ];
  return {
    place,
    run: (script) =>
      execute("nsenter", [...enter, `exec 2>&1\n${script}`]).then(
        ({ stdout }) => stdout,
        ({ message, stdout }: { message: string; stdout: string }) => {
          throw new Error(`${script}\n${stdout}`, { cause: message });
        },
      ),
    async start(program) {
      const script = `echo $$ > /run/started.pid\nexec ${program}`;
      const child = spawn("nsenter", [...enter, script], { stdio: "ignore" });
      const ended = once(child, "exit") as Promise<[number | null]>;
      const stop = async () => {
        await execute("nsenter", [...enter, "kill -TERM $(cat /run/started.pid)"]).catch(() => {});
        return (await ended)[0];
      };
      return { stop };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(holder, "exit");
      holder.kill("SIGKILL");
      await ended;
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function makeRoot(suite: string, packages: readonly string[], made: string): Promise<void> {
  await mkdir(roots, { recursive: true });
  const half = `${made}.half`;
  await rm(half, { recursive: true, force: true });
  if (packages.length === 0) {
    await execute("debootstrap", ["--variant=minbase", suite, half]);
  } else {
    await using system = await createBareSystem(suite);
    // RUNLEVEL=1: no service starts, because it would be on this machine's network.
    const install = "RUNLEVEL=1 apt-get install -y --no-install-recommends";
    await system.run(`${install} ${packages.join(" ")}`);
    await execute("cp", ["-a", "--one-file-system", system.place, half]);
  }
  await rename(half, made);
}

const execute = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 });

/** Process 1 of the system. When it ends, all others end. */
// The root must be a mount, so that buildah can unpack layers in it.
const hold = `set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
cp /etc/resolv.conf "$1/etc/resolv.conf"
echo ready
while sleep 3600; do :; done`;

/** Puts this gateway's Node.js and npm into the system. */
export async function installNode(system: BareSystem): Promise<void> {
  const node = wholePackage(root, `node-linux-${process.arch}`, "bin/node");
  await cp(path.join(node, "bin/node"), path.join(system.place, "usr/local/bin/node"));
  await installNpm(system);
}

const npmVersion = "11.6.0";

/** Installs the published npm in the system, because Debian's npm has hundreds of packages. */
export async function installNpm({ place, run }: BareSystem): Promise<void> {
  const archive = path.join(roots, `npm-${npmVersion}.tgz`);
  if (!existsSync(archive)) {
    await promisify(execFile)("npm", ["pack", `npm@${npmVersion}`, "--loglevel=error"], {
      cwd: roots,
    });
  }
  await cp(archive, path.join(place, "tmp/npm.tgz"));
  await run(
    "mkdir -p /opt/npm && tar -xzf /tmp/npm.tgz -C /opt/npm && ln -s /opt/npm/package/bin/npm-cli.js /usr/local/bin/npm && ln -s /opt/npm/package/bin/npx-cli.js /usr/local/bin/npx && chmod 755 /opt/npm/package/bin/*.js",
  );
}
