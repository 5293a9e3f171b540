import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { reader } from "./adb-double.ts";
import { shellPackets, type Phone } from "./phone-on-cable.ts";

/**
 * The phone's side of adb's transport over TCP, by AOSP's protocol.txt, so that a real adb server can stand between a
 * program and the phone. The phone is one that asks for no key.
 */

const named = (name: string): number => Buffer.from(name, "latin1").readUInt32LE();
const messages = {
  connect: named("CNXN"),
  open: named("OPEN"),
  okay: named("OKAY"),
  write: named("WRTE"),
  close: named("CLSE"),
} as const;
const version = 0x0100_0001;
const dataMax = 256 * 1024;
const banner =
  "device::ro.product.name=akita;ro.product.model=Pixel_8a;ro.product.device=akita;features=shell_v2,cmd\0";

interface Message {
  kind: number;
  first: number;
  second: number;
  data: Buffer;
}

export interface AdbDaemon {
  port: number;
  close(): void;
}

export async function startAdbDaemon(phone: Phone): Promise<AdbDaemon> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    void converse(socket, phone).catch(() => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A stream of the computer, whose first bytes can still be on their way. */
interface Stream {
  command: string;
  size: number | null;
  sent: Buffer;
}

async function converse(socket: Socket, phone: Phone): Promise<void> {
  const read = reader(socket);
  const streams = new Map<number, Stream>();
  const answer = (kind: number, id: number, data: Buffer | string = "") =>
    socket.write(packed({ kind, first: id, second: id, data: Buffer.from(data) }));
  const finish = (id: number, output: Buffer | string) => {
    answer(messages.write, id, output);
    answer(messages.close, id);
    streams.delete(id);
  };
  for (;;) {
    const { kind, first: id, data } = await nextMessage(read);
    if (kind === messages.connect) {
      const hello = { kind, first: version, second: dataMax, data: Buffer.from(banner) };
      socket.write(packed(hello));
    } else if (kind === messages.open) {
      const service = data.toString("utf8").replace(/\0$/, "");
      const command = /^(?:shell,v2,raw|exec):(.*)$/s.exec(service)?.[1];
      if (command === undefined) {
        answer(messages.close, id);
        continue;
      }
      answer(messages.okay, id);
      const size = phone.bytesFor(command);
      streams.set(id, { command, size, sent: Buffer.alloc(0) });
      if (size !== null) continue;
      const result = phone.run(command);
      if (result === null) return void socket.destroy();
      finish(id, shellPackets(result));
    } else if (kind === messages.write) {
      answer(messages.okay, id);
      const stream = streams.get(id);
      if (!stream || stream.size === null) continue;
      stream.sent = Buffer.concat([stream.sent, data]);
      if (stream.sent.length >= stream.size) finish(id, phone.install(stream.sent));
    }
  }
}

async function nextMessage(read: (length: number) => Promise<Buffer>): Promise<Message> {
  const head = await read(24);
  return {
    kind: head.readUInt32LE(0),
    first: head.readUInt32LE(4),
    second: head.readUInt32LE(8),
    data: await read(head.readUInt32LE(12)),
  };
}

function packed({ kind, first, second, data }: Message): Buffer {
  const head = Buffer.alloc(24);
  const sum = data.reduce((all, byte) => all + byte, 0);
  const fields = [kind, first, second, data.length, sum, (kind ^ 0xffff_ffff) >>> 0];
  for (const [place, field] of fields.entries()) head.writeUInt32LE(field >>> 0, place * 4);
  return Buffer.concat([head, data]);
}
