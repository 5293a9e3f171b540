import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  startListenerProcess,
  transports,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { RawConnection } from "../../testing/raw-connection.ts";

/**
 * A table of unusual and invalid HTTP, with the outcome on each transport. Where the transports differ, `uws` gives
 * the outcome and `because` the reason why it is harmless. server/security/README.md lists the same differences for
 * operators.
 */

interface Row {
  bytes: string;
  /** The statuses in order. `!` marks a refusal in the envelope, and `closed` a connection that then ends. */
  node: string;
  uws?: string;
  because?: string;
}

const host = "Host: tepat.test\r\n";
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST /read HTTP/1.1\r\n${host}${headers}\r\n\r\n${body}`;
const chunked = "Transfer-Encoding: chunked";

const table: Record<string, Row> = {
  "an ordinary request": { bytes: get("/"), node: "200" },
  "two equal lengths": {
    bytes: post("Content-Length: 1\r\nContent-Length: 1", "a"),
    node: "400! closed",
  },
  "two different lengths": {
    bytes: post("Content-Length: 1\r\nContent-Length: 2", "ab"),
    node: "400! closed",
  },
  "a length and chunks": {
    bytes: post(`Content-Length: 5\r\n${chunked}`, "0\r\n\r\n"),
    node: "400! closed",
    uws: "400 closed",
    because: "its parser answers in its own words; clients of ours send no such request",
  },
  "line ends without CR": {
    bytes: `GET / HTTP/1.1\nHost: tepat.test\n\n`,
    node: "400! closed",
    uws: "505 closed",
    because: "its parser answers in its own words",
  },
  "a chunked body": {
    bytes: post(chunked, "3\r\nabc\r\n0\r\n\r\n"),
    node: "200",
    uws: "200 closed",
    because: "nothing after chunks is served",
  },
  "a chunk with an extension": {
    bytes: post(chunked, "3;a=b\r\nabc\r\n0\r\n\r\n"),
    node: "200",
    uws: "nothing",
    because:
      "it never sees the end of such a body, and closes after 15 seconds; no client writes extensions",
  },
  "chunks with a trailer": {
    bytes: post(`${chunked}\r\nTrailer: X-Sum`, "3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"),
    node: "200",
    uws: "505 closed",
    because: "it takes the trailer for another request, and serves neither",
  },
  "a header of 8 kB": { bytes: get("/", `X-Probe: ${"k".repeat(8_192)}\r\n`), node: "200" },
  "a header of 20 kB": {
    bytes: get("/", `X-Probe: ${"k".repeat(20_480)}\r\n`),
    node: "431! closed",
  },
  "101 headers": {
    bytes: get("/", "X-Probe: a\r\n".repeat(100)),
    node: "431! closed",
    uws: "431 closed",
    because: "its parser has room for 98 and answers in its own words",
  },
  "a target in absolute form": {
    bytes: get("http://tepat.test/"),
    node: "200",
    uws: "505 closed",
    because: "only proxies send it, and those in front of a server do not",
  },
  "HTTP/1.0": {
    bytes: `GET / HTTP/1.0\r\n${host}\r\n`,
    node: "200 closed",
    uws: "505 closed",
    because: "nginx needs proxy_http_version 1.1, which deploy/ has",
  },
  "a request after an answer": { bytes: get("/") + "\0" + get("/"), node: "200 200" },
  "two requests at once": {
    bytes: get("/unread") + get("/unread"),
    node: "401 401",
  },
  "no host": {
    bytes: "GET / HTTP/1.1\r\n\r\n",
    node: "400! closed",
    uws: "400 closed",
    because: "its parser answers in its own words",
  },
  "a header in lower case, and one with spaces around it": {
    bytes: get("/", "x-probe:   a  \r\n"),
    node: "200",
  },
  "Expect: 100-continue": {
    bytes: post("Content-Length: 3\r\nExpect: 100-continue", "abc"),
    node: "100 200",
  },
  "Expect: 100-Continue, as Java writes it": {
    bytes: post("Content-Length: 3\r\nExpect: 100-Continue", "abc"),
    node: "100 200",
    uws: "200",
    because: "Java's client asks only if it is told to, and a proxy in front answers it",
  },
  "an offer of HTTP/2": {
    bytes: get(
      "/",
      "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA\r\nUpgrade: h2c\r\n",
    ),
    node: "200",
  },
  "a folded header": {
    bytes: get("/", "X-Probe: a\r\n b\r\n"),
    node: "400! closed",
    uws: "400 closed",
    because: "its parser answers in its own words; RFC 9112 (5.2) has servers refuse it",
  },
};

/**
 * Sends the bytes. The part after a NUL follows once a response has come. Returns a function that gives the outcome
 * so far.
 */
async function send(port: number, bytes: string): Promise<() => string> {
  const connection = await RawConnection.open(port);
  onTestFinished(() => void connection.socket.destroy());
  let text = "";
  let isClosed = false;
  connection.socket.on("data", (some: string) => (text += some));
  connection.socket.on("close", () => (isClosed = true));
  const statuses = () => (text.match(/HTTP\/1\.1 \d{3}/g) ?? []).map((line) => line.slice(-3));
  for (const [index, part] of bytes.split("\0").entries()) {
    await expect.poll(() => statuses().length).toBeGreaterThanOrEqual(index);
    connection.send(part);
  }
  return () => {
    const mark = text.includes('"success":false') ? "!" : "";
    const told = statuses().map((status) => status + mark);
    return [...(told.length > 0 ? told : ["nothing"]), ...(isClosed ? ["closed"] : [])].join(" ");
  };
}

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`the ${transport} listener${note}`, () => {
    let served: ListenerProcess;
    beforeAll(async () => {
      served = await startListenerProcess(transport, node ?? "");
    });
    afterAll(() => served.child.kill());

    it.for(Object.entries(table))("%s", async ([, row]) => {
      const expected = transport === "uws" ? (row.uws ?? row.node) : row.node;
      const outcome = await send(served.port, row.bytes);
      await expect.poll(outcome, { interval: 20 }).toBe(expected);
      // The outcome must stay the same. A later response or close would show in most runs.
      await wait(100);
      expect(outcome()).toBe(expected);
    });
  });
}

it("every difference has a stated reason", () => {
  for (const { uws, because } of Object.values(table)) {
    expect(uws === undefined).toBe(because === undefined);
  }
});
