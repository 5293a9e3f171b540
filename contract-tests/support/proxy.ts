import { once } from "node:events";
import { createServer, request as requestByHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestByHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * A reverse proxy like an operator's: it serves Tepat below a path, and can change requests and responses.
 */

export interface Passed {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Proxy {
  base_url: string;
  stop(): Promise<void>;
}

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Change = (passed: Passed, asked: Asked) => Passed;

interface Changes {
  prefix?: string;
  /** Changes the request to the gateway. */
  ask?: (asked: Asked) => Asked;
  /** Changes the gateway's response. */
  change?: Change;
}

export async function startProxy(
  target: string,
  { prefix = "", ask = (asked) => asked, change = (passed) => passed }: Changes = {},
): Promise<Proxy> {
  const { protocol, hostname, port: targetPort, pathname } = new URL(target);
  const request = protocol === "https:" ? requestByHttps : requestByHttp;
  const server = createServer(async (incoming, answer) => {
    const { url = "" } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      answer.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
      return;
    }
    const asked = ask({
      method: incoming.method ?? "",
      path: url.slice(prefix.length),
      headers: incoming.headers,
      body: await text(incoming),
    });
    const { method, body } = asked;
    const { "transfer-encoding": _, ...headers } = asked.headers;
    if (headers["content-length"]) headers["content-length"] = String(Buffer.byteLength(body));
    if (protocol === "https:") headers.host = hostname;
    const path = pathname.replace(/\/$/, "") + asked.path;
    const options = { hostname, port: targetPort, method, path, headers };
    const onward = request(options, async (received) => {
      const { statusCode: status = 0, headers: sent } = received;
      const changed = change({ status, headers: sent, body: await text(received) }, asked);
      const {
        "content-length": _length,
        "transfer-encoding": _encoding,
        ...kept
      } = changed.headers;
      answer.writeHead(changed.status, kept).end(changed.body);
    });
    onward.on("error", () => answer.destroy());
    onward.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}${prefix}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
