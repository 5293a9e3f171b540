import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../contract/limits.ts";
import {
  startListenerProcess,
  transports,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { RawConnection } from "../../testing/raw-connection.ts";

/**
 * Sends bodies, without their last bytes, to a path that does not read them. Such requests cost a stranger nothing.
 * Without the bounds, these would occupy 250 MB for as long as a body can take.
 */
const connections = 1_000;
const sentBytes = 250 * 1024;
const growthBytesMax = 64 * 1024 * 1024;
const atOnce = 100;

const almostAll = (path: string) => [
  `POST ${path} HTTP/1.1\r\nHost: tepat.test\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n`,
  Buffer.alloc(sentBytes, "x"),
];

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`the ${transport} listener${note}`, () => {
    let served: ListenerProcess;
    const sockets: Socket[] = [];
    beforeAll(async () => {
      served = await startListenerProcess(transport, node ?? "");
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      served.child.kill();
    });

    async function residentBytes(): Promise<number> {
      return Number(await (await fetch(`http://127.0.0.1:${served.port}/memory`)).text());
    }

    /**
     * Returns the memory after honest uploads. Uploads always cost some memory, because the garbage collector frees
     * buffers late.
     */
    async function residentBytesAfterHonestWork(): Promise<number> {
      const body = new Uint8Array(sentBytes);
      let most = 0;
      for (let sent = 0; sent < 200; sent += 1) {
        await (
          await fetch(`http://127.0.0.1:${served.port}/unread`, { method: "POST", body })
        ).text();
        if (sent % 10 === 0) most = Math.max(most, await residentBytes());
      }
      return most;
    }

    async function attack(path: string): Promise<void> {
      const socket = connect(served.port, "127.0.0.1").on("error", () => undefined);
      sockets.push(socket);
      for (const part of almostAll(path)) socket.write(part);
      // Waits for a response or the end. The connection can stay open after the response.
      await Promise.race([once(socket, "data"), once(socket, "close")]);
    }

    it.for([
      ["to a path that wants none", "/unread"],
      ["to one that reads them", "/reads"],
    ])(
      `keeps under 64 MiB of ${connections} bodies sent %s`,
      { timeout: 120_000 },
      async ([, path = ""]) => {
        const before = await residentBytesAfterHonestWork();
        let most = before;
        for (let sent = 0; sent < connections; sent += atOnce) {
          const under = Array.from({ length: atOnce }, () => attack(path));
          // Bodies that are read wait for their end. Bodies beyond the bounds get a response.
          const some = path === "/unread" ? Promise.all(under) : Promise.race(under);
          await Promise.race([some, residentBytes()]);
          most = Math.max(most, await residentBytes());
        }
        expect(most - before).toBeLessThan(growthBytesMax);
        // A well-behaved client is served.
        const connection = await RawConnection.open(served.port);
        const { status } = await connection
          .send("GET /here HTTP/1.1\r\nHost: tepat.test\r\n\r\n")
          .response();
        expect(status).toBe(200);
        connection.socket.destroy();
      },
    );
  });
}
