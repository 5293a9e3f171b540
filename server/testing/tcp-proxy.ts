import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The network between two processes. Tests can break it in realistic ways. */
export interface TcpProxy {
  port: number;
  /** Returns the same address through the proxy. */
  through(url: string): string;
  /** Stops all traffic as if packets were lost. Open and new connections stay open. */
  stall(): void;
  /** Ends the stall. The lost bytes are gone with their connections; new connections work. */
  heal(): void;
  /** Ends every connection, by a reset or normally. */
  cut(how?: "reset" | "close"): void;
  close(): void;
}

/**
 * Starts a proxy. `onClient` is called with each connection, so that a test can see the client's
 * data.
 */
export async function startTcpProxy(
  target: string,
  listenPort = 0,
  onClient: (client: Socket) => void = () => {},
): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isStalled = false;

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on("error", () => {}).on("close", end);
    onClient(client);
    client.pipe(server).pipe(client);
    if (isStalled) swallow(pair);
  }).listen(listenPort, "127.0.0.1");
  await once(proxy, "listening");
  const ownPort = (proxy.address() as AddressInfo).port;

  function swallow(pair: readonly Socket[]): void {
    for (const socket of pair) {
      socket.unpipe();
      socket.resume();
    }
  }

  return {
    port: ownPort,
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String(ownPort);
      return changed.href;
    },
    stall() {
      isStalled = true;
      for (const pair of pairs) swallow(pair);
    },
    heal() {
      isStalled = false;
    },
    cut(how = "close") {
      for (const [client] of pairs) {
        if (how === "reset") client.resetAndDestroy();
        else client.destroy();
      }
    },
    close() {
      proxy.close();
      for (const [client] of pairs) client.destroy();
    },
  };
}
