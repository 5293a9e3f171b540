import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../../server/testing/free-port.ts";
import { wooCommerceFiles } from "../../../server/release/release-files.ts";

/** A real WordPress on a real MariaDB, both from Debian, in a temporary folder with the plugin and a WooCommerce. */
export interface WordPress {
  url: string;
  password: string;
  folder: string;
  /** Runs WordPress's scheduled jobs that are due. */
  runCron(): Promise<void>;
  start(): Promise<void>;
  /** Kills the servers with SIGKILL, so that no handler runs. */
  kill(): Promise<void>;
  /** Runs a PHP program in the folder. */
  php(...args: string[]): Promise<string>;
  output(): string;
  end(): Promise<void>;
}

/**
 * `WORDPRESS_FOLDER` replaces Debian's WordPress, because a new WooCommerce might need a newer one.
 */
const wordPressFolder = process.env["WORDPRESS_FOLDER"] ?? "/usr/share/wordpress";
const ownFolder = path.join(import.meta.dirname, "..");
const startMilliseconds = 120_000;
/** Several workers, so that simultaneous webhooks are handled simultaneously. */
const phpProcesses = 4;

/** Returns a sentence about missing programs, or null if everything is installed. */
export function whatIsMissing(): string | null {
  const programs = ["php", "mariadbd", "mariadb-install-db", "mariadb"];
  const missing = programs.filter((program) => !succeeds(program, "--version"));
  if (missing.length === 0 && !succeeds("php", "-r", "mysqli_init(); curl_init();")) {
    missing.push("PHP's mysqli and curl");
  }
  if (!existsSync(path.join(wordPressFolder, "wp-load.php"))) missing.push("Debian's wordpress");
  return missing.length === 0 ? null : `not installed here: ${missing.join(", ")}`;
}

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts WordPress. `wooCommerce` is the folder of the plugin of that name. */
export async function startWordPress(
  wooCommerce = path.join(import.meta.dirname, "stand-in"),
): Promise<WordPress> {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-wordpress-"));
  chmodSync(folder, 0o711);
  const database = await startMariaDb(path.join(folder, "database"));
  try {
    return await installSite(folder, database, wooCommerce);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

interface Database {
  socket: string;
  stop(): Promise<void>;
}

async function installSite(
  folder: string,
  database: Database,
  wooCommerce: string,
): Promise<WordPress> {
  const site = path.join(folder, "site");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const password = "a password of the test";
  await writeSite(site, url, database.socket, wooCommerce);

  const env = { PATH: process.env["PATH"], SITE_URL: url, PASSWORD: password };
  const php = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)("php", args, { cwd: site, env });
    return stdout;
  };
  const install = path.join(import.meta.dirname, "install.php");
  await php(install, "tables");
  await php(install, "plugins");

  let server: ChildProcess | undefined;
  let output = "";
  const wordPress: WordPress = {
    url,
    password,
    folder: site,
    php,
    output: () => output,
    async runCron() {
      await fetch(`${url}/wp-cron.php?doing_wp_cron`);
    },
    async start() {
      server = spawn("php", ["-d", "log_errors=1", "-S", `127.0.0.1:${port}`, "-t", site], {
        env: { ...env, PHP_CLI_SERVER_WORKERS: String(phpProcesses) },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true, // its own process group, so that its workers end too
      });
      for (const stream of [server.stdout, server.stderr]) {
        stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
      }
      await until(async () => (await fetch(`${url}/?rest_route=/`)).ok, output);
    },
    async kill() {
      if (server?.pid === undefined) return;
      const exited = once(server, "exit");
      process.kill(-server.pid, "SIGKILL");
      await exited;
      server = undefined;
    },
    async end() {
      await wordPress.kill();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return wordPress;
}

/** Starts MariaDB. It does not run as root, so root starts it as another user. */
async function startMariaDb(folder: string): Promise<Database> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? ["--user=mysql"] : [];
  await mkdir(folder);
  await chmod(folder, 0o755);
  if (isRoot) await promisify(execFile)("chown", ["mysql", folder]);
  const data = path.join(folder, "data");
  const socket = path.join(folder, "socket");
  // Where only root may write to /tmp, this user has no other folder for temporary tables.
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(
    "mariadb-install-db",
    [
      "--no-defaults",
      ...user,
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
    ],
    { env },
  );
  const server = spawn(
    "mariadbd",
    [
      "--no-defaults",
      ...user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${path.join(folder, "pid")}`,
      "--skip-networking", // its socket in this folder is the only way to reach it
    ],
    { stdio: ["ignore", "ignore", "pipe"], env },
  );
  const exited = once(server, "exit");
  let output = "";
  server.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const create = ["--no-defaults", "-u", "root", `--socket=${socket}`, "-e"];
  await until(async () => {
    await promisify(execFile)("mariadb", [...create, "create database if not exists wordpress"]);
    return true;
  }, output);
  return {
    socket,
    async stop() {
      server.kill("SIGTERM");
      await exited;
    },
  };
}

async function writeSite(
  site: string,
  url: string,
  socket: string,
  wooCommerce: string,
): Promise<void> {
  await cp(wordPressFolder, site, { recursive: true, dereference: true });
  const plugins = path.join(site, "wp-content/plugins");
  for (const file of wooCommerceFiles) {
    const target = path.join(plugins, "tepat-for-woocommerce", file);
    await cp(path.join(ownFolder, file), target, { recursive: true });
  }
  // Debian's WordPress has only English. This file adds Indonesian.
  await cp(
    path.join(ownFolder, "languages/tepat-for-woocommerce-id_ID.mo"),
    path.join(site, "wp-content/languages/id_ID.mo"),
  );
  await cp(wooCommerce, path.join(plugins, "woocommerce"), { recursive: true });
  const constants = {
    DB_NAME: "wordpress",
    DB_USER: "root",
    DB_PASSWORD: "",
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: "utf8mb4",
    DB_COLLATE: "",
    WP_HOME: url,
    WP_SITEURL: url,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_HTTP_BLOCK_EXTERNAL: true, // no requests to wordpress.org
    DISABLE_WP_CRON: true, // the test starts the jobs itself
    AUTH_KEY: "a",
    SECURE_AUTH_KEY: "b",
    LOGGED_IN_KEY: "c",
    NONCE_KEY: "d",
    AUTH_SALT: "e",
    SECURE_AUTH_SALT: "f",
    LOGGED_IN_SALT: "g",
    NONCE_SALT: "h",
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define( '${name}', ${JSON.stringify(value)} );`,
  );
  await writeFile(
    path.join(site, "wp-config.php"),
    `<?php\n${lines.join("\n")}\n$table_prefix = 'wp_';\ndefined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
}

async function until(isSo: () => Promise<boolean>, output: string): Promise<void> {
  const giveUpAt = Date.now() + startMilliseconds;
  let last: unknown;
  while (Date.now() < giveUpAt) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    await wait(100);
  }
  throw new Error(`it did not start in time: ${String(last)}\n${output}`);
}
