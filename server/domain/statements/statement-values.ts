import { limits } from "../../contract/limits.ts";

/** Reads days, times and amounts as Indonesian banks write them. */

export type DayOrder = "DMY" | "MDY";

export interface Moment {
  /** The day as YYYY-MM-DD, in the bank's own time. Without a year: 0000-MM-DD. */
  day: string;
  /** The time as HH:MM:SS, if the cell has one. */
  time: string | null;
}

export const hasYear = (day: string): boolean => !day.startsWith("0000");

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export const dayAfter = (day: string): string => shifted(day, 1);
export const dayBefore = (day: string): string => shifted(day, -1);

const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  peb: 2,
  mar: 3,
  apr: 4,
  mei: 5,
  may: 5,
  jun: 6,
  jul: 7,
  agu: 8,
  ags: 8,
  agt: 8,
  aug: 8,
  sep: 9,
  okt: 10,
  oct: 10,
  nov: 11,
  nop: 11,
  des: 12,
  dec: 12,
};

const timePart = String.raw`(?:[T ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*(?:WIB)?\s*(Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${timePart}$`, "i");
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numbers = new RegExp(
  String.raw`^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?${timePart}$`,
  "i",
);
const named = new RegExp(
  String.raw`^(\d{1,2})[- ]([a-z]{3,9})\.?(?:[-, ]+(\d{4}|\d{2}))?${timePart}$`,
  "i",
);

/**
 * Returns whether a text is too long. Patterns that allow spaces in several places take time that grows with the
 * square of their number.
 */
const isTooLong = (text: string): boolean => text.length > limits.statementValueCharacters;

