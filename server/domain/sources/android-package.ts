import { inflateRawSync } from "node:zlib";

/** Reads the name and the version from an APK, which is a ZIP file with a binary AndroidManifest.xml. */

/** The path at which a gateway offers the app. */
export const androidAppPath = "/app/tepat-worker.apk";

const manifestName = "AndroidManifest.xml";
/** The largest manifest. An app's manifest has some kilobytes. */
const manifestBytesMax = 1024 * 1024;

export interface PackageFacts {
  /** The application id, by which Android identifies the app. */
  name: string | null;
  /** `android:versionName`. */
  version: string | null;
}

/** Returns null for each value that the file lacks. */
export function readPackage(apk: Buffer): PackageFacts {
  try {
    const manifest = fileInZip(apk, manifestName);
    const texts = manifest ? manifestTexts(manifest) : new Map<string, string>();
    const name = texts.get("package") ?? "";
    return { name: isId.test(name) ? name : null, version: texts.get("versionName") || null };
  } catch {
    // Any file can be in the app's place.
    return { name: null, version: null };
  }
}

/** A valid application id. The name becomes part of an address. */
const isId = /^\w+(?:\.\w+)+$/;

/** Finds a file by the central directory at the end of the ZIP file (APPNOTE 4.3.12). */
function fileInZip(zip: Buffer, name: string): Buffer | null {
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end < 0) return null;
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry++) {
    const nameLength = zip.readUInt16LE(at + 28);
    if (zip.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      const method = zip.readUInt16LE(at + 10);
      const size = zip.readUInt32LE(at + 20);
      const header = zip.readUInt32LE(at + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const packed = zip.subarray(start, start + size);
      return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: manifestBytesMax });
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return null;
}

const chunkHeaderBytes = 8;
const stringPool = 0x0001;
const startElement = 0x0102;
const isText = 0x03;

/** Returns the texts among the attributes of the `<manifest>` element, which is the first element of the file. */
function manifestTexts(xml: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  let texts: (index: number) => string = () => "";
  for (let at = xml.readUInt16LE(2); at < xml.length; at += xml.readUInt32LE(at + 4)) {
    const type = xml.readUInt16LE(at);
    if (xml.readUInt32LE(at + 4) < chunkHeaderBytes) return found;
    if (type === stringPool) texts = readTexts(xml.subarray(at));
    if (type !== startElement) continue;
    const attributes = at + 16 + xml.readUInt16LE(at + 24);
    const size = xml.readUInt16LE(at + 26);
    for (let index = 0; index < xml.readUInt16LE(at + 28); index++) {
      const attribute = attributes + index * size;
      if (xml.readUInt8(attribute + 15) !== isText) continue;
      found.set(texts(xml.readUInt32LE(attribute + 4)), texts(xml.readUInt32LE(attribute + 16)));
    }
    return found;
  }
  return found;
}

const utf8Flag = 1 << 8;

/** Reads Android's ResStringPool: offsets, then texts that follow their lengths. */
function readTexts(pool: Buffer): (index: number) => string {
  const headerBytes = pool.readUInt16LE(2);
  const isUtf8 = (pool.readUInt32LE(16) & utf8Flag) !== 0;
  const texts = pool.readUInt32LE(20);
  return (index) => {
    const at = texts + pool.readUInt32LE(headerBytes + index * 4);
    if (!isUtf8) return pool.toString("utf16le", at + 2, at + 2 + pool.readUInt16LE(at) * 2);
    // Each text has two lengths, in characters and in bytes, of one or two bytes each. A version is short.
    return pool.toString("utf8", at + 2, at + 2 + pool.readUInt8(at + 1));
  };
}
