import { expect, it, onTestFinished } from "vitest";
import { limits } from "../contract/limits.ts";
import { findUwsNode, startListenerProcess } from "../testing/listener-process.ts";
import { RawConnection } from "../testing/raw-connection.ts";

/** A file of its own, since nothing shortens the waiting: it runs beside the other cases of the listeners. */

const uws = findUwsNode();
const uwsNode = "node" in uws ? uws.node : undefined;
const host = "Host: tepat.test\r\n";
const slowHeaders = `GET /slow HTTP/1.1\r\n${host}X-Probe: `;
const slowBody = `POST /slow HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`;
const slowChunk = `POST /slow HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;

const cases = [
  { transport: "node", node: process.execPath, part: "anything at all", head: "" },
  { transport: "node", node: process.execPath, part: "its headers", head: slowHeaders },
  { transport: "node", node: process.execPath, part: "its body", head: slowBody },
  { transport: "node", node: process.execPath, part: "the size of a chunk", head: slowChunk },
  // uWebSockets.js waits about 30 s for headers; nothing can be set.
  ...(uwsNode === undefined
    ? []
    : [
        { transport: "uws", node: uwsNode, part: "its body", head: slowBody },
        { transport: "uws", node: uwsNode, part: "the size of a chunk", head: slowChunk },
      ]),
];

it.concurrent.for(cases)(
  "the $transport listener closes a client that is too slow with $part",
  async ({ transport, node, head }) => {
    const { child, port } = await startListenerProcess(transport, node);
    const connection = await RawConnection.open(port);
    const started = Date.now();
    connection.send(head);
    const dripping = setInterval(() => head && connection.send("1"), 1_100);
    onTestFinished(() => {
      clearInterval(dripping);
      child.kill();
    });
    expect(await connection.closed()).toBe("");
    expect(Date.now() - started).toBeLessThan(limits.requestMilliseconds + 500);
  },
);
