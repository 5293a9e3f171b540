import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The network between two processes, which tests can break as networks break. */
export interface TcpProxy {
  port: number;
  /** Returns the same address through the proxy. */
  through(url: string): string;
  /** Connections stay open, and new ones too, but nothing passes, as when packets are swallowed. */
  stall(): void;
  /** Swallowed bytes are lost with their connections; new connections pass. */
  heal(): void;
  /** Ends every connection, by a reset or in order. */
  cut(how?: "reset" | "close"): void;
  close(): void;
}

/** Calls `onClient` with each connection, so that a test can see what it sends. */
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
