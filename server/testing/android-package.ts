import { deflateRawSync } from "node:zlib";

/**
 * Creates the part of an APK that Tepat reads: a ZIP file whose binary manifest names a package and a version.
 */
export function androidPackage(
  versionName: string,
  { isUtf8 = true, isCompressed = true, name = "id.tepat.worker" } = {},
): Buffer {
  return zipOf("AndroidManifest.xml", manifestOf({ versionName, name }, isUtf8), isCompressed);
}

function chunk(type: number, headerBytes: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(headerBytes, 2);
  head.writeUInt32LE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}

const words = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number >>> 0, index * 4);
  return bytes;
};

const halves = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2);
  return bytes;
};

const isText = 0x03;

function manifestOf(facts: { versionName: string; name: string }, isUtf8: boolean): Buffer {
  const names = ["versionCode", "versionName", "manifest", "package"];
  const texts = [...names, facts.versionName, facts.name].map((text) =>
    isUtf8
      ? Buffer.concat([Buffer.from([text.length, text.length]), Buffer.from(`${text}\0`)])
      : Buffer.concat([halves(text.length), Buffer.from(`${text}\0`, "utf16le")]),
  );
  const offsets = texts.map((_, index) =>
    texts.slice(0, index).reduce((sum, text) => sum + text.length, 0),
  );
  const flags = isUtf8 ? 1 << 8 : 0;
  const head = words(texts.length, 0, flags, 28 + texts.length * 4, 0);
  const pool = chunk(0x0001, 28, head, words(...offsets), Buffer.concat(texts));
  const none = 0xffffffff;
  const typed = (type: number) => (type << 24) | 8;
  const attribute = (attributeName: number, type: number, value: number) =>
    words(none, attributeName, type === isText ? value : none, typed(type), value);
  const attributes = [attribute(0, 0x10, 7), attribute(1, isText, 4), attribute(3, isText, 5)];
  const element = chunk(
    0x0102,
    16,
    words(1, none, none, 2),
    halves(20, 20, attributes.length, 0, 0, 0),
    ...attributes,
  );
  return chunk(0x0003, 8, pool, element);
}

function zipOf(name: string, file: Buffer, isCompressed: boolean): Buffer {
  const packed = isCompressed ? deflateRawSync(file) : file;
  const method = isCompressed ? 8 : 0;
  const sizes = words(0, packed.length, file.length);
  const nameBytes = Buffer.from(name);
  const local = Buffer.concat([
    words(0x04034b50),
    halves(20, 0, method, 0, 0),
    sizes,
    halves(nameBytes.length, 0),
    nameBytes,
    packed,
  ]);
  const entry = Buffer.concat([
    words(0x02014b50),
    halves(20, 20, 0, method, 0, 0),
    sizes,
    halves(nameBytes.length, 0, 0, 0, 0),
    words(0, 0),
    nameBytes,
  ]);
  const end = Buffer.concat([
    words(0x06054b50),
    halves(0, 0, 1, 1),
    words(entry.length, local.length),
    halves(0),
  ]);
  return Buffer.concat([local, entry, end]);
}
