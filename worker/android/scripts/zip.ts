import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** As much of ZIP as an APK needs: files by name, without times, so that equal files give equal bytes. */

export type Files = Map<string, Buffer>;

const headers = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
/** The first day that ZIP can write, 1980-01-01. */
const day = 0x21;

export function readZip(zip: Buffer): Files {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const count = zip.readUInt16LE(end + 10);
  const files: Files = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count; number++) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    files.set(name, method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** Android maps resources.arsc into memory: since API 30 it must not be compressed. */
const isStored = (name: string) => name === "resources.arsc";

export function writeZip(files: Files): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const method = isStored(name) ? 0 : 8;
    const packed = method === 0 ? bytes : deflateRawSync(bytes, { level: 9 });
    const nameBytes = Buffer.from(name, "utf8");
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([numbers([headers.local, 4]), facts, nameBytes]);
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(
      Buffer.concat([numbers([headers.central, 4], [20, 2]), facts, place, nameBytes]),
    );
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = numbers(
    [headers.end, 4],
    [0, 4],
    [files.size, 2],
    [files.size, 2],
    [length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...parts, ...directory, end]);
}

/** Writes little-endian numbers of two or four bytes. */
function numbers(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
