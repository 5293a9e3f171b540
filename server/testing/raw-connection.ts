import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A plain TCP connection, for requests that no HTTP client would send. */

export interface RawResponse {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export class RawConnection {
  readonly socket: Socket;
  #received = "";
  #arrival = Promise.withResolvers<void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket
      .setEncoding("latin1")
      .on("data", (text: string) => {
        this.#received += text;
        this.#announce();
      })
      .on("error", () => undefined) // a reset is a response too
      .on("close", () => this.#announce());
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  send(text: string): this {
    this.socket.write(text, "latin1");
    return this;
  }

  /** Returns the next response, by its declared length. The response to HEAD declares a length, but has no body. */
  async response(options: { isHead?: boolean } = {}): Promise<RawResponse> {
    const end = "\r\n\r\n";
    const head = await this.#take((text) => (text.includes(end) ? text.indexOf(end) + 4 : 0));
    const [statusLine = "", ...lines] = head.trimEnd().split("\r\n");
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(":");
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    const length = options.isHead ? 0 : Number(headers.get("content-length") ?? 0);
    const body = length === 0 ? "" : await this.#take(() => length);
    return { status: Number(statusLine.split(" ")[1]), headers, body };
  }

  /** Returns the received text up to and including this text. */
  async until(text: string): Promise<string> {
    return this.#take((received) => {
      const at = received.indexOf(text);
      return at === -1 ? 0 : at + text.length;
    });
  }

  /**
   * Waits until the other side closes the connection. Returns the bytes that were not read as a
   * response.
   */
  async closed(): Promise<string> {
    while (!this.socket.closed) await this.#arrival.promise;
    return this.#received;
  }

  /**
   * Removes and returns characters from the beginning of the received text. `lengthIn` returns
   * their number; 0 waits for more.
   */
  async #take(lengthIn: (received: string) => number): Promise<string> {
    for (;;) {
      const length = lengthIn(this.#received);
      if (length > 0 && length <= this.#received.length) {
        const taken = this.#received.slice(0, length);
        this.#received = this.#received.slice(length);
        return taken;
      }
      if (this.socket.closed) throw new Error(`closed after ${JSON.stringify(this.#received)}`);
      await this.#arrival.promise;
    }
  }

  #announce(): void {
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }
}
