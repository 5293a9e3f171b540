import { createSocket, type RemoteInfo } from "node:dgram";

/** A DNS server on loopback that responds to queries for text records over UDP (RFC 1035). */

export interface TestDnsServer {
  /** `127.0.0.1:PORT` */
  address: string;
  questions: () => number;
  close: () => Promise<void>;
}

const textType = 16;
const internetClass = 1;
const noSuchName = 3;

/** Starts a DNS server. `silent` means no response; a name without records does not exist. */
export async function startDnsServer(
  records: Readonly<Record<string, readonly string[]>> | "silent",
): Promise<TestDnsServer> {
  const socket = createSocket("udp4");
  let questions = 0;
  socket.on("message", (question: Buffer, from: RemoteInfo) => {
    questions += 1;
    if (records === "silent") return;
    socket.send(answerTo(question, records[nameIn(question)] ?? []), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => questions,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

const headerBytes = 12;

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = headerBytes; question[at] !== 0; at += (question[at] as number) + 1) {
    labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] as number)));
  }
  return labels.join(".").toLowerCase();
}

function answerTo(question: Buffer, records: readonly string[]): Buffer {
  const end = question.indexOf(0, headerBytes) + 5;
  const header = Buffer.alloc(headerBytes);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (records.length === 0 ? noSuchName : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.subarray(headerBytes, end), ...records.map(answer)]);
}

function answer(record: string): Buffer {
  const pieces = record.match(/[^]{1,255}/g) ?? [];
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  );
  const head = Buffer.alloc(headerBytes);
  // The name is the question's, 12 bytes into the message.
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(textType, 2);
  head.writeUInt16BE(internetClass, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
