import { once } from "node:events";
import { connect, createServer } from "node:net";
import { z } from "zod";
import { reachOf } from "../../web-shared/src/reach.ts";
import type { Config } from "../start/config.ts";
import { reasonOf } from "../domain/base/reason.ts";

export async function describeTransport({ transport }: Config): Promise<string> {
  if (transport === "node") return "node:http, set by TRANSPORT";
  try {
    await import("uWebSockets.js");
    return "uWebSockets.js";
  } catch (cause) {
    // The message ends with the loader's own text, for example "version `GLIBC_2.38' not found".
    const reason = reasonOf(cause).trim().split("\n").at(-1);
    if (transport === "auto") return `node:http, since uWebSockets.js does not load: ${reason}`;
    throw new Error(`uWebSockets.js does not load: ${reason}. Set TRANSPORT to auto or node`, {
      cause,
    });
  }
}

export async function describePort(config: Config): Promise<string> {
  const { host, port } = config;
  if (port === 0) return "a free port";
  if (await tepatAnswers(config)) return `Tepat responds on port ${port}`;
  return describeFree(config, {
    EADDRINUSE: `another program listens on ${port}. Stop it, or set PORT`,
    EACCES: `this user cannot open port ${port}. Set PORT to 1024 or more`,
    EADDRNOTAVAIL: `this machine has no address ${host}. Correct HOST`,
  });
}

async function describeFree(
  address: { host: string; port: number },
  advice: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    await tryToListen(address);
    return `${address.port} is free`;
  } catch (cause) {
    throw new Error(advice[String((cause as NodeJS.ErrnoException).code)] ?? reasonOf(cause), {
      cause,
    });
  }
}

/**
 * Describes the reception of emails. `hasAddresses`: merchants forward emails to addresses of this
 * gateway.
 */
export async function describeMailReception(
  config: Config,
  hasAddresses: boolean,
): Promise<string> {
  const { mailDomain, mailReception } = config;
  if (mailDomain === null) {
    if (!hasAddresses) return "no emails are received";
    throw new Error(
      "merchants forward emails to Tepat, but the forwarding addresses have no domain. Set SMTP_RECEIVE_DOMAIN",
    );
  }
  if (mailReception === null) {
    return `addresses end in @${mailDomain}; this process does not receive emails`;
  }
  const { host, port } = mailReception;
  const greeting = await greetingOf(mailReception);
  if (greeting?.startsWith(`220 ${mailDomain} `)) return `Tepat receives emails on ${port}`;
  const free = await describeFree(mailReception, {
    EADDRINUSE: `another program listens on ${port}. Stop it, or correct SMTP_RECEIVE`,
    EACCES: `this user cannot open port ${port}. Set SMTP_RECEIVE to port 1024 or higher, and forward port 25 to it`,
    EADDRNOTAVAIL: `this machine has no address ${host}. Correct SMTP_RECEIVE`,
  });
  if (await tepatAnswers(config)) {
    throw new Error(`nothing listens on ${port}. Restart Tepat with SMTP_RECEIVE`);
  }
  return free;
}

/** Returns the first line that a mail server sends, or null. */
async function greetingOf({ host, port }: { host: string; port: number }): Promise<string | null> {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const socket = connect({ host: isEverywhere ? "localhost" : host, port });
  const signal = AbortSignal.timeout(answerMilliseconds);
  try {
    const [greeting] = (await once(socket.setEncoding("utf8"), "data", { signal })) as [string];
    return greeting;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

export function describePublicAddress(address: string): string {
  if (reachOf(address) === "computer")
    return `${address}, which only this machine can reach. To go live, set an address in the dashboard, or set PUBLIC_URL`;
  if (address.startsWith("https:")) return address;
  throw new Error(
    `${address} is not encrypted. Put a proxy with TLS in front of it, and set PUBLIC_URL to https://…`,
  );
}

const answerMilliseconds = 2_000;
const health = z.object({ success: z.literal(true), message: z.literal("ok"), data: z.null() });

async function tepatAnswers({ host, port }: Config): Promise<boolean> {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const response = await fetch(`http://${name}:${port}/healthz`, { signal });
    return health.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

async function tryToListen({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}
