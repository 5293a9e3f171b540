import { Client, type buildConnector } from "undici";

/**
 * Connections to receivers. Each connection carries one exchange at a time, so ending it never affects another
 * exchange. After a complete response, a connection can wait for the next exchange of the same owner with the same
 * origin. Merchants whose receivers share an origin share no connection.
 */

export interface Connection {
  readonly client: Client;
  /** Whether the connection has waited. A receiver might close such a connection while the next request leaves. */
  hasWaited: boolean;
  /** The key under which the connection can wait; null if the connection is used once. */
  readonly place: string | null;
  readonly openedAt: number;
}

interface ConnectionBounds {
  /** The time for which a connection waits. A shorter time that the receiver announces takes precedence. */
  idleMilliseconds: number;
  /** The longest use of a connection. The next connection resolves and checks the name again. */
  lifeMilliseconds: number;
  /**
   * The largest number of waiting connections in all. The connection that has waited longest is closed to make room.
   */
  idleConnections: number;
}

/** The reason for ending a client that has its response. One shared object saves a stack trace for each client. */
const finished = new Error("the exchange is over");

export function createWebhookConnections(options: {
  connect: buildConnector.connector;
  maxHeaderSize: number;
  bounds: ConnectionBounds;
}) {
  const { bounds } = options;
  /**
   * `waitingAt`: the waiting connections at each place. `waiting`: all of them, in the order in which they began to
   * wait.
   */
  const waitingAt = new Map<string, Connection[]>();
  const waiting = new Set<Connection>();

  function open(origin: string, place: string | null): Connection {
    const client = new Client(origin, {
      connect: options.connect,
      pipelining: place === null ? 0 : 1, // 0: no keep-alive
      keepAliveTimeout: bounds.idleMilliseconds,
      keepAliveMaxTimeout: bounds.idleMilliseconds,
      maxHeaderSize: options.maxHeaderSize,
      headersTimeout: 0, // undici restarts its own timers at every byte; the exchange's deadline does not restart
      bodyTimeout: 0,
    });
    const connection = { client, hasWaited: false, place, openedAt: performance.now() };
    // The receiver closed the connection, or its waiting time has ended.
    client.on("disconnect", () => void (waiting.has(connection) && end(connection)));
    return connection;
  }

  function remove(connection: Connection): void {
    const { place } = connection;
    if (place === null || !waiting.delete(connection)) return;
    const others = waitingAt.get(place)?.filter((each) => each !== connection) ?? [];
    if (others.length > 0) waitingAt.set(place, others);
    else waitingAt.delete(place);
  }

  function end(connection: Connection): Promise<void> {
    remove(connection);
    return connection.client.destroy(finished);
  }

  /** Returns a connection that waits for this owner, or opens one. Without an owner, the connection is used once. */
  function take(origin: string, owner: string | undefined): Connection {
    const place = owner === undefined ? null : `${owner} ${origin}`;
    const found = place === null ? undefined : waitingAt.get(place)?.at(-1);
    if (!found) return open(origin, place);
    remove(found);
    return found;
  }

  /** Lets a connection wait after its last response was read to the end. */
  async function keep(connection: Connection): Promise<void> {
    const { place, openedAt } = connection;
    if (place === null || performance.now() - openedAt > bounds.lifeMilliseconds) {
      return end(connection);
    }
    connection.hasWaited = true;
    waiting.add(connection);
    waitingAt.set(place, [...(waitingAt.get(place) ?? []), connection]);
    const [longest] = waiting;
    if (longest && waiting.size > bounds.idleConnections) await end(longest);
  }

  /** Ends the other connections at the same place, because the receiver has closed this one. */
  async function endOthers({ place }: Connection): Promise<void> {
    await Promise.all((waitingAt.get(place ?? "") ?? []).map(end));
  }

  return { take, keep, end, endOthers };
}
