import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/**
 * Starts a mail server in this process, for machines without Dovecot. It has one inbox for all names. It supports only
 * the part of IMAP (RFC 9051) for a client that reads new emails and waits for them by IDLE.
 */
export async function startIdleImapServer() {
  const mails: StoredMail[] = [];
  const open = new Set<Connection>();
  const server = createServer((socket) => {
    const connection = new Connection(socket, mails);
    open.add(connection);
    socket.on("close", () => open.delete(connection)).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    name: "A mail server of the benchmark",
    port: (server.address() as AddressInfo).port,
    deliver(_user: string, mail: string) {
      mails.push({ mail: Buffer.from(mail), arrivedAt: new Date() });
      for (const connection of open) connection.tellNews();
      return Promise.resolve();
    },
    remove() {
      for (const { socket } of open) socket.destroy();
      server.close();
      return Promise.resolve();
    },
  };
}

interface StoredMail {
  mail: Buffer;
  arrivedAt: Date;
}

class Connection {
  readonly socket: Socket;
  readonly #mails: readonly StoredMail[];
  /** The tag of the waiting IDLE command, or null. */
  #idleTag: string | null = null;
  #told = 0;

  constructor(socket: Socket, mails: readonly StoredMail[]) {
    this.socket = socket;
    this.#mails = mails;
    socket.write("* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n");
    let waiting = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      const lines = (waiting + text).split("\r\n");
      waiting = lines.pop() ?? "";
      for (const line of lines) this.#obey(line);
    });
  }

  tellNews(): void {
    if (this.#idleTag === null || this.#told === this.#mails.length) return;
    this.#told = this.#mails.length;
    this.socket.write(`* ${this.#told} EXISTS\r\n`);
  }

  #obey(line: string): void {
    if (line === "DONE") {
      this.socket.write(`${this.#idleTag} OK done\r\n`);
      this.#idleTag = null;
      return;
    }
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ");
    if (command === "IDLE") {
      this.#idleTag = tag;
      this.socket.write("+ idling\r\n");
      return this.tellNews();
    }
    this.#answer(command);
    this.socket.write(`${tag} OK done\r\n`);
  }

  #answer(command: string): void {
    const count = this.#mails.length;
    if (command.startsWith("CAPABILITY")) this.socket.write("* CAPABILITY IMAP4rev1 IDLE\r\n");
    if (command.startsWith("LIST")) this.socket.write('* LIST () "/" INBOX\r\n');
    if (command.startsWith("EXAMINE")) {
      this.#told = count;
      this.socket.write(
        `* ${count} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${count + 1}] ok\r\n`,
      );
    }
    const [, first, until, after] = /^UID SEARCH (\d+):(\d+) UID (\d+):\*/.exec(command) ?? [];
    if (after !== undefined) {
      // No email is ever deleted, so each email's position is its number.
      const uids = Array.from({ length: count }, (_, index) => index + 1)
        .slice(Number(first) - 1, Number(until))
        .filter((uid) => uid >= Number(after) || uid === count);
      this.socket.write(`* SEARCH ${uids.join(" ")}\r\n`);
    }
    const [, uids, items = ""] = /^UID FETCH ([\d,:]+) (.*)$/.exec(command) ?? [];
    for (const range of uids?.split(",") ?? []) {
      const [first = 0, last = first] = range.split(":").map(Number);
      for (let uid = first; uid <= last; uid += 1) this.#send(uid, items);
    }
  }

  #send(uid: number, items: string): void {
    const stored = this.#mails[uid - 1];
    if (stored === undefined) return;
    const { mail, arrivedAt } = stored;
    const isWhole = /BODY(?:\.PEEK)?\[\]/.test(items);
    const from = /^From: .*\r\n/m.exec(mail.toString("latin1"))?.[0] ?? "";
    const part = isWhole ? mail : Buffer.from(`${from}\r\n`);
    const label = isWhole ? "BODY[]<0>" : "BODY[HEADER.FIELDS (FROM)]";
    this.socket.write(
      `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.length} INTERNALDATE "${internalDate(arrivedAt)}" ${label} {${part.length}}\r\n`,
    );
    this.socket.write(part);
    this.socket.write(")\r\n");
  }
}

/** Formats a time, for example `27-Nov-2026 09:17:06 +0000`. */
function internalDate(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}
