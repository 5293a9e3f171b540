import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type ReceiverAnswer,
  type Respond,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../testing/webhook-receiver.ts";
import {
  createCurrentWebhookClient,
  createWebhookClient,
  type WebhookClientOptions,
} from "./webhook-client.ts";

const loopback = async (): Promise<string[]> => ["127.0.0.1"];
const webhook = {
  headers: {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1795230900",
    "webhook-signature": "v1,x",
  },
  body: '{"type":"payment.paid"}',
};

const openResources: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(openResources.splice(0).map((close) => close()));
});

function clientOf(options: Partial<WebhookClientOptions> = {}) {
  return createWebhookClient({ allowPrivate: true, lookup: loopback, ...options });
}

async function receiverOf(respond?: Respond): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(respond && { respond });
  openResources.push(receiver.close);
  return receiver;
}

/** A receiver on a bare socket, for responses that no HTTP library would send. */
async function rawReceiver(
  onConnection: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<{ port: number; url: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  server.on("connection", (socket) => {
    sockets.push(socket);
    socket.on("error", () => {}); // the sender can close the connection at any time
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  openResources.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, sockets };
}

/** Sends the texts once the request has begun to arrive, and then calls `last`. */
const afterRequest =
  (head: string, last: (socket: Socket) => void = () => {}) =>
  (socket: Socket): void => {
    socket.once("data", () => {
      socket.write(head, () => last(socket));
    });
  };

function dripForEver(text: string): (socket: Socket) => void {
  return (socket) => {
    const timer = setInterval(() => socket.write(text), 10);
    socket.once("close", () => clearInterval(timer));
  };
}

async function unusedPort(): Promise<number> {
  const { port, close } = await startWebhookReceiver();
  await close();
  return port;
}

describe("the request", () => {
  test("contains the unchanged body, the caller's headers and Tepat's own", async () => {
    const receiver = await receiverOf();
    const body = '{"customer_name":"Sita 🛒 \u202eatiS\\r\\nX-Evil: 1</script>"}';
    const url = `http://hooks.example:${receiver.port}/hook/a%20b?shop=1`;
    const result = await clientOf().post({ ...webhook, url, body });

    expect(result).toMatchObject({ outcome: "success", http_status: 200, error_code: null });
    expect(result.duration_ms).toBeGreaterThanOrEqual(0);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({ path: "/hook/a%20b?shop=1", body });
    expect(receiver.received[0]!.headers).toEqual({
      ...webhook.headers,
      host: `hooks.example:${receiver.port}`,
      connection: "close",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "accept-encoding": "identity",
      "user-agent": expect.stringMatching(/^Tepat-Webhooks\/\d+\.\d+\.\d+$/),
    });
  });

  test("without an owner uses a separate connection every time", async () => {
    const { url, sockets } = await rawReceiver(
      afterRequest("HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n"),
    );
    const client = clientOf();
    expect((await client.post({ ...webhook, url })).outcome).toBe("success");
    expect((await client.post({ ...webhook, url })).outcome).toBe("success");
    expect(sockets).toHaveLength(2);
    await expect.poll(() => sockets.every((socket) => socket.closed)).toBe(true);
  });

  test.each(["a\r\nX-Evil: 1", "a\nb", "a\0b"])(
    "with the header value %j is a programming error and is never sent",
    async (value) => {
      const receiver = await receiverOf();
      const headers = { "webhook-id": value };
      await expect(clientOf().post({ ...webhook, url: receiver.url, headers })).rejects.toThrow(
        "invalid",
      );
      expect(receiver.received).toHaveLength(0);
    },
  );
});

describe("the answer", () => {
  // Fault D14.
  test.each([
    [200, "success"],
    [201, "success"],
    [204, "success"],
    [299, "success"],
    [304, "failure"],
    [400, "failure"],
    [404, "failure"],
    [410, "failure"],
    [429, "failure"],
    [500, "failure"],
    [503, "failure"],
    [999, "failure"],
  ])("%i is a %s", async (status, outcome) => {
    const receiver = await receiverOf(() => ({ status }));
    const result = await clientOf().post({ ...webhook, url: receiver.url });
    expect(result).toMatchObject({ outcome, http_status: status, error_code: null });
  });

  // Fault D5.
  test.each([301, 302, 303, 307, 308])(
    "%i is a failure, and the redirect is not followed",
    async (status) => {
      const elsewhere = await receiverOf();
      for (const location of ["/other", "http://evil.example/", `${elsewhere.url}/`]) {
        const receiver = await receiverOf(() => ({ status, headers: { location } }));
        const result = await clientOf().post({ ...webhook, url: receiver.url });
        expect(result).toMatchObject({ outcome: "failure", http_status: status, error_code: null });
        expect(receiver.received).toHaveLength(1);
      }
      expect(elsewhere.received).toHaveLength(0);
    },
  );

  test.each([
    ["90", 90],
    ["Sat, 21 Nov 2026 03:16:30 GMT", 90],
    ["soon", null],
    [undefined, null],
  ])("with Retry-After %j asks for %j seconds", async (retryAfter, seconds) => {
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "retry-after": retryAfter };
    const receiver = await receiverOf(() => ({ status: 429, headers }));
    const now = (): number => Date.parse("2026-11-21T03:15:00Z");
    const result = await clientOf({ now }).post({ ...webhook, url: receiver.url });
    expect(result.retry_after_seconds).toBe(seconds);
  });

  // Fault D25.
  test.each<[string, ReceiverAnswer["body"], string]>([
    ["an HTML page", "<h1>Oops</h1>\n<p>at\tdb.ts</p>\r\n", "<h1>Oops</h1> <p>at db.ts</p>"],
    ["NUL and escape codes", "a\0b\u001b[31mc\u0085d\u007fe", "a b [31mc d e"],
    ["direction and zero-width marks", "pay\u202eload\u200b\u2028end", "pay load end"],
    ["broken UTF-8", Buffer.from([0x61, 0xff, 0xfe, 0x62]), "a\ufffd\ufffdb"],
    ["a surrogate in disguise", Buffer.from([0xed, 0xa0, 0x80]), "\ufffd\ufffd\ufffd"],
    ["nothing", "", ""],
    ["4096 letters", "x".repeat(4096), "x".repeat(4096)],
    ["4097 letters", "x".repeat(4097), "x".repeat(4096)],
    ["an emoji on the edge", `${"x".repeat(4094)}🛒`, "x".repeat(4094)],
    ["emoji only", "🛒".repeat(2000), "🛒".repeat(1024)],
    // Each invalid byte becomes a character of three bytes. The bound applies to the stored text.
    ["garbage only", Buffer.alloc(8192, 0xff), "\ufffd".repeat(1365)],
  ])("with %s is kept as safe text of at most 4 KiB", async (_, body, response_head) => {
    const receiver = await receiverOf(() => ({ status: 500, body: body! }));
    const result = await clientOf().post({ ...webhook, url: receiver.url });
    expect(result.response_head).toBe(response_head);
    expect(Buffer.byteLength(result.response_head)).toBeLessThanOrEqual(4096);
    expect(result.response_head.isWellFormed()).toBe(true);
  });

  test("is read up to 16 KiB if endless, and then dropped", async () => {
    const { url, sockets } = await rawReceiver(
      afterRequest("HTTP/1.1 200 OK\r\n\r\n", (socket) => {
        const flood = (): void => {
          while (!socket.destroyed && socket.write("x".repeat(65_536)));
        };
        socket.on("drain", flood);
        flood();
      }),
    );
    const result = await clientOf().post({ ...webhook, url });
    expect(result).toMatchObject({ outcome: "success", response_head: "x".repeat(4096) });
    await expect.poll(() => sockets[0]!.closed).toBe(true);
  });

  test("counts after 16 KiB, without waiting for a slow rest", async () => {
    const { url } = await rawReceiver(
      afterRequest(`HTTP/1.1 200 OK\r\nContent-Length: 16385\r\n\r\n${"x".repeat(16_384)}`),
    );
    expect((await clientOf().post({ ...webhook, url })).outcome).toBe("success");
  });

  test("is never unpacked if compressed", async () => {
    const bomb = gzipSync("0".repeat(20_000_000));
    expect(bomb.length).toBeGreaterThan(16 * 1024);
    const receiver = await receiverOf(() => ({
      headers: { "content-encoding": "gzip" },
      body: bomb,
    }));
    const result = await clientOf().post({ ...webhook, url: receiver.url });
    expect(result.outcome).toBe("success");
    expect(result.response_head).not.toContain("0000");
  });
});

describe("a failed attempt", () => {
  // Fault D12.
  test.each<[string, (socket: Socket) => void, object]>([
    ["resets at once", (socket) => socket.resetAndDestroy(), { error_code: "connection_reset" }],
    [
      "resets after the request",
      afterRequest("", (socket) => socket.resetAndDestroy()),
      { error_code: "connection_reset" },
    ],
    ["closes without a word", (socket) => socket.end(), { error_code: "connection_closed" }],
    [
      "closes in the headers",
      afterRequest("HTTP/1.1 200 OK\r\nX-", (socket) => socket.end()),
      { error_code: "connection_closed" },
    ],
    [
      "closes in a body of known length",
      afterRequest("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", (socket) => socket.end()),
      { error_code: "connection_closed", http_status: 200, response_head: "half" },
    ],
    [
      "closes in a body of known length, as announced",
      afterRequest(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf",
        (socket) => socket.end(),
      ),
      { error_code: "connection_closed", http_status: 200, response_head: "half" },
    ],
    [
      "closes in a chunked body",
      afterRequest(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        (socket) => socket.end(),
      ),
      { error_code: "connection_closed", http_status: 200, response_head: "half" },
    ],
    [
      "speaks another protocol",
      (socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
      { error_code: "invalid_response" },
    ],
    [
      "sends a broken chunk",
      afterRequest("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
      { error_code: "invalid_response", http_status: 200 },
    ],
    [
      "sends headers of 17 KiB",
      afterRequest(`HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(17 * 1024)}\r\n\r\n`),
      { error_code: "invalid_response" },
    ],
    [
      "wants to change the protocol",
      afterRequest("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
      { error_code: "connection_closed" },
    ],
  ])("has its own error code if the server %s", async (_, onConnection, expected) => {
    const { url } = await rawReceiver(onConnection);
    const result = await clientOf().post({ ...webhook, url });
    expect(result).toMatchObject({ outcome: "failure", http_status: null, ...expected });
  });

  test("is connection_refused if no server listens", async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/`;
    expect(await clientOf().post({ ...webhook, url })).toEqual({
      outcome: "failure",
      http_status: null,
      error_code: "connection_refused",
      retry_after_seconds: null,
      response_head: "",
      response_headers: {},
      duration_ms: expect.any(Number),
    });
  });

  test("is connection_refused if no server listens on any of several addresses", async () => {
    const url = `http://hooks.example:${await unusedPort()}/`;
    const lookup = async (): Promise<string[]> => ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
    const result = await clientOf({ lookup }).post({ ...webhook, url });
    expect(result.error_code).toBe("connection_refused");
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("queryA ENOTFOUND hooks.example"))],
    ["finds no address", async () => []],
  ])("is dns_error if the lookup %s", async (_, lookup) => {
    const result = await clientOf({ lookup }).post({ ...webhook, url: "http://hooks.example/" });
    expect(result).toMatchObject({ outcome: "failure", error_code: "dns_error" });
  });

  test("continues with the next address if the first refuses", async () => {
    const receiver = await receiverOf();
    const lookup = async (): Promise<string[]> => ["127.0.0.2", "127.0.0.1"];
    const url = `http://hooks.example:${receiver.port}/`;
    expect((await clientOf({ lookup }).post({ ...webhook, url })).outcome).toBe("success");
  });
});

describe("time", () => {
  /** Longer than a test can take. */
  const never = 3_600_000;
  const hurried = { limits: { exchangeMilliseconds: 1_000, connectMilliseconds: 900 } };

  // Faults D11 and D12.
  test.each<[string, (socket: Socket) => void, number | null]>([
    ["accepts and stays silent", (socket) => socket.resume(), null],
    ["drips its headers", afterRequest("HTTP/1.1 200 OK\r\nX-Slow: ", dripForEver("x")), null],
    [
      "drips header after header",
      afterRequest("HTTP/1.1 200 OK\r\n", dripForEver("a: b\r\n")),
      null,
    ],
    ["drips interim answers", afterRequest("", dripForEver("HTTP/1.1 102 Wait\r\n\r\n")), null],
    ["drips its body", afterRequest("HTTP/1.1 200 OK\r\n\r\n", dripForEver("x")), 200],
    [
      "drips its chunks",
      afterRequest(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        dripForEver("1\r\nx\r\n"),
      ),
      200,
    ],
    ["stalls in its body", afterRequest("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"), 200],
  ])("ends for a server that %s", async (_, onConnection, http_status) => {
    const { url, sockets } = await rawReceiver(onConnection);
    const result = await clientOf(hurried).post({ ...webhook, url });
    expect(result).toMatchObject({ outcome: "failure", error_code: "timeout", http_status });
    expect(result.duration_ms).toBeGreaterThanOrEqual(990);
    await expect.poll(() => sockets[0]!.closed).toBe(true);
  });

  test.each([
    ["name server that never answers", "http", () => new Promise<string[]>(() => {})],
    ["receiver that never finishes the TLS handshake", "https", loopback],
  ])("for connecting ends for a %s", async (_, scheme, lookup) => {
    const { port } = await rawReceiver(() => {});
    const limits = { exchangeMilliseconds: never, connectMilliseconds: 200 };
    const url = `${scheme}://hooks.example:${port}/`;
    const result = await clientOf({ lookup, limits }).post({ ...webhook, url });
    expect(result).toMatchObject({ outcome: "failure", error_code: "timeout", http_status: null });
  });

  test("for the whole exchange includes the DNS lookup", async () => {
    const lookup = (): Promise<string[]> => new Promise(() => {});
    const limits = { exchangeMilliseconds: 200, connectMilliseconds: never };
    const result = await clientOf({ lookup, limits }).post({
      ...webhook,
      url: "http://hooks.example/",
    });
    expect(result.error_code).toBe("timeout");
  });

  test("is ended by the caller's signal during the DNS lookup", async () => {
    const stopping = new AbortController();
    const lookup = (): Promise<string[]> => {
      setImmediate(() => stopping.abort());
      return new Promise(() => {});
    };
    const result = await clientOf({ lookup }).post({
      ...webhook,
      url: "http://hooks.example/",
      signal: stopping.signal,
    });
    expect(result).toMatchObject({ outcome: "failure", error_code: "aborted" });
  });

  test("is ended by the caller's signal during the wait for the response", async () => {
    const stopping = new AbortController();
    const { url, sockets } = await rawReceiver((socket) => {
      socket.once("data", () => stopping.abort());
    });
    const result = await clientOf().post({ ...webhook, url, signal: stopping.signal });
    expect(result).toMatchObject({ outcome: "failure", error_code: "aborted", http_status: null });
    await expect.poll(() => sockets[0]!.closed).toBe(true);
  });

  test("is ended for all exchanges under one signal, and for no finished one", async () => {
    const stopping = new AbortController();
    let asked = 0;
    const { url, sockets } = await rawReceiver((socket) => {
      socket.on("data", () => {
        asked += 1;
        if (asked === 1) socket.write("HTTP/1.1 204 No Content\r\n\r\n");
        if (asked === 4) stopping.abort();
      });
    });
    const client = clientOf();
    const post = (keep_for: string) =>
      client.post({ ...webhook, url, keep_for, signal: stopping.signal });
    expect(await post("shop")).toMatchObject({ outcome: "success" });
    const others = await Promise.all(["a", "b", "c"].map(post));
    expect(others.map(({ error_code }) => error_code)).toEqual(["aborted", "aborted", "aborted"]);
    await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([false, true, true, true]);
  });

  test("does not begin under an aborted signal", async () => {
    const receiver = await receiverOf();
    const signal = AbortSignal.abort();
    const result = await clientOf().post({ ...webhook, url: receiver.url, signal });
    expect(result).toMatchObject({ outcome: "failure", error_code: "aborted" });
    expect(receiver.received).toHaveLength(0);
  });
});

describe("a kept connection", () => {
  const noContent = "HTTP/1.1 204 No Content\r\n\r\n";
  /** Sends the given response to every request on each connection, and counts the connections. */
  const answering =
    (answer = noContent) =>
    (socket: Socket) =>
      void socket.on("data", () => socket.write(answer));
  const ofShop = { ...webhook, keep_for: "shop" };
  /** A client whose connections stay open for longer than a busy machine pauses between two requests. */
  const keepingClient = ({ limits, ...options }: Partial<WebhookClientOptions> = {}) =>
    clientOf({ ...options, limits: { idleMilliseconds: 60_000, ...limits } });

  test("serves the next webhook of the same merchant to the same origin", async () => {
    const receiver = await receiverOf();
    const ports = new Set<number | undefined>();
    const { url, sockets } = await rawReceiver((socket) => {
      ports.add(socket.remotePort);
      answering()(socket);
    });
    const client = keepingClient();
    for (const path of ["", "a", "b?c=1"]) {
      const result = await client.post({ ...ofShop, url: url + path });
      expect(result).toMatchObject({ outcome: "success", http_status: 204, error_code: null });
    }
    expect(sockets).toHaveLength(1);
    // The receiver's Node.js server confirms that the bodies arrived whole.
    for (let count = 0; count < 3; count += 1) await client.post({ ...ofShop, url: receiver.url });
    expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill(webhook.body));
  });

  test("is not shared with another merchant, or between two hosts of one address", async () => {
    const { port, url, sockets } = await rawReceiver(answering());
    const client = keepingClient();
    await client.post({ ...ofShop, url });
    await client.post({ ...ofShop, url, keep_for: "other shop" });
    await client.post({ ...ofShop, url: `http://hooks.example:${port}/` });
    await client.post({ ...webhook, url });
    expect(sockets).toHaveLength(4);
  });

  test("serves one exchange at a time, of which a timeout ends only one", async () => {
    let requests = 0;
    const { url, sockets } = await rawReceiver((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests > 1) socket.write(noContent); // the first request gets no response
      });
    });
    const client = keepingClient({ limits: { exchangeMilliseconds: 1_000 } });
    const slow = client.post({ ...ofShop, url });
    await expect.poll(() => requests).toBe(1);
    for (let count = 0; count < 3; count += 1) {
      expect((await client.post({ ...ofShop, url })).outcome).toBe("success");
    }
    expect(sockets).toHaveLength(2);
    expect((await slow).error_code).toBe("timeout");
    await expect.poll(() => sockets[0]!.closed).toBe(true);
    expect((await client.post({ ...ofShop, url })).outcome).toBe("success");
    expect(sockets).toHaveLength(2);
  });

  test("is closed after a long idle time", async () => {
    const { url, sockets } = await rawReceiver(answering());
    const client = clientOf({ limits: { idleMilliseconds: 50 } });
    await client.post({ ...ofShop, url });
    await expect.poll(() => sockets[0]!.closed).toBe(true);
    expect((await client.post({ ...ofShop, url })).outcome).toBe("success");
    expect(sockets).toHaveLength(2);
  });

  test("is not kept at a high age", async () => {
    const { url, sockets } = await rawReceiver(answering());
    const client = clientOf({ limits: { lifeMilliseconds: 0 } });
    for (let count = 0; count < 2; count += 1) await client.post({ ...ofShop, url });
    expect(sockets).toHaveLength(2);
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
  });

  test("makes room for others if too many are idle", async () => {
    const { url, sockets } = await rawReceiver(answering());
    const client = clientOf({ limits: { idleConnections: 2, idleMilliseconds: 60_000 } });
    for (const keep_for of ["a", "b", "c"]) await client.post({ ...ofShop, url, keep_for });
    await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true, false, false]);
    for (const keep_for of ["c", "b"]) await client.post({ ...ofShop, url, keep_for });
    expect(sockets).toHaveLength(3);
  });

  test.each([
    ["says that it closes it", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"],
    ["speaks HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
    [
      "sends more than is read",
      `HTTP/1.1 200 OK\r\nContent-Length: 16385\r\n\r\n${"x".repeat(16_385)}`,
    ],
    [
      "announces too short a time",
      "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n",
    ],
  ])("is never reused if the server %s", async (_, answer) => {
    const { url, sockets } = await rawReceiver(answering(answer));
    const client = keepingClient();
    for (let count = 0; count < 2; count += 1) {
      expect((await client.post({ ...ofShop, url })).outcome).toBe("success");
    }
    expect(sockets).toHaveLength(2);
  });

  test("is replaced within the attempt if the server closes it at the next request", async () => {
    let requests = 0;
    const { url, sockets } = await rawReceiver((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests === 2) socket.resetAndDestroy();
        else socket.write(noContent);
      });
    });
    const client = keepingClient();
    await client.post({ ...ofShop, url });
    expect(await client.post({ ...ofShop, url })).toMatchObject({
      outcome: "success",
      error_code: null,
    });
    expect([requests, sockets.length]).toEqual([3, 2]);
  });

  test("is replaced only once, so a server that also resets new ones has failed", async () => {
    let requests = 0;
    const { url } = await rawReceiver((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests > 1) socket.resetAndDestroy();
        else socket.write(noContent);
      });
    });
    const client = keepingClient();
    await client.post({ ...ofShop, url });
    expect((await client.post({ ...ofShop, url })).error_code).toBe("connection_reset");
    expect(requests).toBe(3);
  });

  test("is a failure if broken during a response, because the server has answered", async () => {
    let requests = 0;
    const { url } = await rawReceiver((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write(noContent);
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", () => socket.end());
      });
    });
    const client = keepingClient();
    await client.post({ ...ofShop, url });
    expect(await client.post({ ...ofShop, url })).toMatchObject({
      error_code: "connection_closed",
      http_status: 200,
    });
    expect(requests).toBe(2);
  });

  test("ignores a response from before its request", async () => {
    const { url, sockets } = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write(noContent);
        setTimeout(() => socket.write(noContent), 20); // an unrequested response
      });
    });
    const client = keepingClient({ limits: { exchangeMilliseconds: 1_000 } });
    await client.post({ ...ofShop, url });
    await expect.poll(() => sockets[0]!.closed).toBe(true);
    expect((await client.post({ ...ofShop, url })).outcome).toBe("success");
    expect(sockets).toHaveLength(2);
  });

  test("saves a DNS lookup, and the next new connection looks up again", async () => {
    const { port, sockets } = await rawReceiver(answering());
    const lookup = vi.fn(loopback);
    const client = keepingClient({ lookup });
    const url = `http://hooks.example:${port}/`;
    for (let count = 0; count < 3; count += 1) await client.post({ ...ofShop, url });
    expect(lookup).toHaveBeenCalledTimes(1);
    sockets[0]!.destroy();
    lookup.mockRejectedValue(new Error("queryA ENOTFOUND hooks.example"));
    await expect
      .poll(async () => (await client.post({ ...ofShop, url })).error_code)
      .toBe("dns_error");
  });

  test("does not keep a process running", async () => {
    const { url } = await rawReceiver(answering());
    const file = new URL("webhook-client.ts", import.meta.url);
    const program = `
      const { createWebhookClient } = await import(${JSON.stringify(file.href)});
      const client = createWebhookClient({ allowPrivate: true, limits: { idleMilliseconds: 3_600_000 } });
      const request = { url: ${JSON.stringify(url)}, headers: {}, body: "{}", keep_for: "shop" };
      console.log((await client.post(request)).outcome);`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      program,
    ]);
    expect(stdout.trim()).toBe("success");
  });
});

