import { readFileSync } from "node:fs";
import { request } from "node:https";

/**
 * Sends a request to a proxy at an address under another name, like a client whose DNS knows the name, and prints the
 * response. It is a program because it runs in another network.
 */

const [host = "", authority = "", servername = "", path = "", given = "{}"] = process.argv.slice(2);
const { method, headers, body } = JSON.parse(given) as {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};
const ca = readFileSync(authority);
const asked = request({
  host,
  servername,
  path,
  ca,
  headers: { ...headers, host: servername },
  method: method ?? "GET",
});
asked.on("response", (response) => {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (part: string) => (text += part));
  response.on("end", () => {
    const isJson = response.headers["content-type"]?.includes("json") ?? false;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    console.log(JSON.stringify({ status: response.statusCode, body: answer }));
  });
});
asked.end(body);
