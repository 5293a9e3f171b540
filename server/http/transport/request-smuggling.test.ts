import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startListenerProcess,
  transports,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { RawConnection } from "../../testing/raw-connection.ts";

/**
 * Requests whose end a proxy might place differently from the server (RFC 9112, section 11.2). The server must not
 * serve the bytes that follow, because the proxy never saw them as a request.
 */

const host = "Host: tepat.test\r\n";
const follower = `GET /smuggled HTTP/1.1\r\n${host}\r\n`;
/** The server responds to this path without waiting for the body, which gives the following request its best chance. */
const post = (headers: string, body: string): string =>
  `POST /unread HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}${follower}`;
const chunked = (body: string): string => post("Transfer-Encoding: chunked", body);
const all = String(follower.length);
const end = "0\r\n\r\n";

const doubtful: [string, string][] = [
  ["two lengths, the first of nothing", post(`Content-Length: 0\r\nContent-Length: ${all}`, "")],
  ["two lengths, the second of nothing", post(`Content-Length: ${all}\r\nContent-Length: 0`, "")],
  ["a list of lengths", post("Content-Length: 3, 3", "abc")],
  ["an empty length", post("Content-Length: ", "")],
  ["a length with a space before the colon", post("Content-Length : 3", "abc")],
  ["a length on a folded line", post("Content-Length:\r\n 3", "abc")],
  ["a length past 64 bits", post("Content-Length: 18446744073709551619", "abc")],
  ["a length, then chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked", end)],
  ["chunks, then a length", post("Transfer-Encoding: chunked\r\nContent-Length: 5", end)],
  ["chunks that are not the last coding", post("Transfer-Encoding: chunked, identity", end)],
  [
    "chunks and another coding",
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", end),
  ],
  ["chunks twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", end)],
  ["an unknown coding", post("Transfer-Encoding: xchunked", end)],
  ["no coding", post("Transfer-Encoding: identity", end)],
  ["a coding in quotes", post('Transfer-Encoding: "chunked"', end)],
  ["a coding with a space before the colon", post("Transfer-Encoding : chunked", end)],
  ["a coding after a vertical tab", post("Transfer-Encoding: \x0bchunked", end)],
  ["a coding on a folded line", post("Transfer-Encoding:\r\n chunked", end)],
  ["a coding behind a lone CR", post("X-Probe: a\rTransfer-Encoding: chunked", end)],
  ["a chunk's size past 64 bits", chunked("10000000000000000\r\n\r\n")],
  ["a chunk's size with a sign", chunked("-1\r\n\r\n")],
  ["a chunk's size in another way", chunked(`0x3\r\nabc\r\n${end}`)],
  ["a chunk's size before a lone LF", chunked(`3\nabc\r\n${end}`)],
  ["a chunk before a lone LF", chunked(`3\r\nabc\n${end}`)],
  ["more than a chunk's size", chunked(`3\r\nabcXX${end}`)],
  ["a lone LF in a chunk's extension", chunked(`3;a\nb\r\nabc\r\n${end}`)],
  ["a length after the chunks", chunked(`3\r\nabc\r\n0\r\nContent-Length: 3\r\n\r\n`)],
  ["chunks without their end", chunked("0\r\n")],
  ["lone LFs", `POST /unread HTTP/1.1\n${host.trim()}\nContent-Length: 0\n\n${follower}`],
  ["HTTP/1.0 and chunks", chunked(end).replace("HTTP/1.1", "HTTP/1.0")],
  [
    "HTTP/1.0 that keeps its connection, and chunks",
    post("Connection: keep-alive\r\nTransfer-Encoding: chunked", end).replace("1.1", "1.0"),
  ],
  [
    "HTTP/1.0 that keeps its connection, and chunks that are read",
    post("Connection: keep-alive\r\nTransfer-Encoding: chunked", `3\r\nabc\r\n${end}`)
      .replace("/unread", "/read")
      .replace("1.1", "1.0"),
  ],
];

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`the ${transport} listener${note}`, () => {
    let served: ListenerProcess;
    beforeAll(async () => {
      served = await startListenerProcess(transport, node ?? "");
    });
    afterAll(() => served.child.kill());

    async function events(): Promise<string> {
      const connection = await RawConnection.open(served.port);
      const { body } = await connection.send(`GET /events HTTP/1.1\r\n${host}\r\n`).response();
      connection.socket.destroy();
      return body;
    }

    it.for(doubtful)("serves nothing after %s", async ([, bytes]) => {
      const connection = (await RawConnection.open(served.port)).send(bytes);
      // A request that still waits for its body is left to the limits for slow clients.
      const deadline = setTimeout(() => connection.socket.destroy(), 300);
      const answers = (await connection.closed()).match(/HTTP\/1.1 \d+/g) ?? [];
      clearTimeout(deadline);
      expect(answers).not.toContain("HTTP/1.1 200");
      expect(await events()).not.toContain("/smuggled");
    });

    it.for([
      ["a stream", "GET", "/stream?bytes=1&times=0"],
      ["a table", "GET", "/download?times=1&bytes=1"],
      ["the head of a stream", "HEAD", "/stream?bytes=1&times=0"],
      ["no content", "OPTIONS", "/no-content"],
    ])("serves nothing after broken chunks and %s", async ([, method, path]) => {
      const connection = await RawConnection.open(served.port);
      connection.send(
        `${method} ${path} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabcXX${end}`,
      );
      await connection.response({ isHead: true });
      connection.send(follower);
      const deadline = setTimeout(() => connection.socket.destroy(), 300);
      await connection.closed();
      clearTimeout(deadline);
      expect(await events()).not.toContain("/smuggled");
    });

    it("serves the request after a body of known length", async () => {
      const connection = await RawConnection.open(served.port);
      connection.send(post("Content-Length: 3", "abc"));
      expect((await connection.response()).status).toBe(401);
      expect((await connection.response()).status).toBe(200);
      connection.socket.destroy();
    });

    it("accepts no other protocol as HTTP/1.1", async () => {
      for (const upgrade of [
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      ]) {
        const connection = await RawConnection.open(served.port);
        connection.send(`GET /unread HTTP/1.1\r\n${host}${upgrade}\r\n`);
        expect((await connection.response()).status).toBe(401);
        connection.socket.destroy();
      }
      for (const line of ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT evil.example:80 HTTP/1.1"]) {
        const connection = await RawConnection.open(served.port);
        connection.send(`${line}\r\n${host}\r\n`);
        expect(await connection.closed()).not.toContain(" 200 ");
      }
    });
  });
}
