import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";

/** An SMTP server that accepts every email (RFC 5321). */
export interface Mailbox extends AsyncDisposable {
  /** Waits for the newest email to an address and returns its link. */
  linkTo(address: string): Promise<string>;
  /** Waits for the newest email to an address and returns it. */
  mailTo(address: string): Promise<string>;
}

export async function openMailbox(port: number): Promise<Mailbox> {
  const mails: string[] = [];
  const server = createServer((socket) => takeMails(socket, mails));
  // The port is a setting of the server, so files that need a mailbox take turns.
  while (!(await isListening(server.listen(port, "127.0.0.1")))) await wait(500);
  const mailTo = async (address: string) => {
    const newest = () => mails.findLast((mail) => mail.includes(address));
    await expect.poll(newest).toBeDefined();
    // Quoted-printable (RFC 2045, 6.7): long lines are cut, and "=" is "=3D".
    return newest()?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  };
  return {
    mailTo,
    async linkTo(address) {
      return /https?:\/\/\S+#token=\S+/u.exec(await mailTo(address))?.[0] ?? "";
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

const isListening = (server: Server): Promise<boolean> =>
  once(server, "listening").then(
    () => true,
    () => false,
  );

function takeMails(socket: Socket, mails: string[]) {
  let mail: string | null = null;
  socket.setEncoding("utf8").write("220 mail.example\r\n");
  socket.on("data", (text: string) => {
    if (mail !== null) {
      mail += text;
      if (!mail.includes("\r\n.\r\n")) return;
      mails.push(mail);
      mail = null;
      socket.write("250 taken\r\n");
    } else if (text.startsWith("DATA")) {
      mail = "";
      socket.write("354 go on\r\n");
    } else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
    else socket.write("250 ok\r\n");
  });
}
