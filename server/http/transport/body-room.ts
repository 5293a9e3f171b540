import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";

/**
 * Counts the bytes of request bodies that a process holds in memory, by client network. Sending bytes costs a
 * stranger nothing, so there are two bounds: one for all networks, and one for each network. No network can take all
 * the room.
 */
export interface BodyRoom {
  /** Counts further bytes of this body. Throws if there is no room. */
  take(body: HeldBody, bytes: number): void;
  /** Marks a body as complete and in use, so that it can no longer be dropped. */
  keep(body: HeldBody): void;
  /** Releases all bytes that were counted for the body. */
  release(body: HeldBody): void;
  /** Waits for the rest of a body that is no longer needed, unless too many such bodies are awaited already. */
  drain(rest: () => Promise<void>): Promise<void>;
  heldBytes(): number;
}

export interface HeldBody {
  /** The client's network, to which the bytes are charged. */
  readonly holder: string;
  /** The number of the body's counted bytes. Only the room writes this property. */
  heldBytes: number;
  /** Drops the part of the body that has arrived. */
  refuse(reason: GatewayError): void;
}

export interface BodyRoomBounds {
  heldBodyBytes: number;
  heldBodyBytesPerAddress: number;
  drainsAtOnce: number;
}

interface Holder {
  bytes: number;
  bodies: number;
  /** Bodies that are still arriving, oldest first. */
  arriving: Set<HeldBody>;
}

export function createBodyRoom(bounds: BodyRoomBounds = limits): BodyRoom {
  const holders = new Map<string, Holder>();
  let heldBytes = 0;
  let drains = 0;

  /**
   * Makes room for new bytes. The network that holds the most bytes loses its oldest unfinished body to a network
   * that holds less, so that a few networks cannot fill the room.
   */
  function makeRoom(holder: Holder, bytes: number): void {
    while (heldBytes + bytes > bounds.heldBodyBytes) {
      const greediest = [...holders.values()].reduce((most, other) =>
        other.bytes > most.bytes ? other : most,
      );
      const [oldest] = greediest.arriving;
      if (oldest === undefined || greediest.bytes <= holder.bytes + bytes) throw fullProcess();
      oldest.refuse(fullProcess());
      release(oldest);
    }
  }

  function release(body: HeldBody): void {
    const holder = holders.get(body.holder);
    if (!holder || body.heldBytes === 0) return;
    holder.arriving.delete(body);
    holder.bytes -= body.heldBytes;
    heldBytes -= body.heldBytes;
    body.heldBytes = 0;
    holder.bodies -= 1;
    if (holder.bodies === 0) holders.delete(body.holder);
  }

  return {
    take(body, bytes) {
      const holder = holders.get(body.holder) ?? newHolder();
      if (holder.bytes + bytes > bounds.heldBodyBytesPerAddress) throw fullAddress();
      makeRoom(holder, bytes);
      holders.set(body.holder, holder);
      if (body.heldBytes === 0) {
        holder.bodies += 1;
        holder.arriving.add(body);
      }
      body.heldBytes += bytes;
      holder.bytes += bytes;
      heldBytes += bytes;
    },
    keep: (body) => void holders.get(body.holder)?.arriving.delete(body),
    release,
    async drain(rest) {
      if (drains >= bounds.drainsAtOnce) return;
      drains += 1;
      await rest().finally(() => (drains -= 1));
    },
    heldBytes: () => heldBytes,
  };
}

const newHolder = (): Holder => ({ bytes: 0, bodies: 0, arriving: new Set() });

const seconds = String(limits.busySeconds);

const fullAddress = () =>
  new GatewayError("rate_limited", {
    message: `Your address is sending too many request bodies at once. Wait ${seconds} seconds, then send fewer at a time.`,
    headers: { "retry-after": seconds, "x-ratelimit-reset": seconds },
  });

const fullProcess = () =>
  new GatewayError("internal_error", {
    status: 503,
    message: `Tepat is receiving too many request bodies at once. Send the request again in ${seconds} seconds.`,
    headers: { "retry-after": seconds },
  });
