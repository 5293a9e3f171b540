import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";

/**
 * Counts the bytes of clients' bodies that a process holds in memory, and whose they are. Sending bytes costs a
 * stranger nothing, so there are two bounds: one for all addresses, and one for each, so that no address takes all the
 * room.
 */
export interface BodyRoom {
  /** Counts further bytes of this body. Throws when there is no room. */
  take(body: HeldBody, bytes: number): void;
  /** Marks a body as complete and in use: it is no longer taken away. */
  keep(body: HeldBody): void;
  /** Gives back all bytes that were counted for it. */
  release(body: HeldBody): void;
  /** Waits for the rest of a body that is no longer needed, unless too many are waited for already. */
  drain(rest: () => Promise<void>): Promise<void>;
  heldBytes(): number;
}

export interface HeldBody {
  /** The client's network, for which the bytes are counted. */
  readonly holder: string;
  /** The number of its bytes that are counted. Only the room writes it. */
  heldBytes: number;
  /** Drops what has arrived of the body. */
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
  /** Bodies that are still arriving, the oldest first. */
  arriving: Set<HeldBody>;
}

export function createBodyRoom(bounds: BodyRoomBounds = limits): BodyRoom {
  const holders = new Map<string, Holder>();
  let heldBytes = 0;
  let drains = 0;

  /**
   * An address that sends slowly, or much, loses its place to one that sends little, so that a few addresses cannot
   * fill the room.
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
