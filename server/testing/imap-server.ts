import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** An IMAP server for tests (RFC 9051) that can also give wrong responses. */
export interface TestImapServer {
  port: number;
  /** The commands that arrived, without their tags. */
  commands: readonly string[];
  /** The number of open connections. */
  connections: () => number;
  close(): void;
}

/**
 * Starts an IMAP server. `answerTo` returns the lines of a response without line endings. The last line is the tagged
 * line's text, for example `NO away`. By default, each command succeeds.
 */
export async function startImapServer(
  answerTo: (command: string) => readonly string[] | undefined,
  capabilities = "IMAP4rev1",
): Promise<TestImapServer> {
  const commands: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => {});
    socket.setEncoding("latin1").write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
    let waiting = "";
    socket.on("data", (text: string) => {
      waiting += text;
      for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
        const [tag, ...words] = waiting.slice(0, end).split(" ");
        waiting = waiting.slice(end + 2);
        const command = words.join(" ");
        commands.push(command);
        const lines = answerTo(command) ?? usual.find(([start]) => command.startsWith(start))?.[1];
        const [result = "OK done", ...before] = (lines ?? []).toReversed();
        socket.write([...before.toReversed(), `${tag} ${result}`, ""].join("\r\n"));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { port, commands, connections: () => open.size, close };
}

const usual: readonly (readonly [start: string, lines: readonly string[]])[] = [
  ["CAPABILITY", ["* CAPABILITY IMAP4rev1", "OK done"]],
  // A query for the separator only (RFC 9051, section 6.3.9).
  ['LIST "" ""', ['* LIST (\\Noselect) "/" ""', "OK done"]],
  ["LIST", ['* LIST () "/" INBOX', "OK done"]],
  [
    "EXAMINE",
    ["* 3 EXISTS", "* OK [UIDVALIDITY 7] ok", "* OK [UIDNEXT 1] ok", "OK [READ-ONLY] done"],
  ],
];

/** The capabilities of a server that accepts access tokens. */
export const withTokens = "IMAP4rev1 SASL-IR AUTH=XOAUTH2";

/** Returns the user and the access token of a sign-in command, or null for another command. */
export function tokenLogin(command: string): { user: string; token: string } | null {
  const [, encoded] = /^AUTHENTICATE XOAUTH2 (\S+)$/.exec(command) ?? [];
  if (encoded === undefined) return null;
  const [user = "", token = ""] = Buffer.from(encoded, "base64").toString().split("\u0001");
  return { user: user.replace("user=", ""), token: token.replace("auth=Bearer ", "") };
}
