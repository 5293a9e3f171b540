import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A relay between the gateway and the shop. It records webhooks, and can repeat them or drop them. */
export interface Relay {
  url: string;
  /** The target of webhooks. null: webhooks are acknowledged and dropped. */
  target: string | null;
  webhooks: Webhook[];
  /** Forwards a webhook unchanged to the shop. */
  send(webhook: Webhook): Promise<number>;
  end(): Promise<void>;
}

export interface Webhook {
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  /** The status of the shop's response. */
  status: number;
  code: string;
  type: string;
}

const carried = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"];

export async function startRelay(): Promise<Relay> {
  const server = createServer(async (request, response) => {
    const body = Buffer.from(await buffer(request));
    const headers = Object.fromEntries(
      carried.map((name) => [name, String(request.headers[name] ?? "")]),
    );
    const { type, data } = JSON.parse(body.toString()) as {
      type: string;
      data: { payment_code: string };
    };
    const webhook = { headers, body, status: 204, type, code: data.payment_code };
    if (relay.target !== null) webhook.status = await relay.send(webhook);
    relay.webhooks.push(webhook);
    response.writeHead(webhook.status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    target: null,
    webhooks: [],
    async send({ headers, body }) {
      try {
        const answer = await fetch(relay.target ?? "", { method: "POST", headers, body });
        return answer.status;
      } catch {
        return 502;
      }
    },
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return relay;
}
