import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";

/** A merchant's server that records the received webhooks and responds as the test says. */

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  /** Returns an address. Webhooks to the address are recorded under this name. */
  urlOf(name: string): string;
  /** Returns the webhooks received under a name, in order. */
  heard(name: string): Received[];
  /** Waits until at least this number of webhooks have arrived, and returns them. */
  waitFor(name: string, count?: number): Promise<Received[]>;
}

interface ReceiverAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Starts a receiver. It calls `answer` with the name and the number of earlier webhooks under the
 * name.
 */
export async function startReceiver(
  answer: (name: string, earlier: number) => ReceiverAnswer = () => ({ status: 200 }),
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const heard = (name: string) => received.filter(({ path }) => path === `/${name}`);
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const body = await text(request);
    const {
      status,
      headers: answerHeaders,
      body: answerBody,
    } = answer(path.slice(1), heard(path.slice(1)).length);
    received.push({ path, headers, body });
    response.writeHead(status, answerHeaders).end(answerBody);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    heard,
    async waitFor(name, count = 1) {
      await expect.poll(() => heard(name).length, { interval: 20 }).toBeGreaterThanOrEqual(count);
      return heard(name);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Returns the event as a merchant's handler receives it. Throws if the signature does not match the merchant's secret.
 */
export function verified(
  { webhook_secret }: { webhook_secret: string },
  { headers, body }: Received,
): unknown {
  return new Webhook(webhook_secret).verify(body, headers as Record<string, string>);
}