describe("the destination", () => {
  test.each([
    "https://127.0.0.1/",
    "https://[::1]:8443/",
    "https://2130706433/",
    "https://localhost/",
    "https://hooks.example:22/",
    "http://hooks.example:25/",
    "http://127.0.0.1/",
    "https://user@hooks.example/",
    "https://hooks.example/\r\nX-Evil: 1",
    "not a URL",
  ])("%j is refused without asking a name server", async (url) => {
    const lookup = vi.fn(loopback);
    const result = await clientOf({ allowPrivate: false, lookup }).post({ ...webhook, url });
    expect(result).toMatchObject({
      outcome: "failure",
      http_status: null,
      error_code: "destination_not_allowed",
      response_head: "",
      response_headers: {},
    });
    expect(lookup).not.toHaveBeenCalled();
  });

  // Fault D8.
  test("is checked with the same result each time, among any number of others", async () => {
    const receiver = await receiverOf();
    const client = clientOf({ allowPrivate: false });
    const post = async (url: string) => (await client.post({ ...webhook, url })).error_code;
    const addresses = Array.from({ length: 1_001 }, (_, index) => `${receiver.url}?${index}`);
    for (const url of [receiver.url, receiver.url, ...addresses, receiver.url]) {
      expect(await post(url)).toBe("destination_not_allowed");
    }
    expect(receiver.received).toHaveLength(0);
    const allowed = clientOf();
    const paths = ["?a=1", "?a=2", "?a=1"];
    for (const path of paths) {
      expect((await allowed.post({ ...webhook, url: receiver.url + path })).error_code).toBeNull();
    }
    const called = receiver.received.map(({ path }) => path.slice(path.indexOf("?")));
    expect(called).toEqual(paths);
  });

  test("is never the gateway itself", async () => {
    const gateway = await receiverOf();
    const result = await clientOf({ ownOrigin: gateway.url }).post({
      ...webhook,
      url: `http://localhost:${gateway.port}/worker/heartbeat`,
    });
    expect(result.error_code).toBe("destination_not_allowed");
    expect(gateway.received).toHaveLength(0);
  });

  test.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["loopback as IPv6", ["::ffff:127.0.0.1"]],
    ["a public and a private address", ["8.8.8.8", "169.254.169.254"]],
    ["a private and a public address", ["fd00::1", "8.8.8.8"]],
  ])("is refused if its name resolves to %s", async (_, addresses) => {
    const lookup = vi.fn(async () => addresses);
    const result = await clientOf({ allowPrivate: false, lookup }).post({
      ...webhook,
      url: "https://hooks.example/",
    });
    expect(result).toMatchObject({ outcome: "failure", error_code: "destination_not_allowed" });
    expect(lookup).toHaveBeenCalledExactlyOnceWith("hooks.example");
  });

  test("of a private network can be resolved by this machine if a setting allows it", async () => {
    const receiver = await receiverOf();
    const client = createWebhookClient({ allowPrivate: true });
    const url = `http://localhost:${receiver.port}/`;
    expect((await client.post({ ...webhook, url })).outcome).toBe("success");
  });
});

