import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { limits } from "../../../contract/limits.ts";
import { Refused, unpacksTooLarge, unreadable } from "./refused.ts";

/**
 * Returns a part of a spreadsheet, unpacked piece by piece. Returns null if the archive has no such part, or the part
 * was requested before. All reads together therefore unpack no more than the archive's bound, however often a part is
 * named.
 */
export type ReadPart = (name: string) => AsyncIterable<Buffer> | null;

/**
 * Opens the ZIP archive of a spreadsheet. The archive's statements about itself must agree, because two readers that
 * believe different numbers see different files. Parts are unpacked when they are read, and a part larger than stated
 * in the directory is refused.
 */
export async function openArchive(file: Buffer): Promise<ReadPart> {
  const directory = requireOneDirectory(file);
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (cause, opened) =>
      cause ? reject(unreadable()) : resolve(opened),
    );
  });
  const entries = await listEntries(archive, directory);
  return (name) => {
    const key = name.toLowerCase();
    const entry = entries.get(key);
    entries.delete(key);
    return entry ? unpack(archive, entry) : null;
  };
}

interface Directory {
  entries: number;
  begin: number;
  end: number;
}

const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;

/**
 * Throws unless the directory ends where its end record says, and the end record ends the file (APPNOTE 4.3.6). There
 * is then no second directory, and no data before, between or after that another reader could find.
 */
function requireOneDirectory(file: Buffer): Directory {
  const at = file.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (at < 0 || at + endBytes > file.length) throw unreadable();
  const end = {
    disk: file.readUInt16LE(at + 4),
    firstDisk: file.readUInt16LE(at + 6),
    entriesHere: file.readUInt16LE(at + 8),
    entries: file.readUInt16LE(at + 10),
    bytes: file.readUInt32LE(at + 12),
    begin: file.readUInt32LE(at + 16),
  };
  const commentBytes = file.readUInt16LE(at + 20);
  const large = readZip64(file, at);
  const exact = large ?? end;
  const agrees =
    at + endBytes + commentBytes === file.length &&
    [end.disk, end.firstDisk, exact.disk, exact.firstDisk].every((disk) => disk === 0) &&
    end.entriesHere === end.entries &&
    exact.entriesHere === exact.entries &&
    [exact.entries, 0xffff].includes(end.entries) &&
    [exact.bytes, 0xffffffff].includes(end.bytes) &&
    [exact.begin, 0xffffffff].includes(end.begin) &&
    exact.begin + exact.bytes === at - (large ? zip64EndBytes + zip64LocatorBytes : 0);
  if (!agrees) throw unreadable();
  return { entries: exact.entries, begin: exact.begin, end: exact.begin + exact.bytes };
}

/** Apache POI writes these records for small files too. */
function readZip64(file: Buffer, end: number) {
  const locator = end - zip64LocatorBytes;
  const at = locator - zip64EndBytes;
  if (at < 0 || file.toString("latin1", locator, locator + 4) !== "PK\u0006\u0007") return null;
  const number = (place: number) => Number(file.readBigUInt64LE(place));
  const isWhole =
    file.toString("latin1", at, at + 4) === "PK\u0006\u0006" &&
    number(at + 4) === zip64EndBytes - 12 &&
    number(locator + 8) === at &&
    file.readUInt32LE(locator + 4) === 0 &&
    file.readUInt32LE(locator + 16) === 1;
  if (!isWhole) throw unreadable();
  return {
    disk: file.readUInt32LE(at + 16),
    firstDisk: file.readUInt32LE(at + 20),
    entriesHere: number(at + 24),
    entries: number(at + 32),
    bytes: number(at + 40),
    begin: number(at + 48),
  };
}

async function listEntries(archive: ZipFile, directory: Directory): Promise<Map<string, Entry>> {
  if (directory.entries > limits.statementSheetParts) throw unpacksTooLarge();
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  let at = directory.begin;
  await new Promise<void>((resolve, reject) => {
    archive
      .on("error", () => reject(unreadable()))
      .on("end", resolve)
      .on("entry", (entry: Entry) => {
        if (entry.isEncrypted()) {
          return reject(new Refused({ code: "statement_encrypted", params: {} }));
        }
        const name = entry.fileName.toLowerCase();
        if (entries.has(name)) return reject(unreadable());
        entries.set(name, entry);
        unpackedBytes += entry.uncompressedSize;
        if (unpackedBytes > limits.statementSheetUnpackedBytes) return reject(unpacksTooLarge());
        at += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
        archive.readEntry();
      });
    archive.readEntry();
  });
  if (entries.size !== directory.entries || at !== directory.end) throw unreadable();
  return entries;
}

async function* unpack(archive: ZipFile, entry: Entry): AsyncIterable<Buffer> {
  try {
    yield* await archive.openReadStreamPromise(entry);
  } catch (cause) {
    throw cause instanceof Refused ? cause : unreadable();
  }
}
