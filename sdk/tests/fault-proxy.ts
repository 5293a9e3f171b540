import { once } from "node:events";
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** The faults of a network between a merchant and the gateway. */
export const faults = [
  "drop before",
  "drop after",
  "drop in the body",
  "429",
  "502 before",
  "502 after",
  "redirect",
] as const;

export type Fault = (typeof faults)[number];

interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** The number of times that each fault happened. */
  readonly happened: Map<Fault, number>;
  /** API keys that a redirect carried to another origin. */
  readonly strayKeys: unknown[];
}

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Starts a proxy between the SDK and `target`. `nextFault` chooses the fault of each request. */
export async function startFaultProxy(
  target: string,
  nextFault: (request: ProxiedRequest) => Fault | null,
): Promise<FaultProxy> {
  const happened = new Map<Fault, number>();
  const strayKeys: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    strayKeys.push(request.headers["x-api-key"]);
    response.end();
  });
  const elsewhereUrl = await listen(elsewhere);

  const proxy = createServer(async (request, response) => {
    const body = await buffer(request);
    const fault = nextFault({
      method: request.method ?? "",
      path: request.url ?? "",
      body: body.toString(),
    });
    if (fault) happened.set(fault, (happened.get(fault) ?? 0) + 1);
    await answer(fault, request, body, response);
  });

  async function answer(
    fault: Fault | null,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    switch (fault) {
      case "drop before":
        response.destroy();
        return;
      case "429":
        respond(response, limited);
        return;
      case "502 before":
        respond(response, badGateway);
        return;
      case "redirect":
        response.writeHead(307, { location: `${elsewhereUrl}${request.url}` }).end();
        return;
      default:
    }
    const { status, headers, body: answered } = await passOn(target, request, body);
    switch (fault) {
      case "drop after":
        response.destroy();
        return;
      case "drop in the body":
        response.writeHead(status, headers).write(answered.subarray(0, answered.length / 2), () => {
          response.destroy();
        });
        return;
      case "502 after":
        respond(response, badGateway);
        return;
      default:
        respond(response, { status, headers, body: answered });
    }
  }

  return {
    url: await listen(proxy),
    happened,
    strayKeys,
    async [Symbol.asyncDispose]() {
      for (const server of [proxy, elsewhere]) {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      }
    },
  };
}

const badGateway: Answer = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: Buffer.from("<h1>502 Bad Gateway</h1>"),
};

const limited: Answer = {
  status: 429,
  headers: { "content-type": "application/json", "x-ratelimit-reset": "0" },
  body: Buffer.from('{"success":false,"code":"rate_limited","message":"wait"}'),
};

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

async function passOn(target: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, headers } = request;
  const passed = forward(`${target}${request.url}`, { method, headers }).end(body);
  const [answer] = (await once(passed, "response")) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await buffer(answer),
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
