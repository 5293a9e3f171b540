import { connect, type Socket } from "node:net";
import type { ShellResult } from "../../web-shared/src/phone-setup/steps.ts";
import { limits } from "../contract/limits.ts";

/**
 * A client of this computer's adb server, by AOSP's OVERVIEW.TXT, SERVICES.TXT and shell_protocol.h. Each request
 * opens its own connection and sends the length in four hex digits, then the text. The server responds with OKAY or
 * FAIL.
 */

/** `gone`: the phone or the server ended the connection. `silent`: no response came in time. */
export type AdbProblem = "no_server" | "refused" | "gone" | "silent";

export class AdbError extends Error {
  override readonly name = "AdbError";
  readonly problem: AdbProblem;

  constructor(problem: AdbProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

export interface ListedPhone {
  serial: string;
  /** `device` if the phone can be used; otherwise the server's own word, such as `unauthorized`. */
  state: string;
  model: string | null;
}

export async function listPhones(port: number): Promise<ListedPhone[]> {
  return withConnection(port, limits.adbAnswerSeconds, async (connection) => {
    await connection.request("host:devices-l");
    const lines = (await connection.readText()).split("\n").filter((line) => line !== "");
    return lines.map(phoneOf);
  });
}

/** Parses one line of the list: the serial, the state (one or more words), and then `name:value` pairs. */
function phoneOf(line: string): ListedPhone {
  const [, serial = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  const [state = ""] = rest.split(/\s+(?:usb|product|model|device|transport_id):/, 1);
  return { serial, state, model: /\bmodel:(\S+)/.exec(rest)?.[1]?.replaceAll("_", " ") ?? null };
}

export interface PhoneAddress {
  port: number;
  serial: string;
}

const packets = { stdout: 1, stderr: 2, exit: 3 } as const;

/** Runs a command in the phone's shell. */
export async function runOnPhone(phone: PhoneAddress, command: string): Promise<ShellResult> {
  return withConnection(phone.port, limits.adbAnswerSeconds, async (connection) => {
    await connection.request(`host:transport:${phone.serial}`);
    await connection.request(`shell,v2,raw:${command}`);
    const texts = { [packets.stdout]: "", [packets.stderr]: "" };
    for (;;) {
      const head = await connection.read(5);
      const data = await connection.read(head.readUInt32LE(1));
      const kind = head.readUInt8(0);
      if (kind === packets.exit) {
        const { [packets.stdout]: stdout, [packets.stderr]: stderr } = texts;
        return { stdout, stderr, exitCode: data.readUInt8(0) };
      }
      if (kind === packets.stdout || kind === packets.stderr) texts[kind] += data.toString("utf8");
    }
  });
}

/** Sends bytes to a command on the phone, and returns the command's output. */
export async function sendToPhone(
  phone: PhoneAddress,
  command: string,
  bytes: Uint8Array,
): Promise<string> {
  return withConnection(phone.port, limits.adbInstallSeconds, async (connection) => {
    await connection.request(`host:transport:${phone.serial}`);
    await connection.request(`exec:${command}`);
    connection.send(bytes);
    const printed = await connection.readToEnd();
    if (printed === "") throw gone();
    return printed;
  });
}

const gone = (cause?: unknown) =>
  new AdbError("gone", "The connection to the phone ended.", { cause });

class Connection {
  readonly #socket: Socket;
  readonly #incoming: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #received = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#incoming = socket[Symbol.asyncIterator]();
  }

  send(bytes: Uint8Array | string): void {
    this.#socket.write(bytes);
  }

  async request(service: string): Promise<void> {
    const length = Buffer.byteLength(service).toString(16).padStart(4, "0");
    this.send(length + service);
    const status = (await this.read(4)).toString("latin1");
    if (status === "OKAY") return;
    if (status !== "FAIL") throw new AdbError("refused", "The program there is no adb server.");
    throw new AdbError("refused", await this.readText());
  }

  /** Reads a text that follows its length in four hex digits. */
  async readText(): Promise<string> {
    const length = Number.parseInt((await this.read(4)).toString("latin1"), 16);
    if (Number.isNaN(length)) throw gone();
    return (await this.read(length)).toString("utf8");
  }

  async read(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      if (length > limits.adbAnswerBytes || !(await this.#receive())) throw gone();
    }
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }

  async readToEnd(): Promise<string> {
    while (await this.#receive());
    return this.#rest.toString("utf8");
  }

  /** Returns false at the end of the connection. */
  async #receive(): Promise<boolean> {
    const { value, done } = await this.#incoming.next();
    if (done) return false;
    this.#received += value.length;
    if (this.#received > limits.adbAnswerBytes) throw gone();
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }
}

async function withConnection<Result>(
  port: number,
  seconds: number,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const socket = connect({ host: "127.0.0.1", port });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, seconds * 1000);
  try {
    return await work(new Connection(socket));
  } catch (cause) {
    if (isLate) throw new AdbError("silent", "No answer came in time.", { cause });
    if (cause instanceof AdbError) throw cause;
    const isAbsent = (cause as NodeJS.ErrnoException).code === "ECONNREFUSED";
    throw isAbsent ? new AdbError("no_server", "No adb server runs here.", { cause }) : gone(cause);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
