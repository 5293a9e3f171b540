import { crc32, deflateRawSync } from "node:zlib";

/** Writes ZIP archives, including invalid ones. */

export interface ZipPart {
  name: string;
  content: string | Buffer;
  /** The size in the directory, if it differs from the true one. */
  saidBytes?: number;
}

interface Lies {
  /** The numbers of entries in the end record, for this disk and in total. */
  entriesHere?: number;
  entries?: number;
  /** Parts in the archive that the directory does not count. */
  uncounted?: readonly ZipPart[];
}

export function zipFile(parts: readonly ZipPart[], lies: Lies = {}): Buffer {
  const all = [...parts, ...(lies.uncounted ?? [])];
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of all) {
    const name = Buffer.from(part.name);
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(part.saidBytes ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    locals.push(Buffer.from("PK\u0003\u0004", "latin1"), facts, name, packed);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, place, name);
    at += 4 + facts.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(lies.entriesHere ?? parts.length, 8);
  end.writeUInt16LE(lies.entries ?? parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/**
 * Returns the parts of a workbook (ECMA-376) with these sheets. Each sheet is the XML of its rows.
 */
export function workbookParts(
  sheets: readonly (string | Buffer)[],
  { strings = "" }: { strings?: string } = {},
): ZipPart[] {
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index}" Type="${relationships}/worksheet" Target="worksheets/sheet${index}.xml"/>`,
  );
  const named = sheets.map(
    (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="r${index}"/>`,
  );
  return [
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns:r="${relationships}"><sheets>${named.join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships>${links.join("")}<Relationship Id="s" Type="${relationships}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: "xl/sharedStrings.xml", content: strings || "<sst/>" },
    ...sheets.map((content, index) => ({ name: `xl/worksheets/sheet${index}.xml`, content })),
  ];
}

/** Returns a sheet with these text cells. */
export const sheetXml = (rows: readonly (readonly string[])[]): string =>
  `<worksheet><sheetData>${rows
    .map(
      (cells) =>
        `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;
