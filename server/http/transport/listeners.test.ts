import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "../../contract/limits.ts";
import {
  startListenerProcess,
  transports,
  type ListenerProcess,
} from "../../testing/listener-process.ts";
import { randomFrom } from "../../testing/random.ts";
import { RawConnection, type RawResponse } from "../../testing/raw-connection.ts";

/** Runs the same cases on both listeners, each in its own process. Where the listeners differ, the title says so. */

interface Seen {
  method: string;
  path: string;
  query: string;
  remote_address: string;
  probe?: string;
  user_agent?: string;
  body: string;
}

const host = "Host: tepat.test\r\n";
const get = (target: string, headers = ""): string =>
  `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`;
const post = (target: string, body: string, length = body.length): string =>
  `POST ${target} HTTP/1.1\r\n${host}Content-Length: ${length}\r\n\r\n${body}`;
const postChunked = (target: string): string =>
  `POST ${target} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const lastChunk = "0\r\n\r\n";

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

    async function open(port = served.port): Promise<RawConnection> {
      const connection = await RawConnection.open(port);
      opened.push(connection);
      return connection;
    }

    /** Returns the application's view of one request. */
    async function see(request: string): Promise<Seen> {
      const { body } = await (await open()).send(request).response();
      return JSON.parse(body) as Seen;
    }

    async function read<Value>(path: string): Promise<Value> {
      return JSON.parse((await (await open()).send(get(path)).response()).body) as Value;
    }

    /** Waits until the server has read everything that was sent before. */
    async function untilRead(port?: number): Promise<void> {
      for (const path of ["/", "/"]) await (await open(port)).send(get(path)).response();
    }

    /** Waits until the application has reported this event. */
    async function eventually(event: string): Promise<void> {
      await expect.poll(() => read<string[]>("/events")).toContain(event);
    }

    describe("the request", () => {
      it.for([
        ["/a%2Fb/../c//%zz?x=%20&y=a?b", "/a%2Fb/../c//%zz", "x=%20&y=a?b"],
        ["//host/path", "//host/path", ""],
        ["/?", "/", ""],
        [`/${"a/".repeat(300)}`, `/${"a/".repeat(300)}`, ""],
      ])("has the original path and query of %s", async ([target = "", path, query]) => {
        expect(await see(get(target))).toMatchObject({ method: "GET", path, query });
      });

      it.skipIf(isUws).for([
        ["http://other.test/a%2Fb?c", "/a%2Fb", "c"],
        ["HTTPS://other.test", "/", ""],
        ["http://other.test?c", "/", "c"],
      ])("has the path and query of the absolute target %s", async ([target = "", path, query]) => {
        expect(await see(get(target))).toMatchObject({ path, query });
      });

      it("has headers by their lower-case name", async () => {
        expect(await see(get("/", "X-pRoBe:  a b \r\n"))).toMatchObject({ probe: "a b" });
      });

      it("has repeated headers joined in their order", async () => {
        const repeated = "X-Probe: a\r\nUser-Agent: c\r\nx-probe: b\r\nUser-Agent: d\r\n";
        const seen = { probe: "a, b", user_agent: "c, d" };
        expect(await see(get("/", repeated))).toMatchObject(seen);
      });

      it("has only the sent headers", async () => {
        expect(await see(get("/"))).not.toHaveProperty("probe");
      });

      it("has the address of the peer", async () => {
        expect(await see(get("/"))).toMatchObject({ remote_address: "127.0.0.1" });
      });

      it("has an empty body if none was sent", async () => {
        expect(await see(get("/"))).toMatchObject({ body: "" });
        expect(await see(post("/", ""))).toMatchObject({ method: "POST", body: "" });
      });
    });

    describe("the body", () => {
      it("is complete if requested after its arrival", async () => {
        const body = "x".repeat(100_000);
        expect(await see(post("/?wait_milliseconds=100", body))).toMatchObject({ body });
      });

      it("is complete if it arrives after the request for it", async () => {
        const connection = (await open()).send(post("/", "ab", 4));
        await untilRead();
        expect((await connection.send("cd").response()).body).toContain('"body":"abcd"');
      });

      it("is complete for any division into packets", async () => {
        const random = randomFrom("packets");
        const requests = [
          post("/", "x".repeat(50)),
          `${postChunked("/")}${chunk("abc")}${lastChunk}`,
        ];
        for (let round = 0; round < 20; round += 1) {
          const request = requests[round % 2] ?? "";
          const connection = await open();
          for (let at = 0; at < request.length;) {
            const length = 1 + Math.floor(random() * 40);
            connection.send(request.slice(at, at + length));
            at += length;
            await wait(0);
          }
          const { body } = await connection.response();
          expect(body).toContain(round % 2 ? '"abc"' : `"${"x".repeat(50)}"`);
        }
      });

      it("can be as large as its limit", async () => {
        const seen = await see(post("/", "x".repeat(limits.bodyBytes)));
        expect(seen.body).toHaveLength(limits.bodyBytes);
      });

      it("is refused with 413 one byte past its limit, and the connection is closed", async () => {
        const connection = (await open()).send(post("/", "x".repeat(limits.bodyBytes + 1)));
        expectTooLarge(await connection.response());
        expect(await connection.closed()).toBe("");
      });

      it("is refused at once if announced far too large", async () => {
        // The server waits for the rest of a body that is slightly too large, but not for a body of this size.
        const awaited = (await open()).send(post("/", "x", limits.bodyBytes + 1)).closed();
        const connection = (await open()).send(post("/", "x", 10_000_000_000));
        expectTooLarge(await connection.response());
        expect(await Promise.race([connection.closed(), awaited.then(() => "later")])).toBe("");
        await awaited;
      });

      it("is refused after a short wait if announced too large and missing", async () => {
        const connection = (await open()).send(post("/", "x", limits.bodyBytes + 1));
        expectTooLarge(await connection.response());
        expect(await connection.closed()).toBe("");
      });

      it("is refused if endless, and uses little memory", async () => {
        const before = await read<number>("/memory");
        const connection = (await open()).send(postChunked("/"));
        const piece = chunk("x".repeat(10_000)).repeat(10);
        const sending = setInterval(() => connection.send(piece), 1);
        expectTooLarge(await connection.response());
        await connection.closed();
        clearInterval(sending);
        expect((await read<number>("/memory")) - before).toBeLessThan(32 * 1024 * 1024);
      });

      it("uses little memory in chunks of one byte", async () => {
        const before = await read<number>("/memory");
        const connection = (await open()).send(postChunked("/?wait_milliseconds=1000"));
        connection.send(chunk("x").repeat(100_000));
        await wait(500);
        expect((await read<number>("/memory")) - before).toBeLessThan(32 * 1024 * 1024);
        connection.send(lastChunk);
        expect((JSON.parse((await connection.response()).body) as Seen).body).toHaveLength(100_000);
      });

      const inChunks = `${postChunked("/unread")}${chunk("abc")}`;
      it.for([
        ["of known length", post("/unread", "abc", 6), "def"],
        // uWebSockets.js serves nothing after a chunked body: see request-smuggling.test.ts.
        ...(isUws ? [] : [["in chunks", inChunks, `${chunk("def")}${lastChunk}`]]),
      ])(
        "%s leaves the connection usable if no handler reads it",
        async ([, head = "", rest = ""]) => {
          const connection = (await open()).send(head);
          await wait(20);
          connection.send(rest);
          expect(await connection.response()).toMatchObject({ status: 401 });
          await wait(20);
          expect(await connection.send(get("/next")).response()).toMatchObject({ status: 200 });
        },
      );

      it.runIf(isUws)("in chunks is the last on its connection", async () => {
        const connection = (await open()).send(`${inChunks}${lastChunk}`);
        expect(await connection.response()).toMatchObject({ status: 401 });
        expect(await connection.closed()).toBe("");
      });

      it("need not arrive if the answer does not depend on it", async () => {
        const connection = (await open()).send(post("/unread", "abc", 1000));
        expect(await connection.response()).toMatchObject({ status: 401 });
      });

      it("in endless chunks is not awaited for long if no handler reads it", async () => {
        const connection = (await open()).send(`${postChunked("/unread")}${chunk("abc")}`);
        expect(await connection.response()).toMatchObject({ status: 401 });
        expect(await connection.closed()).toBe("");
      });
    });

    describe("a leaving client", () => {
      it("in the middle of its body aborts the request", async () => {
        const { socket } = (await open()).send(post("/left-in-body", "abc", 6));
        await untilRead();
        socket.destroy();
        await eventually("/left-in-body aborted");
      });

      it("by a reset in the middle of a chunk aborts the request", async () => {
        const { socket } = (await open()).send(`${postChunked("/reset-in-body")}5\r\nab`);
        await untilRead();
        socket.resetAndDestroy();
        await eventually("/reset-in-body aborted");
      });

      it("before its response is ready does no harm", async () => {
        const { socket } = (await open()).send(get("/left-early?wait_milliseconds=2000"));
        await untilRead();
        socket.resetAndDestroy();
        await eventually("/left-early answered");
        expect(await see(get("/still-here"))).toMatchObject({ path: "/still-here" });
      });
    });

    describe("the answer", () => {
      it("has its length in bytes and no hint of the software", async () => {
        const { headers, body } = await (
          await open()
        )
          .send(get("/", "X-Probe: \xc3\xa9\r\n"))
          .response();
        expect(headers.get("content-length")).toBe(String(body.length));
        expect(headers.has("x-powered-by")).toBe(false);
      });

      it.for(["/stream?bytes=1", "/download?times=3&bytes=10"])(
        "to HEAD %s ends with its headers, without a length",
        async (path) => {
          const connection = await open();
          const { status, headers } = await connection
            .send(`HEAD ${path} HTTP/1.1\r\n${host}\r\n`)
            .response({ isHead: true });
          expect(status).toBe(200);
          expect(headers.has("content-length")).toBe(false);
          const { body } = await connection.send(get("/next")).response();
          expect(JSON.parse(body)).toMatchObject({ path: "/next" });
        },
      );

      it("to HEAD has the length of the body without the body", async () => {
        const connection = (await open()).send(`HEAD /large?bytes=100 HTTP/1.1\r\n${host}\r\n`);
        const { headers } = await connection.response({ isHead: true });
        expect(headers.get("content-length")).toBe("100");
        expect(await connection.send(get("/next")).response()).toMatchObject({ status: 200 });
      });

      it("with 204 has neither a body nor a length", async () => {
        const connection = (await open()).send(get("/no-content"));
        const { status, headers } = await connection.response();
        expect({ status, length: headers.get("content-length") }).toEqual({ status: 204 });
        expect(await connection.send(get("/next")).response()).toMatchObject({ status: 200 });
      });

      it("is complete if large", async () => {
        const { body } = await (await open()).send(get("/large?bytes=3000000")).response();
        expect(body).toBe("x".repeat(3_000_000));
      });

      it("with a line break in a header is replaced by 500, and logged", async () => {
        const { status, headers } = await (await open()).send(get("/broken-header")).response();
        expect({ status, injected: headers.has("x-injected") }).toEqual({
          status: 500,
          injected: false,
        });
        await eventually("log a response could not be written");
      });

      it("to Expect: 100-continue is preceded by 100", async () => {
        const connection = (await open()).send(
          `POST / HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`,
        );
        expect(await connection.response()).toMatchObject({ status: 100 });
        expect((await connection.send("abc").response()).body).toContain('"body":"abc"');
      });

      it("does not depend on other expectations", async () => {
        expect(await see(get("/", "Expect: miracles\r\n"))).toMatchObject({ path: "/" });
      });

      it("closes the connection on the client's request", async () => {
        const connection = (await open()).send(get("/", "Connection: close\r\n"));
        expect(await connection.response()).toMatchObject({ status: 200 });
        expect(await connection.closed()).toBe("");
      });
    });

    describe("a long answer", () => {
      const countOf = async (event: RegExp) =>
        (await read<string[]>("/events")).filter((one) => event.test(one)).length;

      it("arrives completely, at any length", async () => {
        const connection = (await open()).send(get("/download?times=200&bytes=50000"));
        const head = await connection.until("\r\n\r\n");
        expect(head.toLowerCase()).toContain("transfer-encoding: chunked");
        const body = await connection.until("\r\n0\r\n\r\n");
        expect(body.match(/x/g)).toHaveLength(200 * 50_000);
        expect(body).toContain("head\n");
      });

      it("is produced at the reader's pace, and uses little memory", async () => {
        const over = await countOf(/^pieces are over$/);
        const made = await countOf(/^piece /);
        const before = await read<number>("/memory");
        const connection = (await open()).send(get("/download?times=100000&bytes=100000"));
        connection.socket.pause();
        let soFar = -1;
        await expect
          .poll(
            async () => {
              const now = await countOf(/^piece /);
              const isStanding = now > made && now === soFar;
              soFar = now;
              return isStanding;
            },
            { interval: 200 },
          )
          .toBe(true);
        expect(soFar - made).toBeLessThan(1000);
        expect((await read<number>("/memory")) - before).toBeLessThan(64 * 1024 * 1024);
        connection.socket.destroy();
        await expect.poll(() => countOf(/^pieces are over$/)).toBe(over + 1);
      });

      it("is cut off without an end if it cannot be finished", async () => {
        const connection = (await open()).send(get("/download?times=5&bytes=10&fails_at=2"));
        const received = await connection.closed();
        expect(received.match(/x{10}/g) ?? []).not.toHaveLength(5);
        expect(received).not.toContain("0\r\n\r\n");
      });
    });

    describe("a streaming answer", () => {
      const over = "/stream over";
      /** Returns the number of finished streams. Earlier tests might have finished some. */
      const countOver = async () =>
        (await read<string[]>("/events")).filter((event) => event === over).length;
      let overBefore: number;
      beforeEach(async () => {
        overBefore = await countOver();
      });
      const expectOver = async () => {
        await expect.poll(countOver).toBe(overBefore + 1);
      };

      it("arrives in chunks as written, and ends when the application ends it", async () => {
        const connection = (await open()).send(get("/stream?times=3"));
        const head = await connection.until("\r\n\r\n");
        expect(head.toLowerCase()).toContain("transfer-encoding: chunked");
        expect(head.toLowerCase()).not.toContain("content-length");
        const body = await connection.until("0\r\n\r\n");
        expect(body.match(/begun|tick/g)).toEqual(["begun", "tick", "tick", "tick"]);
        await expectOver();
        expect(await connection.send(get("/next")).response()).toMatchObject({ status: 200 });
      });

      it("can end before its beginning", async () => {
        const connection = (await open()).send(get("/stream?times=0"));
        expect(await connection.until("0\r\n\r\n")).toContain("begun");
        await expectOver();
        expect(await connection.send(get("/next")).response()).toMatchObject({ status: 200 });
      });

      it.for(["destroy", "end"] as const)(
        "ends for the application when the client leaves (%s)",
        async (how) => {
          const connection = (await open()).send(get("/stream?every_milliseconds=600000"));
          await connection.until("tick");
          connection.socket[how]();
          await expectOver();
        },
      );

      it("is cut if the client does not read it, and uses little memory", async () => {
        const before = await read<number>("/memory");
        const connection = (await open()).send(get("/stream?bytes=100000&every_milliseconds=1"));
        connection.socket.pause();
        await expectOver();
        expect((await read<number>("/memory")) - before).toBeLessThan(32 * 1024 * 1024);
      });

      it("continues while the client reads it", async () => {
        const connection = (await open()).send(get("/stream?bytes=5000&every_milliseconds=1"));
        for (let ticks = 0; ticks < 200; ticks += 1) await connection.until("tick");
        expect(await countOver()).toBe(overBefore);
      });
    });

    describe("requests on one connection", () => {
      it("are answered one after the other", async () => {
        const connection = await open();
        for (const path of ["/1", "/2", "/3"]) {
          expect((await connection.send(get(path)).response()).body).toContain(`"path":"${path}"`);
        }
      });

      const slowThenFast = get("/1?wait_milliseconds=100") + get("/2");
      it.skipIf(isUws)("that do not wait for an answer are answered in order", async () => {
        const connection = (await open()).send(slowThenFast);
        expect((await connection.response()).body).toContain('"path":"/1"');
        expect((await connection.response()).body).toContain('"path":"/2"');
      });

      it.runIf(isUws)("that do not wait for an answer end the connection without one", async () => {
        expect(await (await open()).send(slowThenFast).closed()).toBe("");
      });
    });

    // nginx uses HTTP/1.0 for the server behind it unless proxy_http_version is 1.1.
    describe("a client of an older protocol", () => {
      const old = "GET / HTTP/1.0\r\n\r\n";
      it.skipIf(isUws)("is answered in HTTP/1.0 and closed", async () => {
        const connection = (await open()).send(old);
        expect(await connection.response()).toMatchObject({ status: 200 });
        expect(await connection.closed()).toBe("");
      });

      it.runIf(isUws)("is refused in HTTP/1.0", async () => {
        expect(await refusalByUws((await open()).send(old))).toMatchObject({ status: 505 });
      });

      it.skipIf(isUws)("is answered if it closes its sending side after its request", async () => {
        const connection = (await open()).send(get("/?wait_milliseconds=50"));
        connection.socket.end();
        expect(await connection.response()).toMatchObject({ status: 200 });
      });

      it.runIf(isUws)("counts as gone if it closes its sending side", async () => {
        const connection = (await open()).send(get("/?wait_milliseconds=50"));
        connection.socket.end();
        expect(await connection.closed()).toBe("");
      });
    });

    describe("bytes that are not HTTP", () => {
      const line = "POST /malformed HTTP/1.1\r\n";
      it.for([
        ["noise", "\x16\x03\x01\x02\x00\r\n\r\n"],
        ["no host", `${line}\r\n`],
        ["two hosts", `${line}${host}${host}\r\n`],
        ["a target without a slash", `GET malformed HTTP/1.1\r\n${host}\r\n`],
        ["another version", `GET /malformed HTTP/3.7\r\n${host}\r\n`],
        ["a space in a header name", `${line}${host}X Probe: a\r\n\r\n`],
        ["NUL in a header", `${line}${host}X-Probe: a\0b\r\n\r\n`],
        ["a folded header", `${line}${host}X-Probe: a\r\n b\r\n\r\n`],
        [
          "two kinds of length",
          `${line}${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ],
        ["a negative length", `${line}${host}Content-Length: -1\r\n\r\n`],
        ["a length with a sign", `${line}${host}Content-Length: +1\r\n\r\na`],
        ["a length in hexadecimal", `${line}${host}Content-Length: 0x1\r\n\r\na`],
      ])("is refused and closed: %s", async ([, bytes = ""]) => {
        const connection = (await open()).send(bytes);
        const { status, body } = isUws
          ? await refusalByUws(connection)
          : await connection.response();
        expect([400, 505]).toContain(status);
        if (!isUws) expect(JSON.parse(body)).toMatchObject({ success: false, code: "bad_request" });
        await connection.closed();
        expect((await read<string[]>("/events")).join()).not.toContain("/malformed");
      });

      it("is refused in the middle of a body", async () => {
        const connection = (await open()).send(`${postChunked("/broken-chunk")}zz\r\n`);
        const { status } = isUws ? await refusalByUws(connection) : await connection.response();
        expect(status).toBe(400);
        await connection.closed();
        await eventually("/broken-chunk aborted");
      });
    });

    describe("the header section", () => {
      it("can hold a value of 10,000 bytes", async () => {
        const probe = "k".repeat(10_000);
        expect(await see(get("/", `X-Probe: ${probe}\r\n`))).toMatchObject({ probe });
      });

      it("can hold as many fields as its limit", async () => {
        const fields = "X-Probe: a\r\n".repeat(limits.headerCount - 1);
        expect(await see(get("/", fields))).toMatchObject({ path: "/" });
      });

      it.for([
        ["bytes", `X-Probe: ${"k".repeat(limits.headerBytes)}\r\n`],
        ["bytes, endless", `X-Probe: ${"k".repeat(4 * limits.headerBytes)}`],
        ["fields", "X-Probe: a\r\n".repeat(limits.headerCount)],
        ["fields, by far", "a: \r\n".repeat(2_000)],
      ])("is refused with 431 past its limit in %s", async ([, fields = ""]) => {
        const connection = (await open()).send(get("/oversized", fields));
        // The binary of uWebSockets.js refuses more fields than our limit, or twice the bytes, with its own response.
        const isOfBinary =
          isUws && !fields.startsWith(`X-Probe: ${"k".repeat(limits.headerBytes)}\r`);
        const { status, body } = isOfBinary
          ? await refusalByUws(connection)
          : await connection.response();
        expect(status).toBe(431);
        if (!isOfBinary)
          expect(JSON.parse(body)).toMatchObject({ success: false, code: "bad_request" });
        await connection.closed();
        expect((await read<string[]>("/events")).join()).not.toContain("/oversized");
      });
    });

    describe("stopping", () => {
      let stopping: ListenerProcess;
      beforeEach(async () => {
        stopping = await startListenerProcess(transport, node ?? "");
      });
      afterEach(() => stopping.child.kill());

      it("answers requests in flight, closes idle connections, refuses new ones and ends", async () => {
        const idle = (await open(stopping.port)).send(get("/"));
        await idle.response();
        const busy = (await open(stopping.port)).send(get("/busy?wait_milliseconds=2000"));
        await untilRead(stopping.port);
        const exit = once(stopping.child, "exit");
        stopping.child.send("close");
        const outcome = () => open(stopping.port).then(() => "let in", String);
        await expect.poll(outcome, { interval: 20 }).toContain("ECONNREFUSED");
        const { status, headers } = await busy.response();
        expect({ status, connection: headers.get("connection") }).toEqual({
          status: 200,
          connection: "close",
        });
        expect(await busy.closed()).toBe("");
        await idle.closed();
        await exit;
      });

      it("waits no longer than its limit for a request in flight", async () => {
        const stuck = (await open(stopping.port)).send(get("/?wait_milliseconds=3600000"));
        await untilRead(stopping.port);
        const started = Date.now();
        stopping.child.send("close");
        expect(await stuck.closed()).toBe("");
        expect(Date.now() - started).toBeGreaterThan(limits.closeMilliseconds - 100);
      });

      it("ends streaming answers at once", async () => {
        const connection = (await open(stopping.port)).send(get("/stream"));
        await connection.until("tick");
        const exit = once(stopping.child, "exit");
        stopping.child.send("close");
        // A response that was cut because the listener stopped waiting lacks this end.
        await connection.until("0\r\n\r\n");
        await exit;
      });

      it.for(["192.0.2.1", "no-such-host.invalid"])(
        "a listener on %s, which is not this machine, does not start",
        async (elsewhere) => {
          await expect(startListenerProcess(transport, node ?? "", 0, elsewhere)).rejects.toThrow(
            `Tepat cannot listen on ${elsewhere}.`,
          );
        },
      );

      it("releases the port to the next process, but not before", async () => {
        const again = () => startListenerProcess(transport, node ?? "", stopping.port);
        await expect(again()).rejects.toThrow(
          `Tepat cannot listen on port ${stopping.port} of 127.0.0.1`,
        );
        stopping.child.send("close");
        await once(stopping.child, "exit");
        stopping = await again();
      });
    });
  });
}

/** Reads a refusal that uWebSockets.js sends itself. Such a response announces no length and closes the connection. */
async function refusalByUws(connection: RawConnection): Promise<{ status: number; body: string }> {
  const [, status, body = ""] =
    /^HTTP\/1.1 (\d+)[^]*?\r\n\r\n([^]*)/.exec(await connection.closed()) ?? [];
  return { status: Number(status), body };
}

function expectTooLarge({ status, headers, body }: RawResponse): void {
  expect({ status, connection: headers.get("connection") }).toEqual({
    status: 413,
    connection: "close",
  });
  expect(JSON.parse(body)).toMatchObject({ success: false, code: "bad_request" });
}
