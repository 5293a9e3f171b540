import {
  constants,
  createPublicKey,
  publicDecrypt,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { reader } from "./adb-double.ts";
import { shellPackets, type Phone } from "./phone-on-cable.ts";

/**
 * The phone's side of adb, by AOSP's protocol.txt, delayed_ack.md and libadb_auth. It is the same for a real adb
 * server over TCP and for a browser over USB. It ends the connection in the same cases as adbd, so that tests detect a
 * computer's mistake.
 */

const named = (name: string): number => Buffer.from(name, "latin1").readUInt32LE();
const messages = {
  connect: named("CNXN"),
  auth: named("AUTH"),
  open: named("OPEN"),
  okay: named("OKAY"),
  write: named("WRTE"),
  close: named("CLSE"),
} as const;
const auth = { token: 1, signature: 2, publicKey: 3 } as const;

export interface Message {
  kind: number;
  first: number;
  second: number;
  data: Buffer;
}

/** The person's response when the phone asks whether this computer can debug it. */
export type Consent = "allows" | "refuses" | "looks away";

interface AdbdOptions {
  phone: Phone;
  /**
   * Returns the person's response. Without it, the phone asks for no key, like a phone with
   * debugging over TCP.
   */
  consent?(this: void): Consent | Promise<Consent>;
  /** The keys that were allowed permanently, by their modulus. */
  knownKeys?: Set<string>;
  send(this: void, message: Message): void;
  /** Pulls the cable. */
  end(this: void): void;
}

interface Stream {
  /** The computer's name for the stream. */
  remote: number;
  /** The bytes that the program still expects, and the function that receives them. */
  input: { size: number; received: Buffer; use(bytes: Buffer): Buffer | string } | null;
  output: Buffer;
  isOver: boolean;
  /** The number of bytes that can be sent before the next OKAY. */
  window: number;
}

/** Creates the phone's side. Returns the function that receives the computer's messages. */
export function createAdbd({ phone, consent, knownKeys, send, end }: AdbdOptions) {
  const hasDelayedAck = phone.sdk >= 34;
  const version = phone.sdk >= 28 ? 0x0100_0001 : 0x0100_0000;
  const dataMax = (phone.sdk >= 28 ? 1024 : 256) * 1024;
  const features = ["shell_v2", "cmd", ...(hasDelayedAck ? ["delayed_ack"] : [])].join(",");
  const banner = `device::ro.product.name=akita;ro.product.model=Pixel_8a;ro.product.device=akita;features=${features}`;
  const streams = new Map<number, Stream>();
  let isConnected = consent === undefined;
  let isBurst = false;
  let token = randomBytes(20);
  let lastName = 100;

  const tell = (kind: number, first: number, second: number, data: Buffer | string = "") =>
    send({ kind, first, second, data: Buffer.from(data) });
  const greet = () => {
    isConnected = true;
    tell(messages.connect, version, dataMax, banner);
  };
  const askForKey = () => {
    token = randomBytes(20);
    tell(messages.auth, auth.token, 0, token);
  };
  const acknowledge = (local: number, remote: number, bytes: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32LE(bytes);
    tell(messages.okay, local, remote, isBurst ? count : "");
  };
  /**
   * Sends as much data as the computer has room for. Without delayed acknowledgements, that is one
   * message.
   */
  const flush = (local: number, stream: Stream) => {
    while (stream.output.length > 0 && stream.window > 0) {
      const piece = stream.output.subarray(0, Math.min(dataMax, stream.window));
      stream.output = stream.output.subarray(piece.length);
      stream.window = isBurst ? stream.window - piece.length : 0;
      tell(messages.write, local, stream.remote, piece);
    }
    if (!stream.isOver || stream.output.length > 0) return;
    tell(messages.close, local, stream.remote);
    streams.delete(local);
  };
  const finish = (local: number, stream: Stream, output: Buffer | string) => {
    stream.output = Buffer.concat([stream.output, Buffer.from(output)]);
    stream.isOver = true;
    flush(local, stream);
  };

  async function onAuth(kind: number, data: Buffer): Promise<void> {
    if (kind === auth.signature) {
      const isKnown = [...(knownKeys ?? [])].some((key) => isSignedBy(keyOf(key), data, token));
      return isKnown ? greet() : askForKey();
    }
    if (kind !== auth.publicKey) return;
    const modulus = readAdbKey(data);
    const answer = await consent?.();
    if (answer === "allows") {
      knownKeys?.add(modulus);
      greet();
    } else if (answer === "refuses") askForKey();
  }

  function onOpen({ first: remote, second, data }: Message): void {
    const text = data.toString("utf8");
    const service = text.replace(/\0$/, "");
    if (version === 0x0100_0000 && service === text) return end();
    const command = /^(?:shell,v2,raw|exec):(.*)$/s.exec(service)?.[1];
    if (command === undefined) return tell(messages.close, 0, remote);
    const local = ++lastName;
    const window = isBurst ? second : 1;
    const stream: Stream = { remote, input: null, output: Buffer.alloc(0), isOver: false, window };
    streams.set(local, stream);
    acknowledge(local, remote, 1024 * 1024);
    const size = phone.bytesFor(command);
    if (size !== null) {
      if (phone.earlyRefusal !== null) return finish(local, stream, phone.earlyRefusal);
      stream.input = { size, received: Buffer.alloc(0), use: (bytes) => phone.install(bytes) };
      return;
    }
    const result = phone.run(command);
    if (result === null) return end();
    finish(local, stream, shellPackets(result));
  }

  function onWrite({ first: remote, second: local, data }: Message): void {
    const stream = streams.get(local);
    if (stream?.remote !== remote) return tell(messages.close, 0, remote);
    const { input } = stream;
    if (!input) return acknowledge(local, remote, data.length);
    input.received = Buffer.concat([input.received, data]);
    if (phone.isPulledAfter(input.received.length)) return end();
    acknowledge(local, remote, data.length);
    if (input.received.length >= input.size) {
      finish(local, stream, input.use(input.received.subarray(0, input.size)));
    }
  }

  return (message: Message): void => {
    const { kind, first, second, data } = message;
    if (kind === messages.connect) {
      streams.clear();
      isBurst = hasDelayedAck && /[=,]delayed_ack\b/.test(data.toString("utf8"));
      isConnected = consent === undefined;
      return isConnected ? greet() : askForKey();
    }
    if (kind === messages.auth) return isConnected ? undefined : void onAuth(first, data);
    if (!isConnected) return end();
    if (kind === messages.open) return onOpen(message);
    if (kind === messages.write) return onWrite(message);
    const stream = streams.get(second);
    if (stream?.remote !== first) return;
    if (kind === messages.close) {
      streams.delete(second);
      tell(messages.close, second, first);
    } else if (kind === messages.okay) {
      stream.window = isBurst ? stream.window + data.readUInt32LE(0) : 1;
      flush(second, stream);
    }
  };
}

const rsaBytes = 256;

/**
 * Parses the computer's key in the format of libadb_crypto: base64 of its numbers as little-endian words, then
 * a name.
 */
function readAdbKey(text: Buffer): string {
  const [encoded = ""] = text.toString("latin1").replace(/\0$/, "").split(" ");
  const key = Buffer.from(encoded, "base64");
  const number = (at: number) =>
    BigInt(`0x${Buffer.from([...key.subarray(at, at + rsaBytes)].toReversed()).toString("hex")}`);
  const modulus = number(8);
  const words = BigInt(rsaBytes) * 8n;
  const negativeInverse = BigInt(key.readUInt32LE(4));
  const isWhole =
    key.length === 8 + 2 * rsaBytes + 4 &&
    key.readUInt32LE(0) === rsaBytes / 4 &&
    (negativeInverse * modulus + 1n) % 2n ** 32n === 0n &&
    number(8 + rsaBytes) === 2n ** (2n * words) % modulus &&
    key.readUInt32LE(8 + 2 * rsaBytes) === 65_537;
  if (!isWhole) throw new Error("the computer's key is not in Android's form");
  return modulus.toString(16).padStart(rsaBytes * 2, "0");
}

const keyOf = (modulus: string): KeyObject =>
  createPublicKey({
    format: "jwk",
    key: { kty: "RSA", e: "AQAB", n: Buffer.from(modulus, "hex").toString("base64url") },
  });

/** The ASN.1 prefix of a SHA-1 digest. adb signs the token as if it were such a digest. */
const digestInfo = Buffer.from("3021300906052b0e03021a05000414", "hex");

function isSignedBy(key: KeyObject, signature: Buffer, token: Buffer): boolean {
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    const signed = publicDecrypt({ key, padding }, signature);
    return signed.equals(Buffer.concat([digestInfo, token]));
  } catch {
    return false;
  }
}

