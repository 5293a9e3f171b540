import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Runs `serve-listener.ts` on the Node.js binary that its transport needs. */

const program = new URL("serve-listener.ts", import.meta.url).pathname;

export interface ListenerProcess {
  child: ChildProcess;
  port: number;
}

/** Starts the listener. Rejects with the reason if the listener could not start. */
export async function startListenerProcess(
  transport: string,
  node: string,
  port = 0,
  host = "127.0.0.1",
): Promise<ListenerProcess> {
  const child = fork(program, [transport, String(port), host], { execPath: node, execArgv: [] });
  const [message] = (await once(child, "message")) as [{ port: number } | { failure: string }];
  if ("failure" in message) throw new Error(message.failure);
  return { child, port: message.port };
}

/**
 * Returns each transport with the Node.js that runs it here. If there is none, returns the reason for a test's title.
 */
export function transports(): {
  transport: "node" | "uws";
  node: string | undefined;
  note: string;
}[] {
  const uws = findUwsNode();
  return [
    { transport: "node", node: process.execPath, note: "" },
    "node" in uws
      ? { transport: "uws", node: uws.node, note: "" }
      : { transport: "uws", node: undefined, note: ` (skipped: ${uws.obstacle})` },
  ];
}

/**
 * Finds a Node.js for uWebSockets.js, which needs glibc 2.38. On a system with an older glibc, TEPAT_UWS_NODE can
 * name a Node.js with its own.
 */
export function findUwsNode(): { node: string } | { obstacle: string } {
  let obstacle = "";
  for (const node of [process.env["TEPAT_UWS_NODE"], process.execPath]) {
    if (node === undefined) continue;
    const { status, stderr } = spawnSync(node, ["-e", "require('uWebSockets.js')"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    if (status === 0) return { node };
    obstacle = /GLIBC_\S+ not found|Cannot find module/.exec(stderr)?.[0] ?? "it does not load";
  }
  return { obstacle };
}