describe("TLS", () => {
  const data = new URL("../testing/data/", import.meta.url);
  const cert = readFileSync(new URL("tls-certificate.pem", data), "utf8"); // for hooks.example, self-signed
  const key = readFileSync(new URL("tls-key.pem", data), "utf8");
  const trustedBefore = getCACertificates();
  afterEach(() => {
    setDefaultCACertificates(trustedBefore);
    vi.unstubAllEnvs();
  });

  async function tlsReceiver(): Promise<{ port: number; served: (string | false)[] }> {
    const served: (string | false)[] = [];
    const server = createHttpsServer({ cert, key }, (request, response) => {
      served.push((request.socket as TLSSocket).servername ?? false);
      response.end();
    });
    const { port } = await rawReceiver(() => {}, server);
    return { port, served };
  }

  test("with a trusted certificate delivers the webhook and names the host", async () => {
    setDefaultCACertificates([...trustedBefore, cert]);
    const { port, served } = await tlsReceiver();
    const url = `https://hooks.example:${port}/`;
    expect((await clientOf().post({ ...webhook, url })).outcome).toBe("success");
    expect(served).toEqual(["hooks.example"]);
  });

  test("with a self-signed certificate is refused before anything is sent", async () => {
    const { port, served } = await tlsReceiver();
    const url = `https://hooks.example:${port}/`;
    const result = await clientOf().post({ ...webhook, url });
    expect(result).toMatchObject({ outcome: "failure", error_code: "tls_error" });
    expect(served).toEqual([]);
  });

  test("is verified even if the environment disables it in Node", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { port, served } = await tlsReceiver();
    const result = await clientOf().post({ ...webhook, url: `https://hooks.example:${port}/` });
    expect(result.error_code).toBe("tls_error");
    expect(served).toEqual([]);
  });

  test.each(["other.example", "127.0.0.1"])(
    "with a trusted certificate for another host than %s is refused",
    async (host) => {
      setDefaultCACertificates([...trustedBefore, cert]);
      const { port, served } = await tlsReceiver();
      const result = await clientOf().post({ ...webhook, url: `https://${host}:${port}/` });
      expect(result).toMatchObject({ outcome: "failure", error_code: "tls_error" });
      expect(served).toEqual([]);
    },
  );

  test("to a plain HTTP server fails with tls_error", async () => {
    const receiver = await receiverOf();
    const url = `https://hooks.example:${receiver.port}/`;
    expect((await clientOf().post({ ...webhook, url })).error_code).toBe("tls_error");
  });
});

test("rules that change while the process runs end a kept connection too", async () => {
  const { url, received } = await receiverOf();
  let allowPrivate = true;
  const client = createCurrentWebhookClient(() => ({ allowPrivate }));
  const post = () => client.post({ ...webhook, url, keep_for: "shop" });
  expect((await post()).outcome).toBe("success");
  allowPrivate = false;
  expect((await post()).error_code).toBe("destination_not_allowed");
  allowPrivate = true;
  expect((await post()).outcome).toBe("success");
  expect(received.length).toBe(2);
});
