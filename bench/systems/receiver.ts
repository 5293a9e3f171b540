import { createServer, type ServerResponse } from "node:http";

/**
 * A merchant's server that counts the POSTs it receives. After GET /hold, it counts from 0 again and responds to no
 * POST until GET /go, so that no request ends before the measurement. GET /counted returns the count.
 */

export interface Counted {
  /** The number of POSTs, including those that waited for /go. */
  count: number;
  /** From /go to the last POST, in milliseconds. */
  milliseconds: number;
  /** The bytes of the last body. */
  bytes: number;
}

let counted = { count: 0, first: 0, last: 0, bytes: 0 };
let held: ServerResponse[] | null = null;

const answers: Record<string, () => void> = {
  "/hold"() {
    counted = { ...counted, count: 0 };
    held = [];
  },
  "/go"() {
    const at = performance.now();
    counted = { ...counted, first: at, last: at };
    held?.forEach((response) => response.end());
    held = null;
  },
};

createServer((request, response) => {
  if (request.method === "GET") {
    answers[request.url ?? ""]?.();
    const { count, first, last, bytes } = counted;
    response.end(JSON.stringify({ count, bytes, milliseconds: last - first } satisfies Counted));
    return;
  }
  let bytes = 0;
  request.on("data", (chunk: Buffer) => (bytes += chunk.length));
  request.on("end", () => {
    counted = { ...counted, count: counted.count + 1, last: performance.now(), bytes };
    if (held) held.push(response);
    else response.end();
  });
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
