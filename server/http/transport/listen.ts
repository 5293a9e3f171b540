import type { Listener, ListenerOptions } from "./listener.ts";
import type { Dispatch } from "./message.ts";
import { listenWithNode } from "./node.ts";
import { listenWithUws, loadUws } from "./uws.ts";

export interface ListenOptions extends ListenerOptions {
  /** `auto` chooses uWebSockets.js if its binary loads, and node:http otherwise. */
  readonly transport: "auto" | "uws" | "node";
  readonly log: ListenerOptions["log"] & { debug(line: string): void };
}

/** Starts the listener. */
export async function listen(dispatch: Dispatch, options: ListenOptions): Promise<Listener> {
  const { transport, host, log } = options;
  const obstacle = transport === "node" ? "TRANSPORT is node" : await obstacleToUws();
  if (transport === "uws" && obstacle !== undefined) {
    throw new Error(`TRANSPORT is uws, but ${obstacle}. Set it to auto or node.`);
  }
  const start = obstacle === undefined ? listenWithUws : listenWithNode;
  const listener = await start(dispatch, options);
  const choice = obstacle === undefined ? "uWebSockets.js" : `node:http, because ${obstacle}`;
  // At the level info, the loader's own words would look like a failure, which this is not.
  log.debug(`listening on ${host} port ${listener.port} with ${choice}`);
  return listener;
}

/** Returns a one-line reason if uWebSockets.js cannot be used on this machine. */
async function obstacleToUws(): Promise<string | undefined> {
  try {
    await loadUws();
    return undefined;
  } catch (error) {
    // The message ends with the loader's own words, such as "version `GLIBC_2.38' not found".
    return `its binary does not load here (${String(error).trim().split("\n").at(-1)})`;
  }
}
