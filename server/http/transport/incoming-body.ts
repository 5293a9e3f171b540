import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { BodyRoom, HeldBody } from "./body-room.ts";
import { RequestAborted } from "./message.ts";

/** The body of a request that has none. */
export const noBody = Promise.resolve(Buffer.alloc(0));

/** Past this the connection is closed, read or not. */
const drainedBytes = limits.bodyBytes + limits.drainBytes;

const nothing = Buffer.alloc(0);

/**
 * A request's body while it arrives. Keeps at most `limits.bodyBytes`, however many bytes come and in however
 * small pieces: they are copied into one buffer, since an object for each one-byte chunk would cost a hundredfold. What
 * it keeps is counted in the process's room, and nothing is kept once the answer is decided.
 */
export class IncomingBody implements HeldBody {
  readonly holder: string;
  readonly #room: BodyRoom;
  readonly #declaredBytes: number | undefined;
  #whole = Promise.withResolvers<Buffer>();
  #buffer = nothing;
  #receivedBytes = 0;
  #isKept = true;
  #isRefused = false;
  #isComplete = false;
  /** Whoever sent it has left: nobody is there to send the rest, or to read an answer. */
  #isAbandoned = false;
  /** Set while an answer waits for the rest of the body. */
  #stopWaiting: (() => void) | undefined;

  /** `contentLength` is the header; without it the body is chunked and of unknown length. */
  constructor(contentLength: string | undefined, room: BodyRoom, holder: string) {
    this.#room = room;
    this.holder = holder;
    this.#declaredBytes = contentLength === undefined ? undefined : Number(contentLength);
    this.#whole.promise.catch(() => undefined); // the application may never ask for it
    if (Number(contentLength) > limits.bodyBytes) this.refuse(tooLarge());
  }

  read(): Promise<Buffer> {
    return this.#whole.promise;
  }

  /** Copies the bytes; the caller may reuse them. */
  push(bytes: Uint8Array): void {
    const length = this.#receivedBytes;
    this.#receivedBytes += bytes.length;
    if (this.#receivedBytes > limits.bodyBytes) this.refuse(tooLarge());
    if (this.#receivedBytes > drainedBytes) this.#stopWaiting?.();
    if (!this.#isKept || !this.#makeRoom(length)) return;
    this.#buffer.set(bytes, length);
  }

  end(): void {
    this.#isComplete = true;
    if (this.#isKept) {
      this.#room.keep(this);
      this.#whole.resolve(this.#buffer.subarray(0, this.#receivedBytes));
    }
    this.#stopWaiting?.();
  }

  /** The client left. Means nothing once the body is complete. */
  abort(): void {
    if (this.#isComplete) return;
    this.#isAbandoned = true;
    this.discard();
    this.#whole.reject(new RequestAborted());
    this.#stopWaiting?.();
  }

  /** Whoever reads it is told why; the rest is thrown away as it comes. */
  refuse(reason: GatewayError): void {
    this.#isRefused = true;
    this.discard();
    this.#whole.reject(reason);
  }

  /** Nobody reads it any more: what has arrived is let go, and what still comes is not kept. */
  discard(): void {
    this.#isKept = false;
    this.#buffer = nothing;
    this.#room.release(this);
    if (!this.#isComplete) return;
    // A settled promise would hold the bytes for as long as the connection holds this object.
    this.#whole = Promise.withResolvers();
    this.#whole.promise.catch(() => undefined);
  }

  /**
   * Waits until the answer may be sent and tells whether the connection can carry another request after it.
   * What is still on its way is read and thrown away first, within bounds: closing on unread bytes resets the connection,
   * and the client would lose the answer that says why. When many are at it, that is what happens.
   */
  async settle(): Promise<boolean> {
    this.discard();
    const isWorthReading = (this.#declaredBytes ?? 0) <= drainedBytes;
    const isOnItsWay = !this.#isComplete && !this.#isAbandoned;
    if (isOnItsWay && isWorthReading) await this.#room.drain(() => this.#rest());
    return this.#isComplete && !this.#isRefused;
  }

  /** False when there is none. */
  #makeRoom(length: number): boolean {
    if (this.#receivedBytes <= this.#buffer.length) return true;
    const expected = Math.min(this.#declaredBytes ?? limits.bodyBytes, limits.bodyBytes);
    const size = Math.max(this.#receivedBytes, Math.min(2 * length, expected));
    try {
      this.#room.take(this, size - this.#buffer.length);
    } catch (reason) {
      this.refuse(reason as GatewayError);
      return false;
    }
    const larger = Buffer.allocUnsafe(size);
    this.#buffer.copy(larger, 0, 0, length);
    this.#buffer = larger;
    return true;
  }

  async #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopWaiting = resolve;
    const timer = setTimeout(resolve, limits.drainMilliseconds);
    await promise;
    clearTimeout(timer);
  }
}

const tooLarge = () =>
  new GatewayError("bad_request", {
    status: 413,
    message: `The body is larger than ${limits.bodyBytes / 1024} KiB.`,
  });
