import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/**
 * Runs Caddy, if it is installed, with the file of deploy/ in front of a gateway on this machine.
 */

export const noCaddy: boolean = spawnSync("caddy", ["version"]).status !== 0;

export interface Caddy {
  port: number;
  /** The path and the text of the certificate of Caddy's own authority. */
  authority: string;
  certificate: string;
  /** Returns the protocol of each request so far, for example `HTTP/2.0`. */
  protocols(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts Caddy with the committed file. Only the API's name and port are this machine's, and the certificates are
 * Caddy's own.
 */
export async function startCaddy(upstream: string): Promise<Caddy> {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-caddy-"));
  const port = await freePort();
  const log = path.join(folder, "access.log");
  const committed = await readFile(
    path.join(import.meta.dirname, "../../deploy/Caddyfile"),
    "utf8",
  );
  const here = committed
    .replace("name api\n", "name 127.0.0.1\n")
    .replace("port 8080\n", `port ${new URL(upstream).port}\n`)
    .replace("{$TEPAT_DOMAIN} {\n", `$&\tlog {\n\t\toutput file ${log}\n\t}\n`);
  const options = [
    "admin off",
    "local_certs",
    "skip_install_trust",
    `http_port ${await freePort()}`,
    `https_port ${port}`,
    `storage file_system ${folder}/storage`,
  ];
  const file = path.join(folder, "Caddyfile");
  await writeFile(file, `{\n\t${options.join("\n\t")}\n}\n${here}`);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: folder, TEPAT_DOMAIN: "localhost" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const authority = path.join(folder, "storage/pki/authorities/local/root.crt");
  let certificate = "";
  while (certificate === "" || !(await isReady(port, certificate))) {
    if (child.exitCode !== null) throw new Error(`Caddy stopped:\n${said}`);
    await wait(25);
    certificate = await readFile(authority, "utf8").catch(() => "");
  }
  return {
    port,
    authority,
    certificate,
    async protocols() {
      const lines = (await readFile(log, "utf8")).trim().split("\n");
      return lines.map((line) => (JSON.parse(line) as Access).request.proto);
    },
    async stop() {
      if (child.exitCode === null) {
        const exited = once(child, "exit");
        child.kill();
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns whether the gateway responds through Caddy. Before that, Caddy must have its certificate.
 */
async function isReady(port: number, ca: string): Promise<boolean> {
  const asked = request({ host: "127.0.0.1", port, servername: "localhost", ca, path: "/healthz" });
  asked.setHeader("host", "localhost");
  asked.end();
  try {
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

interface Access {
  request: { proto: string };
}
