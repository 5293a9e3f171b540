import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A mail server for tests (RFC 5321). It stores the accepted emails unchanged. */
export interface MailReceiver {
  url: string;
  mails: readonly string[];
  close(): void;
}

/** Starts a mail server. `answerTo` can refuse a recipient, for example with `550 no such user`. */
export async function startMailReceiver(
  answerTo: (recipient: string) => string = () => "250 ok",
): Promise<MailReceiver> {
  const mails: string[] = [];
  const server = createServer((socket: Socket) => {
    let data: string | null = null;
    socket.on("error", () => {});
    socket.setEncoding("utf8").write("220 mail.example\r\n");
    socket.on("data", (text: string) => {
      if (data !== null) {
        data += text;
        if (!data.includes("\r\n.\r\n")) return;
        mails.push(data);
        data = null;
        socket.write("250 taken\r\n");
      } else if (text.startsWith("DATA")) {
        data = "";
        socket.write("354 go on\r\n");
      } else if (text.startsWith("RCPT")) {
        socket.write(`${answerTo(/<([^>]*)>/.exec(text)?.[1] ?? "")}\r\n`);
      } else socket.write(text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => void server.close() };
}
