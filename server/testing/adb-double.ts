import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { shellPackets, type Phone } from "./phone-on-cable.ts";

/**
 * Imitates a computer's adb server with these phones, by AOSP's SERVICES.TXT. It can show phones in every state.
 */

export interface CabledPhone {
  /** The phone's line in the server's list: the serial number, the state and further facts. */
  line: string;
  phone?: Phone;
}

export interface AdbDouble {
  port: number;
  close(): Promise<void>;
}

export async function startAdbDouble(phones: readonly CabledPhone[]): Promise<AdbDouble> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    void converse(socket, phones).catch(() => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

async function converse(socket: Socket, phones: readonly CabledPhone[]): Promise<void> {
  const read = reader(socket);
  let phone: Phone | undefined;
  for (;;) {
    const service = await readText(read);
    if (service === "host:devices-l") {
      socket.end(`OKAY${withLength(phones.map(({ line }) => `${line}\n`).join(""))}`);
      return;
    }
    const serial = /^host:transport:(.*)$/.exec(service)?.[1];
    if (serial !== undefined) {
      const cabled = phones.find(({ line }) => line.startsWith(`${serial} `));
      if (!cabled?.phone) {
        socket.end(`FAIL${withLength(`device '${serial}' not found`)}`);
        return;
      }
      phone = cabled.phone;
      socket.write("OKAY");
      continue;
    }
    if (!phone) throw new Error(`no phone for ${service}`);
    await serve(socket, read, phone, service);
    return;
  }
}

async function serve(
  socket: Socket,
  read: (length: number) => Promise<Buffer>,
  phone: Phone,
  service: string,
): Promise<void> {
  const command = /^(?:shell,v2,raw|exec):(.*)$/s.exec(service)?.[1] ?? "";
  const size = phone.bytesFor(command);
  if (size !== null) {
    socket.write("OKAY");
    socket.end(phone.install(await read(size)));
    return;
  }
  const result = phone.run(command);
  if (result === null) {
    socket.destroy();
    return;
  }
  socket.write("OKAY");
  socket.end(shellPackets(result));
}

const withLength = (text: string): string =>
  Buffer.byteLength(text).toString(16).padStart(4, "0") + text;

const readText = async (read: (length: number) => Promise<Buffer>): Promise<string> =>
  (await read(Number.parseInt((await read(4)).toString("latin1"), 16))).toString("utf8");

/** Returns a function that reads a number of bytes from a socket. */
export function reader(socket: Socket): (length: number) => Promise<Buffer> {
  const pieces: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    while (rest.length < length) {
      const { value, done } = await pieces.next();
      if (done) throw new Error("the connection has ended");
      rest = Buffer.concat([rest, value]);
    }
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    return bytes;
  };
}
