import { createServer } from "node:http";

/**
 * Runs node:http without an application: every request gets the same bytes, as many as a payment
 * has.
 */

const { PORT, ANSWER_BYTES } = process.env;
const answer = Buffer.from(JSON.stringify("x".repeat(Number(ANSWER_BYTES) - 2)));

createServer((_request, response) => {
  response
    .writeHead(200, { "content-type": "application/json", "content-length": answer.length })
    .end(answer);
}).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
