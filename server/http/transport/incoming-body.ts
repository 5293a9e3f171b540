import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { BodyRoom, HeldBody } from "./body-room.ts";
import { RequestAborted } from "./message.ts";

/** The body of a request without a body. */
export const noBody = Promise.resolve(Buffer.alloc(0));

/** After this number of bytes the connection is closed, whether the bytes were read or not. */
const drainedBytes = limits.bodyBytes + limits.drainBytes;

const nothing = Buffer.alloc(0);

/**
 * A request's body while it arrives. The object keeps at most `limits.bodyBytes`, however many bytes come and however
 * small the pieces are. The bytes are copied into one buffer, because an object for each one-byte chunk would cost a
 * hundred times as much. The process's room counts these bytes. The object drops its bytes once the response is
 * decided.
 */
export class IncomingBody implements HeldBody {
  readonly holder: string;
  heldBytes = 0;
  readonly #room: BodyRoom;
  readonly #declaredBytes: number | undefined;
  /**
   * The reader that waits for the whole body. Most bodies have no reader, because a small body is complete before it
   * is read.
   */
  #reader: PromiseWithResolvers<Buffer> | undefined;
  #failure: Error | undefined;
  #buffer = nothing;
  #receivedBytes = 0;
  #isKept = true;
  #isRefused = false;
  #isComplete = false;
  /** The client has gone, so it sends no further bytes and reads no response. */
  #isAbandoned = false;
  /** Set while a response waits for the rest of the body. */
  #stopWaiting: (() => void) | undefined;

  /** `contentLength` is the header's value. Without the header the body is chunked and its length is unknown. */
  constructor(contentLength: string | undefined, room: BodyRoom, holder: string) {
    this.#room = room;
    this.holder = holder;
    this.#declaredBytes = contentLength === undefined ? undefined : Number(contentLength);
    if (Number(contentLength) > limits.bodyBytes) this.refuse(tooLarge());
  }

  read(): Promise<Buffer> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#isComplete && this.#isKept) return Promise.resolve(this.#whole());
    this.#reader ??= Promise.withResolvers();
    return this.#reader.promise;
  }

  /** Copies the bytes, so that the listener can reuse its buffer. */
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
      this.#reader?.resolve(this.#whole());
    }
    this.#stopWaiting?.();
  }

  /** Abandons the body when the client leaves. Does nothing once the body is complete. */
  abort(): void {
    if (this.#isComplete) return;
    this.#isAbandoned = true;
    this.#fail(new RequestAborted());
    this.#stopWaiting?.();
  }

  /** Rejects every read of the body with the reason. Later bytes are dropped. */
  refuse(reason: GatewayError): void {
    this.#isRefused = true;
    this.#fail(reason);
  }

  /** Stops reading the body. Bytes that have arrived are dropped, and later bytes are not kept. */
  discard(): void {
    if (!this.#isKept) return;
    this.#isKept = false;
    this.#buffer = nothing;
    this.#room.release(this);
    // A settled promise would hold the bytes for as long as the connection holds this object.
    if (this.#isComplete) this.#reader = undefined;
  }

  /**
   * Waits until the response can be sent, and returns whether the connection can carry another request afterwards.
   * Bytes that are still arriving are first read and dropped, within bounds. Closing a connection with unread bytes
   * would reset it, and the client would lose the response. If too many connections wait at once, this one is closed
   * anyway.
   */
  async settle(): Promise<boolean> {
    this.discard();
    const isWorthReading = (this.#declaredBytes ?? 0) <= drainedBytes;
    const isOnItsWay = !this.#isComplete && !this.#isAbandoned;
    if (isOnItsWay && isWorthReading) await this.#room.drain(() => this.#rest());
    return this.#isComplete && !this.#isRefused;
  }

  #whole(): Buffer {
    return this.#buffer.subarray(0, this.#receivedBytes);
  }

  #fail(failure: Error): void {
    this.discard();
    this.#failure ??= failure;
    this.#reader?.reject(failure);
  }

  /** Returns false if there is no room. */
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
    message: `The body is larger than ${limits.bodyBytes / 1024} KiB. Send a smaller body.`,
  });
