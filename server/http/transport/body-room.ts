import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";

/**
 * How much of its clients' bodies a process holds in memory, and whose. Sending bytes costs a stranger nothing, so what is
 * held has two bounds: of one address, that it does not crowd out the others, and of all of them.
 */
export interface BodyRoom {
  /** Throws when there is no room for so many more bytes of this body. */
  take(body: HeldBody, bytes: number): void;
  /** Whoever has a whole body is at work on it: it is not taken from them any more. */
  keep(body: HeldBody): void;
  /** Gives everything back that was taken for it. */
  release(body: HeldBody): void;
  /** Waits for the rest of a body that nobody wants any more, unless too many are waited for. */
  drain(rest: () => Promise<void>): Promise<void>;
  heldBytes(): number;
}

export interface HeldBody {
  /** Whose bytes they are: a client's network. */
  readonly holder: string;
  /** Takes what has arrived away from it. */
  refuse(reason: GatewayError): void;
}

export interface BodyRoomBounds {
  heldBodyBytes: number;
  heldBodyBytesPerAddress: number;
  drainsAtOnce: number;
}

interface Holder {
  bytes: number;
  bytesOf: Map<HeldBody, number>;
  /** Bodies that still arrive, the oldest first. */
  arriving: Set<HeldBody>;
}

export function createBodyRoom(bounds: BodyRoomBounds = limits): BodyRoom {
  const holders = new Map<string, Holder>();
  let heldBytes = 0;
  let drains = 0;

  /** An address that sends slowly or much loses its place to one that sends little, so that a few cannot fill the room. */
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
    const bytes = holder?.bytesOf.get(body);
    if (!holder || bytes === undefined) return;
    holder.bytesOf.delete(body);
    holder.arriving.delete(body);
    holder.bytes -= bytes;
    heldBytes -= bytes;
    if (holder.bytesOf.size === 0) holders.delete(body.holder);
  }

  return {
    take(body, bytes) {
      const holder = holders.get(body.holder) ?? newHolder();
      if (holder.bytes + bytes > bounds.heldBodyBytesPerAddress) throw fullAddress();
      makeRoom(holder, bytes);
      holders.set(body.holder, holder);
      if (!holder.bytesOf.has(body)) holder.arriving.add(body);
      holder.bytesOf.set(body, (holder.bytesOf.get(body) ?? 0) + bytes);
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

const newHolder = (): Holder => ({ bytes: 0, bytesOf: new Map(), arriving: new Set() });

const seconds = String(limits.busySeconds);

const fullAddress = () =>
  new GatewayError("rate_limited", {
    message: `Too many request bodies are on their way from your address: send fewer at once, again in ${seconds} seconds.`,
    headers: { "retry-after": seconds, "x-ratelimit-reset": seconds },
  });

const fullProcess = () =>
  new GatewayError("internal_error", {
    status: 503,
    message: `Too many request bodies are on their way: send again in ${seconds} seconds.`,
    headers: { "retry-after": seconds },
  });
