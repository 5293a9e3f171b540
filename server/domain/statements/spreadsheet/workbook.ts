import { posix } from "node:path";
import { limits } from "../../../contract/limits.ts";
import type { ReadPart } from "./archive.ts";
import {
  isDateFormat,
  momentText,
  numberText,
  requireNoFormula,
  type LinesOut,
} from "./lines-out.ts";
import { Refused, unreadable } from "./refused.ts";
import { readXml } from "./xml.ts";

/**
 * Reads the sheets of an XLSX file that a person sees (ECMA-376, part 1, 18), row by row, up to the first one with a
 * table. Hidden rows are read too, because a filter hides bookings, and balances need them.
 */
export async function readWorkbook(readPart: ReadPart, out: LinesOut): Promise<void> {
  const { sheets, strings, styles, isFrom1904 } = await readOutline(readPart);
  const context = {
    strings: strings ? await readStrings(strings) : [],
    isDateStyle: styles ? await readStyles(styles) : [],
    isFrom1904,
  };
  for (const path of sheets) {
    // The workbook might name a sheet that the archive lacks, or name a sheet twice.
    const bytes = readPart(path);
    if (bytes) await readSheet(bytes, context, out);
    if (out.endSheet()) return;
  }
}

type Part = AsyncIterable<Buffer>;

interface Outline {
  /** The names of the sheets' parts, in the workbook's order. */
  sheets: string[];
  strings: Part | null;
  styles: Part | null;
  isFrom1904: boolean;
}

async function readOutline(readPart: ReadPart): Promise<Outline> {
  const workbook = readPart("xl/workbook.xml");
  if (!workbook) {
    throw new Refused({ code: "statement_no_table", params: { kind: "a ZIP archive" } });
  }
  const ids: string[] = [];
  let isFrom1904 = false;
  await readXml(workbook, {
    open(name, attributes) {
      const isHidden = /^(?:hidden|veryHidden)$/.test(attributes("state") ?? "");
      if (name === "sheet" && !isHidden) ids.push(attributes("id") ?? "");
      else if (name === "workbookPr") isFrom1904 = isTrue(attributes("date1904"));
    },
  });
  const targets = new Map<string, string>();
  const types = new Map<string, string>();
  const relationships = readPart("xl/_rels/workbook.xml.rels");
  if (!relationships) throw unreadable();
  await readXml(relationships, {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const path = posix.join("xl", attributes("Target") ?? "");
      const target = attributes("Target")?.startsWith("/") ? path.slice("xl/".length) : path;
      targets.set(attributes("Id") ?? "", target);
      types.set(posix.basename(attributes("Type") ?? ""), target);
    },
  });
  const partOf = (type: string) => {
    const name = types.get(type);
    return name === undefined ? null : readPart(name);
  };
  return {
    sheets: ids.flatMap((id) => targets.get(id) ?? []),
    strings: partOf("sharedStrings"),
    styles: partOf("styles"),
    isFrom1904,
  };
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** Reads the texts that cells share. The texts of a phonetic guide do not belong to the cell (18.4.6). */
async function readStrings(bytes: Part): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let isPhonetic = false;
  await readXml(bytes, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
    },
    text(found, parent) {
      if (parent === "t" && !isPhonetic) text += found;
    },
    close(name) {
      if (name === "si") strings.push(unescape(text));
      else if (name === "rPh") isPhonetic = false;
    },
  });
  return strings;
}

/** Decodes _x000D_, the spelling of a character that XML cannot contain (22.9.2.19). */
const unescape = (text: string): string =>
  text
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .trim();

/** Returns whether a format's number alone means a day or a time (18.8.30), also in East Asia. */
const isKnownDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Returns, for each style of cells, whether its numbers are days or times. */
async function readStyles(bytes: Part): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const isDate: boolean[] = [];
  await readXml(bytes, {
    open(name, attributes, parent) {
      if (name === "numFmt" && parent === "numFmts") {
        own.set(Number(attributes("numFmtId")), isDateFormat(attributes("formatCode") ?? ""));
      } else if (name === "xf" && parent === "cellXfs") {
        const id = Number(attributes("numFmtId") ?? 0);
        isDate.push(own.get(id) ?? isKnownDate(id));
      }
    },
  });
  return isDate;
}

interface Context {
  strings: readonly string[];
  isDateStyle: readonly boolean[];
  isFrom1904: boolean;
}

/** A row or a cell without a stated place follows the previous one. */
async function readSheet(bytes: Part, context: Context, out: LinesOut): Promise<void> {
  let row = 0;
  let column = 0;
  let cells: string[] = [];
  let type = "";
  let style = 0;
  let text = "";
  await readXml(bytes, {
    open(name, attributes, parent) {
      if (name === "row" && parent === "sheetData") {
        const next = Number(attributes("r") ?? row + 1);
        if (!(next > row && Number.isInteger(next))) throw unreadable(row + 1);
        row = next;
        column = 0;
        cells = [];
      } else if (name === "c" && parent === "row") {
        const place = attributes("r");
        column = place === undefined ? column + 1 : columnOf(place);
        type = attributes("t") ?? "n";
        style = Number(attributes("s") ?? 0);
        text = "";
      } else if (name === "f") requireNoFormula(parent === "c", row);
    },
    text(found, parent) {
      if (parent === "v" || parent === "t") text += found;
    },
    close(name, parent) {
      if (name === "row" && parent === "sheetData") out.add(row, Array.from(cells, asText));
      else if (
        name === "c" &&
        parent === "row" &&
        text !== "" &&
        column <= limits.statementColumns
      ) {
        cells[column - 1] = textOf({ type, style, text }, context);
      }
    },
    pause: () => out.flush(),
  });
}

const asText = (cell: string | undefined) => cell ?? "";

/** Returns the number of a column: AB12 is in column 28. */
function columnOf(place: string): number {
  let column = 0;
  for (const character of place) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? limits.statementColumns + 1 : column;
}

/** Returns a cell as text that does not depend on the spreadsheet's language: 2498478.46, 2026-09-01 09:39:37. */
function textOf(
  cell: { type: string; style: number; text: string },
  { strings, isDateStyle, isFrom1904 }: Context,
): string {
  if (cell.type === "s") return strings[Number(cell.text)] ?? "";
  if (cell.type === "b") return String(cell.text.trim() === "1");
  if (cell.type === "d") return cell.text.replace("T", " ").trim();
  const value = Number(cell.text);
  if (cell.type !== "n" || Number.isNaN(value)) return unescape(cell.text);
  if (isDateStyle[cell.style]) return momentText(value, isFrom1904);
  return numberText(value);
}
