import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  startListenerProcess,
  transports,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { seededRandom, randomSeed } from "../../testing/random.ts";
import { RawConnection } from "../../testing/raw-connection.ts";

/** While many clients break the rules at once, a client that follows them still gets its responses. */

const host = "Host: tepat.test\r\n";
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const unreadPost = `POST /unread HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc`;
const openPost = `POST / HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nabc`;
const clients = 500;

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`the ${transport} listener${note}`, () => {
    const isUws = transport === "uws";
    const opened: RawConnection[] = [];
    let served: ListenerProcess;

    beforeAll(async () => {
      served = await startListenerProcess(transport, node ?? "");
    });
    afterEach(() => opened.splice(0).forEach(({ socket }) => socket.destroy()));
    afterAll(() => served.child.kill());

    async function open(): Promise<RawConnection> {
      const connection = await RawConnection.open(served.port);
      opened.push(connection);
      return connection;
    }
    const openMany = (count: number, first: (index: number) => string) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => (await open()).send(first(index))),
      );

    /** Sends many requests over one connection, also after an unread body. */
    async function expectServed(): Promise<void> {
      const connection = await open();
      expect((await connection.send(unreadPost).response()).status).toBe(401);
      for (let asked = 0; asked < 20; asked += 1) {
        const { status, body } = await connection.send(get("/served")).response();
        expect({ status, path: JSON.parse(body).path }).toEqual({ status: 200, path: "/served" });
      }
      connection.socket.destroy();
    }
    const memory = async () => Number((await (await open()).send(get("/memory")).response()).body);

    it.each([
      ["silent", () => ""],
      ["in the middle of their headers", () => `GET /slow HTTP/1.1\r\n${host}X-Probe: `],
      ["in the middle of their bodies", () => openPost],
      [
        "in the middle of a chunk",
        () => `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`,
      ],
      ["waiting for a slow answer", () => get("/slow?wait_milliseconds=600000")],
    ])("answers beside five hundred clients who are %s, and after they leave", async (_, first) => {
      const crowd = await openMany(clients, first);
      for (const { socket } of crowd) socket.pause();
      await expectServed();
      for (const { socket } of crowd) socket.destroy();
      await expectServed();
    });

    it("answers beside many clients that do not read a long answer", async () => {
      const crowd = await openMany(50, () => get("/download?times=100000&bytes=100000"));
      for (const { socket } of crowd) socket.pause();
      await expectServed();
    });

    it("answers beside five hundred clients that leave in the middle, repeatedly", async () => {
      const before = await memory();
      for (let round = 0; round < 6; round += 1) {
        const crowd = await openMany(clients, (index) =>
          index % 2 === 0 ? openPost : get("/slow?wait_milliseconds=50"),
        );
        for (const [index, { socket }] of crowd.entries()) {
          if (index % 3 === 0) socket.resetAndDestroy();
          else socket.destroy();
        }
      }
      await expectServed();
      expect((await memory()) - before).toBeLessThan(64 * 1024 * 1024);
    });

    it("answers requests of one write in order, or none after the first pending one", async () => {
      const count = 300;
      const connection = await open();
      connection.send(
        Array.from({ length: count }, (_, index) => get(`/${index}`)).join("") +
          `GET /last HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      );
      const paths = [...(await connection.closed()).matchAll(/"path":"\/(?<path>\w+)"/g)].map(
        ([, path]) => path,
      );
      const asked = [...Array.from({ length: count }, (_, index) => String(index)), "last"];
      expect(paths).toEqual(asked.slice(0, paths.length));
      if (!isUws) expect(paths).toHaveLength(count + 1);
      await expectServed();
    });

    it("serves nothing in response to bytes that are not HTTP", async () => {
      const random = seededRandom(randomSeed(`bytes for the ${transport} listener`));
      const byte = () => String.fromCharCode(Math.floor(random() * 256));
      const bytes = (length: number) => Array.from({ length }, byte).join("");
      const valid = `POST /served HTTP/1.1\r\n${host}Content-Length: 3\r\nX-Probe: a\r\n\r\nabc`;
      /** A valid request with a few changed bytes in its first line and headers. */
      const mutated = () => {
        const at = valid.split("");
        for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
          at[Math.floor(random() * (valid.length - 3))] = byte();
        }
        return at.join("");
      };
      for (let round = 0; round < 20; round += 1) {
        const crowd = await openMany(50, (index) => (index % 2 === 0 ? mutated() : bytes(400)));
        const ends = crowd.map(async (connection, index) => {
          // Some of these bytes begin a request, so the server waits for the rest.
          connection.socket.end();
          const timer = setTimeout(() => connection.socket.destroy(), 500);
          const answer = await connection.closed();
          clearTimeout(timer);
          // uWebSockets.js responds with 505 to every other version of HTTP.
          expect(answer).not.toMatch(/^HTTP\/1\.1 5(?!05)/);
          if (index % 2 === 1) expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
        });
        await Promise.all(ends);
      }
      await expectServed();
    });

    it("leaks no memory over thousands of requests", async () => {
      const ask = async (count: number) => {
        const crowd = await openMany(20, () => "");
        await Promise.all(
          crowd.map(async (connection) => {
            for (let asked = 0; asked < count / 20; asked += 1) {
              await connection.send(asked % 2 === 0 ? unreadPost : get("/served")).response();
            }
            connection.socket.destroy();
          }),
        );
      };
      await ask(5_000);
      const before = await memory();
      await ask(20_000);
      expect((await memory()) - before).toBeLessThan(64 * 1024 * 1024);
    });
  });
}
