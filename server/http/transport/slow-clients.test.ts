import { afterAll, beforeAll, expect, it } from "vitest";
import {
  findUwsNode,
  startListenerProcess,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { RawConnection } from "../../testing/raw-connection.ts";

/**
 * These tests have their own file, so that their long waits run beside the listeners' other cases. Without our limits
 * a slow client would never be disconnected, or only after five minutes, which is longer than a test can take.
 */

const host = "Host: tepat.test\r\n";
const slowHeaders = `GET /slow HTTP/1.1\r\n${host}X-Probe: `;
const slowBody = `POST /slow HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`;
const slowChunk = `POST /slow HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;

const uws = findUwsNode();
const nodes = {
  node: process.execPath,
  ...("node" in uws && { uws: uws.node }),
};
const cases = [
  ["node", "anything at all", ""],
  ["node", "its headers", slowHeaders],
  ["node", "its body", slowBody],
  ["node", "the size of a chunk", slowChunk],
  // uWebSockets.js waits about 30 s for headers, and has no setting for this time.
  ["uws", "its body", slowBody],
  ["uws", "the size of a chunk", slowChunk],
].filter(([transport = ""]) => transport in nodes);

const listeners = new Map<string, ListenerProcess>();
beforeAll(async () => {
  for (const [transport, node] of Object.entries(nodes)) {
    listeners.set(transport, await startListenerProcess(transport, node));
  }
});
afterAll(() => listeners.forEach(({ child }) => child.kill()));

it.concurrent.for(cases)(
  "the %s listener closes a slow client with %s",
  async ([transport = "", , head = ""]) => {
    const connection = await RawConnection.open(listeners.get(transport)?.port ?? 0);
    connection.send(head);
    const dripping = setInterval(() => head && connection.send("1"), 1_100);
    try {
      expect(await connection.closed()).toBe("");
    } finally {
      clearInterval(dripping);
    }
  },
);
