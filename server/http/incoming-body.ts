import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { RequestAborted } from "./message.ts";

/** The body of a request that has none. */
export const noBody = Promise.resolve(Buffer.alloc(0));

/** Past this the connection is closed, read or not. */
const drainedBytes = limits.bodyBytes + limits.drainBytes;

/**
 * A request's body while it arrives. Keeps at most `limits.bodyBytes`, however many bytes come and in however
 * small pieces: they are copied into one buffer, since an object for each one-byte chunk would cost a hundredfold.
 */
export class IncomingBody {
  readonly #declaredBytes: number | undefined;
  readonly #whole = Promise.withResolvers<Buffer>();
  #buffer = Buffer.alloc(0);
  #receivedBytes = 0;
  #isTooLarge = false;
  #isComplete = false;
  /** Set while an answer waits for the rest of the body. */
  #stopWaiting: (() => void) | undefined;

  /** `contentLength` is the header; without it the body is chunked and of unknown length. */
  constructor(contentLength: string | undefined) {
    this.#declaredBytes = contentLength === undefined ? undefined : Number(contentLength);
    this.#whole.promise.catch(() => undefined); // the application may never ask for it
    if (Number(contentLength) > limits.bodyBytes) this.#refuse();
  }

  read(): Promise<Buffer> {
    return this.#whole.promise;
  }

  /** Copies the bytes; the caller may reuse them. */
  push(bytes: Uint8Array): void {
    const length = this.#receivedBytes;
    this.#receivedBytes += bytes.length;
    if (this.#receivedBytes > limits.bodyBytes) this.#refuse();
    if (this.#receivedBytes > drainedBytes) this.#stopWaiting?.();
    if (this.#isTooLarge) return;
    if (this.#receivedBytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#receivedBytes, 2 * length));
      this.#buffer.copy(larger, 0, 0, length);
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, length);
  }

  end(): void {
    this.#isComplete = true;
    this.#whole.resolve(this.#buffer.subarray(0, this.#receivedBytes));
    this.#stopWaiting?.();
  }

  /** The client left. Means nothing once the body is complete. */
  abort(): void {
    if (this.#isComplete) return;
    this.#whole.reject(new RequestAborted());
    this.#stopWaiting?.();
  }

  /**
   * Waits until the answer may be sent and tells whether the connection can carry another request after it.
   * A short remainder is left to the listener. A long or endless one is read and thrown away first, within bounds:
   * closing on unread bytes resets the connection, and the client would lose the answer that says why.
   */
  async settle(): Promise<boolean> {
    const isWorthReading = !this.#isShort() && !((this.#declaredBytes ?? 0) > drainedBytes);
    if (!this.#isComplete && isWorthReading) await this.#drain();
    return !this.#isTooLarge && (this.#isComplete || this.#isShort());
  }

  #isShort(): boolean {
    return this.#declaredBytes !== undefined && this.#declaredBytes <= limits.bodyBytes;
  }

  async #drain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopWaiting = resolve;
    const timer = setTimeout(resolve, limits.drainMilliseconds);
    await promise;
    clearTimeout(timer);
  }

  #refuse(): void {
    this.#isTooLarge = true;
    this.#buffer = Buffer.alloc(0);
    this.#whole.reject(
      new GatewayError("bad_request", {
        status: 413,
        message: `The body is larger than ${limits.bodyBytes / 1024} KiB.`,
      }),
    );
  }
}
