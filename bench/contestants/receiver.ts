import { createServer } from "node:http";

/**
 * A merchant's server: counts the POSTs that it gets, and tells what it has counted at GET /counted. GET /begin counts
 * from 0 again.
 */

export interface Counted {
  count: number;
  /** From the first POST to the last, in milliseconds. */
  milliseconds: number;
  /** Of the last body. */
  bytes: number;
}

let counted = { count: 0, first: 0, last: 0, bytes: 0 };

createServer((request, response) => {
  if (request.method === "GET") {
    if (request.url === "/begin") counted = { ...counted, count: 0 };
    const { count, first, last, bytes } = counted;
    response.end(JSON.stringify({ count, bytes, milliseconds: last - first } satisfies Counted));
    return;
  }
  let bytes = 0;
  request.on("data", (chunk: Buffer) => (bytes += chunk.length));
  request.on("end", () => {
    const at = performance.now();
    if (counted.count === 0) counted.first = at;
    counted = { ...counted, count: counted.count + 1, last: at, bytes };
    response.end();
  });
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