/** Returns null if the text is no day. */
export function readMoment(cell: string, order: DayOrder = "DMY"): Moment | null {
  if (isTooLong(cell)) return null;
  const text = cell.trim().replace(/^'/, "").trim();
  const iso = yearFirst.exec(text) ?? compact.exec(text);
  if (iso) return moment(iso[1], iso[2], iso[3], iso.slice(4));
  const written = named.exec(text);
  if (written) {
    const month = months[(written[2] as string).slice(0, 3).toLowerCase()];
    return moment(written[3], String(month ?? 0), written[1], written.slice(4));
  }
  const parts = numbers.exec(text);
  if (!parts) return null;
  const [, first, second, year, ...time] = parts;
  return order === "DMY" ? moment(year, second, first, time) : moment(year, first, second, time);
}

const two = (part: number | string) => String(part).padStart(2, "0");

function moment(
  year: string | undefined,
  month: string | undefined,
  date: string | undefined,
  [hour, minute, second, zone]: readonly (string | undefined)[],
): Moment | null {
  const fullYear = year === undefined ? "0000" : year.length === 2 ? `20${year}` : year;
  if (!/^(?:0000|19\d\d|20\d\d)$/.test(fullYear)) return null;
  const day = `${fullYear}-${two(month ?? "")}-${two(date ?? "")}`;
  // An unknown year is treated as a leap year until it is known.
  const known = fullYear === "0000" ? `2000${day.slice(4)}` : day;
  const parsed = new Date(`${known}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== known) return null;
  if (hour === undefined) return { day, time: null };
  const time = `${two(hour)}:${minute ?? "00"}:${second ?? "00"}`;
  if (!isTime(time)) return null;
  if (zone === undefined) return { day, time };
  const at = new Date(
    `${day}T${time}${zone === "Z" ? zone : zone.replace(/(\d{2})$/, ":$1").replace("::", ":")}`,
  );
  if (Number.isNaN(at.getTime())) return null;
  const local = new Date(at.getTime() + bankOffsetMilliseconds).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 19) };
}

/** The offset of Jakarta, in whose time banks book. Jakarta has no summer time. */
const bankOffsetMilliseconds = 7 * 3_600_000;

/** Returns a bank's local time as an instant. */
export const instantOf = (day: string, time: string): string =>
  new Date(Date.parse(`${day}T${time}Z`) - bankOffsetMilliseconds).toISOString();

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);

/** Reads a time without a day: `09:39:37 WIB`, or BRI's number `426` for 00:04:26. */
export function readTime(cell: string): string | null {
  if (isTooLong(cell)) return null;
  const text = cell.trim();
  const written = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*(?:WIB)?$/i.exec(text);
  const time = written
    ? `${two(written[1] as string)}:${written[2]}:${written[3] ?? "00"}`
    : /^\d{1,6}$/.test(text)
      ? text.padStart(6, "0").replace(/(..)(..)(..)/, "$1:$2:$3")
      : "";
  return isTime(time) ? time : null;
}

/** The decimal mark of a file, once a number has shown it. */
export interface Marks {
  decimal: "." | "," | null;
}

export type Direction = "CREDIT" | "DEBIT";

/** An amount as a cell states it. */
export interface WrittenAmount {
  sen: number;
  /** The direction of the word beside the number: `1.000,00 DB`. */
  direction: Direction | null;
}

/**
 * Reads an amount as hundredths of a rupiah. A single mark before exactly three digits separates thousands, because
 * no bank writes three decimals. Before one or two digits it is the decimal mark. Returns null if the text is no
 * amount that can be read with certainty, and "differs" if it contradicts the marks of earlier rows.
 */
export function readAmount(cell: string, marks: Marks): WrittenAmount | "differs" | null {
  if (isTooLong(cell)) return null;
  const parts = partsOf(cell);
  if (parts === null) return null;
  const { number, isWhole, isNegative, direction } = parts;
  // The mark of a zero proves nothing: banks write an empty half as 0, 0,00 or .00, whatever the other half has.
  const sen = /^[0.,]*0[0.,]*$/.test(number) ? 0 : readNumber(number, isWhole, marks);
  if (typeof sen !== "number") return sen;
  return { sen: isNegative && sen > 0 ? -sen : sen, direction };
}

const dashes = /[\u2010-\u2015\u2212]/g;
const currency = String.raw`(?:RP|IDR)\.?`;
const creditWords = "CREDIT|KREDIT|CR|KR|K|C";
const debitWords = "DEBET|DEBIT|DB|DR|D";
const word = String.raw`[([]?(${creditWords}|${debitWords})[)\].]?`;
/** Words and signs can stand on either side of the number, in any order. */
const written = new RegExp(
  String.raw`^(?:${currency})?(?:${word})?(?<open>\(?)(?<sign>[+-]?)(?:${currency})?(?<inner>[+-]?)(?<number>[\d.,]*\d[.,]??)(?<whole>[.,](?:-{1,2}|=))?(?<after>[+-]?)(?<close>\)?)(?:${currency})?(?:${word})?$`,
);

/** Extracts the number from the surrounding text. Returns null if the reading is uncertain. */
function partsOf(cell: string) {
  // JavaScript treats no-break spaces as spaces, but not spaces without a width.
  const text = cell
    .replaceAll(/[\s'\u200B-\u200F\u2060\uFEFF]/g, "")
    .replaceAll(dashes, "-")
    .toUpperCase();
  const found = written.exec(text);
  if (!found?.groups) return null;
  const { open = "", sign = "", inner = "", number = "", whole, after = "", close } = found.groups;
  if ((open === "") !== (close === "")) return null;
  // `1.000,00-` is some programs' form of outgoing money. `310.321-` can also stand for `310.321,-`.
  if (after !== "" && !/[.,]\d{2}$/.test(number)) return null;
  const signs = [open && "-", sign, inner, after].filter((each) => each !== "");
  const words = [found[1], found[found.length - 1]].filter((each) => each !== undefined);
  if (signs.length > 1 || words.length > 1) return null;
  return {
    number,
    /** `310.321,-`: no sen. */
    isWhole: whole !== undefined,
    isNegative: signs[0] === "-",
    direction: words[0] === undefined ? null : directionOf(words[0]),
  };
}

/** Returns whether a cell of debit or credit is empty: blank or a dash, also in a spreadsheet's accounting format. */
export const isEmptyHalf = (text: string): boolean =>
  /^(?:RP|IDR)?\.?-{0,2}$/i.test(text.replaceAll(/\s/g, "").replaceAll(dashes, "-"));

const isOut = new RegExp(`^(?:${debitWords}|(?:UANG|DANA)?(?:KELUAR|OUT)|REFUND.*|-)$`);
const isIn = new RegExp(`^(?:${creditWords}|(?:UANG|DANA)?(?:MASUK|IN)|PAYMENT.*|\\+)$`);

/**
 * Returns the meaning of a word of direction: `DB`, `(D)`, `Cr.`, `Uang masuk`. Returns null if the word is unknown.
 */
export function directionOf(cell: string): Direction | null {
  const text = cell
    .replaceAll(/[\s.()[\]]/g, "")
    .replaceAll(dashes, "-")
    .toUpperCase();
  return isOut.test(text) ? "DEBIT" : isIn.test(text) ? "CREDIT" : null;
}

function readNumber(text: string, isWhole: boolean, marks: Marks): number | "differs" | null {
  const decimal = decimalMarkOf(text);
  if (decimal === undefined || (isWhole && decimal !== null)) return null;
  const thousands = decimal === "." ? "," : decimal === "," ? "." : text.includes(".") ? "." : ",";
  const shown = decimal ?? (text.includes(thousands) ? (thousands === "." ? "," : ".") : null);
  if (shown !== null && marks.decimal !== null && marks.decimal !== shown) return "differs";
  const [whole = "", fraction = ""] = decimal === null ? [text] : text.split(decimal);
  const groups = whole.split(thousands);
  const areGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] as string) &&
      groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (!areGrouped || !/^\d{0,2}0*$/.test(fraction)) return null;
  marks.decimal ??= shown;
  const sen = Number(groups.join("") || "0") * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(sen) ? sen : null;
}

/** Returns null if there is no decimal mark, and undefined if the text is no number. */
function decimalMarkOf(text: string): "." | "," | null | undefined {
  const points = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  if (points > 0 && commas > 0) {
    const last = text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ",";
    return (last === "." ? points : commas) === 1 ? last : undefined;
  }
  if (points + commas !== 1) return null;
  const mark = points === 1 ? "." : ",";
  const [before = "", after = ""] = text.split(mark);
  return after.length === 3 && /^\d{1,3}$/.test(before) ? null : mark;
}