export interface AdbDaemon {
  port: number;
  close(): void;
}

/** Starts the phone over TCP, for a real adb server. */
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

async function converse(socket: Socket, phone: Phone): Promise<void> {
  const read = reader(socket);
  const receive = createAdbd({
    phone,
    send: (message) => socket.write(Buffer.concat(packed(message))),
    end: () => socket.destroy(),
  });
  for (;;) receive(await nextMessage(read));
}

export async function nextMessage(read: (length: number) => Promise<Buffer>): Promise<Message> {
  const head = await read(24);
  const data = await read(head.readUInt32LE(12));
  const kind = head.readUInt32LE(0);
  if (head.readUInt32LE(20) !== (kind ^ 0xffff_ffff) >>> 0) throw new Error("wrong magic");
  return { kind, first: head.readUInt32LE(4), second: head.readUInt32LE(8), data };
}

/** Returns the header and the data of a message. Over USB they are two transfers. */
export function packed({ kind, first, second, data }: Message): Buffer[] {
  const head = Buffer.alloc(24);
  const sum = data.reduce((all, byte) => all + byte, 0);
  const fields = [kind, first, second, data.length, sum, (kind ^ 0xffff_ffff) >>> 0];
  for (const [place, field] of fields.entries()) head.writeUInt32LE(field >>> 0, place * 4);
  return data.length > 0 ? [head, data] : [head];
}
