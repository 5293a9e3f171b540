import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

/**
 * A browser's EventSource, with the features that tests need. It does not reconnect automatically.
 */
export interface EventSourceConnection {
  response: IncomingMessage;
  events: { event: string; data: Record<string, unknown>; at: number }[];
  isOpen(): boolean;
  close(): void;
}

export async function openEventSource(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventSourceConnection> {
  const request = get(url, { headers: { accept: "text/event-stream", ...headers }, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const events: EventSourceConnection["events"] = [];
  let unread = "";
  let isOpen = true;
  response
    .setEncoding("utf8")
    .on("data", (text: string) => {
      const blocks = (unread + text).split("\n\n");
      unread = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) events.push({ event, data: JSON.parse(data), at: Date.now() });
      }
    })
    .on("error", () => {}) // the connection was cut
    .on("close", () => (isOpen = false));
  return { response, events, isOpen: () => isOpen, close: () => response.destroy() };
}
