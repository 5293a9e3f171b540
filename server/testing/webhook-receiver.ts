import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** A merchant's server for tests. It records the received webhooks and responds as the test says. */

interface ReceivedWebhook {
  /** The path and the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The original bytes of the body, for bodies that are not text. */
  bytes: Buffer;
}

export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  delay_milliseconds?: number;
}

/**
 * Returns the response to the request with this index, counted from 0. `drop` closes the connection without a
 * response.
 */
export type Respond = (received: ReceivedWebhook, index: number) => ReceiverAnswer | "drop";

export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>`, without a path. */
  url: string;
  port: number;
  received: readonly ReceivedWebhook[];
  /**
   * Resolves with all received webhooks once there are at least `count`. Rejects after `waitMilliseconds`.
   */
  waitFor: (count: number) => Promise<readonly ReceivedWebhook[]>;
  close: () => Promise<void>;
}

const waitMilliseconds = 60_000;
const pollMilliseconds = 5;

export async function startWebhookReceiver(
  options: { respond?: Respond } = {},
): Promise<WebhookReceiver> {
  const respond: Respond = options.respond ?? (() => ({}));
  const received: ReceivedWebhook[] = [];

  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined);
    if (bytes === undefined) return; // the sender disconnected during the request
    const body = bytes.toString("utf8");
    const webhook = { path: request.url ?? "", headers: request.headers, body, bytes };
    const index = received.push(webhook) - 1;
    const answer = respond(webhook, index);
    if (answer === "drop") {
      request.destroy();
      return;
    }
    const { delay_milliseconds } = answer;
    if (delay_milliseconds !== undefined) await wait(delay_milliseconds, undefined, { ref: false });
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    async waitFor(count) {
      const deadline = performance.now() + waitMilliseconds;
      while (received.length < count) {
        if (performance.now() > deadline) {
          throw new Error(
            `the receiver expected ${count} webhooks, but received ${received.length}`,
          );
        }
        await wait(pollMilliseconds);
      }
      return received;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
