import { once } from "node:events";
import { connect } from "node:net";
import { inject } from "vitest";

/**
 * Sends bytes on a socket, for requests that fetch would repair or refuse. The response ends with the connection.
 */
export async function sendRaw(
  head: string[],
  body: string | Uint8Array = "",
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(inject("service").base_url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, "close");
  const [requestLine, ...headers] = head;
  const lines = [requestLine, `Host: ${hostname}`, "Connection: close", ...headers, "", ""];
  socket.write(lines.join("\r\n"), "latin1");
  if (body.length > 0) socket.write(body);
  await closed;
  return parseAnswer(Buffer.concat(chunks).toString("utf8"));
}

function parseAnswer(answer: string) {
  const end = answer.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, text: answer.slice(end + 4) };
}
