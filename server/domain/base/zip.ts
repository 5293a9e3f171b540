import { crc32, createDeflateRaw } from "node:zlib";
import { pipeline } from "node:stream";

/**
 * Yields a ZIP archive while its files are read (PKWARE's APPNOTE 6.3). A file's sizes follow it in a data descriptor
 * (4.3.9), because they are not known before the file. Each file is smaller than 4 GiB.
 */

export interface ZippedFile {
  name: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

export async function* zipOf(files: Iterable<ZippedFile>): AsyncIterable<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, chunks } of files) {
    const start = offset;
    const sums = { crc: 0, bytes: 0, packed: 0 };
    const local = localHeader(name);
    yield local;
    offset += local.length;
    const deflate = createDeflateRaw();
    // A part that cannot be read destroys the stream with the error, so the loop below throws. A pipe would end the
    // process.
    pipeline(counted(chunks, sums), deflate, () => {});
    for await (const packed of deflate) {
      sums.packed += (packed as Buffer).length;
      yield packed as Buffer;
    }
    const descriptor = numbers([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.bytes]);
    yield descriptor;
    offset += sums.packed + descriptor.length;
    directory.push(directoryEntry(name, sums, start));
  }
  const entries = Buffer.concat(directory);
  yield entries;
  const count = directory.length;
  yield numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, entries.length],
    [4, offset],
    [2, 0],
  );
}

async function* counted(
  chunks: AsyncIterable<string | Uint8Array>,
  sums: { crc: number; bytes: number },
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    sums.crc = crc32(bytes, sums.crc);
    sums.bytes += bytes.length;
    yield bytes;
  }
}

/** Bit 3: the sizes come later. Bit 11: the name is in UTF-8. Every file has the first day that ZIP can express. */
const common = [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x21],
] as const;

const localHeader = (name: string): Buffer =>
  Buffer.concat([
    numbers(
      [4, 0x04034b50],
      ...common,
      [4, 0],
      [4, 0],
      [4, 0],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ),
    Buffer.from(name),
  ]);

const directoryEntry = (
  name: string,
  { crc, packed, bytes }: { crc: number; packed: number; bytes: number },
  start: number,
): Buffer =>
  Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, 20],
      ...common,
      [4, crc],
      [4, packed],
      [4, bytes],
      [2, Buffer.byteLength(name)],
      ...([
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
      ] as const),
      [4, start],
    ),
    Buffer.from(name),
  ]);

/** Returns numbers with these lengths in bytes, lowest byte first. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
