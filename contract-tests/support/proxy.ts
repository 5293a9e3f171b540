import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A reverse proxy as an operator may have one: it serves Tepat below a path, and may change what it passes on. */

interface Passed {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Proxy {
  base_url: string;
  stop(): Promise<void>;
}

type Change = (passed: Passed, asked: { method: string; path: string }) => Passed;

export async function startProxy(
  target: string,
  { prefix = "", change = (passed) => passed }: { prefix?: string; change?: Change } = {},
): Promise<Proxy> {
  const server = createServer((asked, answer) => {
    const { method = "", headers, url = "" } = asked;
    const path = url.slice(prefix.length);
    if (!url.startsWith(`${prefix}/`)) {
      answer.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
      return;
    }
    const { hostname, port } = new URL(target);
    const onward = request({ hostname, port, method, path, headers }, async (received) => {
      const { statusCode: status = 0, headers: sent } = received;
      const changed = change(
        { status, headers: sent, body: await text(received) },
        { method, path },
      );
      const {
        "content-length": _length,
        "transfer-encoding": _encoding,
        ...kept
      } = changed.headers;
      answer.writeHead(changed.status, kept).end(changed.body);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
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
