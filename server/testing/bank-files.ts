import { utils, write, type WorkSheet } from "@e965/xlsx";
import { limits } from "../contract/limits.ts";
import type { StatementSource } from "../domain/statements/statement-file.ts";

/** Writes statements in the layouts of banks. Names and numbers are invented. */

export interface BankRow {
  /** The day as YYYY-MM-DD. */
  day: string;
  /** The time as HH:MM:SS. */
  time: string;
  description: string;
  /** The amount in hundredths of a rupiah. Money in is positive. */
  sen: number;
}

export interface BankFile {
  account_number: string;
  /** The rows in the order of their times. */
  rows: readonly BankRow[];
  first_day: string;
  last_day: string;
  opening_sen?: number;
}

interface BalancedRow extends BankRow {
  balance: number;
  before: number;
}

function balanced({ rows, opening_sen = 1_000_000_00 }: BankFile): BalancedRow[] {
  let balance = opening_sen;
  return rows.map((row) => {
    const before = balance;
    balance += row.sen;
    return { ...row, before, balance };
  });
}

const dmy = (day: string) => day.split("-").toReversed().join("/");
const plain = (sen: number) => {
  const digits = String(Math.abs(sen)).padStart(3, "0");
  return `${sen < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const grouped = (sen: number, thousands = ",", decimal = ".") => {
  const [whole = "", fraction = ""] = plain(Math.abs(sen)).split(".");
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands) + decimal + fraction;
};
const quoted = (cells: readonly string[]) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
const english = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const indonesian = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "Mei",
  "Jun",
  "Jul",
  "Agu",
  "Sep",
  "Okt",
  "Nov",
  "Des",
];
const named = (day: string, names: readonly string[]) =>
  `${day.slice(8)} ${names[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const sum = (rows: readonly BankRow[], sign: 1 | -1) =>
  rows.reduce((total, { sen }) => (sen * sign > 0 ? total + sen * sign : total), 0);

function bcaIndividual(file: BankFile): string {
  const rows = balanced(file);
  return [
    `No. Rekening,=,'${file.account_number}`,
    "Nama,=,TOKO CONTOH",
    "Mata Uang,=,IDR",
    `Periode,=,${dmy(file.first_day)} - ${dmy(file.last_day)}`,
    "Tanggal,Keterangan,Cabang,Jumlah,,Saldo",
    ...rows.map(
      ({ day, description, sen, balance }) =>
        `'${dmy(day)},${description},'0000,${plain(Math.abs(sen))},${sen > 0 ? "CR" : "DB"},${plain(balance)}`,
    ),
    `Saldo Awal,=,${plain(rows[0]?.before ?? 0)}`,
    `Kredit,=,${plain(sum(rows, 1))}`,
    `Debet,=,${plain(sum(rows, -1))}`,
    `Saldo Akhir,=,${plain(rows.at(-1)?.balance ?? 0)}`,
    "",
  ].join("\r\n");
}

function bcaBusiness(file: BankFile): string {
  const rows = balanced(file);
  const count = (sign: 1 | -1) => rows.filter(({ sen }) => sen * sign > 0).length;
  return [
    quoted([`No. rekening : ${file.account_number}`]),
    quoted(["Nama : TOKO CONTOH"]),
    quoted([`Periode : ${dmy(file.first_day)} - ${dmy(file.last_day)}`]),
    quoted(["Kode Mata Uang : Rp"]),
    quoted(["Tanggal Transaksi", "Keterangan", "Cabang", "Jumlah", "Saldo"]),
    ...rows.map(({ day, description, sen, balance }) =>
      quoted([
        dmy(day).slice(0, 5),
        description,
        "0000",
        `${grouped(sen)} ${sen > 0 ? "CR" : "DB"}`,
        grouped(balance),
      ]),
    ),
    quoted([`Saldo Awal : ${grouped(rows[0]?.before ?? 0)}`]),
    quoted([`Mutasi Debet : ${grouped(sum(rows, -1))}`, String(count(-1))]),
    quoted([`Mutasi Kredit : ${grouped(sum(rows, 1))}`, String(count(1))]),
    quoted([`Saldo Akhir : ${grouped(rows.at(-1)?.balance ?? 0)}`]),
    "",
  ].join("\r\n");
}

function mandiriMcm(file: BankFile): string {
  return [
    "AccountNo;Ccy;PostDate;Remarks;AdditionalDesc;Credit Amount;Debit Amount;Close Balance",
    ...balanced(file).map(({ day, time, description, sen, balance }) =>
      [
        file.account_number,
        "IDR",
        `${named(day, english)} ${time}`,
        description,
        "99102",
        plain(Math.max(sen, 0)),
        plain(Math.max(-sen, 0)),
        plain(balance),
      ].join(";"),
    ),
    "",
  ].join("\n");
}

function mandiriComma(file: BankFile): string {
  return [
    "Account No,Date,Val. Date,Transaction Code,Description,Description,Reference No.,Debit,Credit",
    ...file.rows.map(({ day, description, sen }, index) =>
      quoted([
        file.account_number,
        dmy(day),
        dmy(day),
        "NTRF",
        description,
        "",
        String(index),
        grouped(Math.max(-sen, 0)),
        grouped(Math.max(sen, 0)),
      ]),
    ),
    "",
  ].join("\r\n");
}

function briCsv(file: BankFile): string {
  return [
    "ID,NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,SEQ,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI,GLSIGN",
    ...balanced(file).map(({ day, time, description, sen, balance, before }, index) =>
      [
        index + 1,
        file.account_number,
        `${day} ${time}`,
        day,
        Number(time.replaceAll(":", "")),
        index,
        description,
        plain(before),
        sen < 0 ? plain(-sen) : ".00",
        sen > 0 ? plain(sen) : ".00",
        plain(balance),
        sen > 0 ? "C" : "D",
      ].join(","),
    ),
    "",
  ].join("\n");
}

function bniDirect(file: BankFile): string {
  return [
    `Account Number : ${file.account_number}`,
    "Post Date,Value Date,Branch,Journal No.,Description,Debit,Credit,",
    ...file.rows.map(({ day, time, description, sen }, index) =>
      [
        `${dmy(day).slice(0, 6)}${day.slice(2, 4)} ${time.replaceAll(":", ".")}`,
        dmy(day),
        "0259",
        String(900_000 + index),
        quoted([`TRANSFER | ${description}`]),
        quoted([grouped(Math.max(-sen, 0))]),
        quoted([grouped(Math.max(sen, 0))]),
        "",
      ].join(","),
    ),
    "",
  ].join("\r\n");
}

/**
 * Returns a settlement file of DANA. DANA pays out customers' payments, and each row is one
 * payment or one refund.
 */
function danaSettlement(file: BankFile): string {
  return [
    "SETTLEMENT_TXN_ID;TXN_ID;TXN_TYPE;ACQUIREMENT_ID;MID;SETTLE_DATE;MERCHANT_NAME;TXN_AMOUNT;TXN_CURRENCY",
    ...file.rows.map(({ day, description, sen }, index) =>
      [
        `S${index}`,
        description,
        sen > 0 ? "PAYMENT" : "REFUND",
        `A${index}`,
        "216620000001",
        `${day}T23:30:00+07:00`,
        "TOKO CONTOH",
        Math.abs(sen),
        "IDR",
      ].join(";"),
    ),
    "",
  ].join("\n");
}

function sheetOf(
  cells: readonly (readonly unknown[])[],
  change?: (sheet: WorkSheet) => void,
  bookType: "xlsx" | "biff8" = "xlsx",
): Buffer {
  const sheet = utils.aoa_to_sheet(cells as unknown[][]);
  change?.(sheet);
  const book = utils.book_new(sheet, "Mutasi");
  return write(book, { type: "buffer", bookType }) as Buffer;
}

function mandiriLivin(file: BankFile): Buffer {
  return sheetOf([
    ["e-Statement"],
    [`Nomor Rekening/Account Number : ${file.account_number}`],
    [`Periode/Period : ${named(file.first_day, indonesian)} - ${named(file.last_day, indonesian)}`],
    ["No", "Tanggal", "Keterangan", "Nominal (IDR)", "Saldo (IDR)"],
    ["No", "Date", "Remarks", "Amount (IDR)", "Balance (IDR)"],
    ...balanced(file).flatMap(({ day, time, description, sen, balance }, index) => [
      [
        String(index + 1),
        named(day, indonesian),
        description,
        `${sen > 0 ? "+" : "-"}${grouped(sen, ".", ",")}`,
        grouped(balance, ".", ","),
      ],
      ["", `${time} WIB`, "via Livin", "", ""],
    ]),
  ]);
}

function briQlola(file: BankFile): Buffer {
  return sheetOf([
    ["Tanggal Transaksi", "Uraian Transaksi", "Teller", "Debet", "Kredit", "Saldo"],
    ...balanced(file).map(({ day, time, description, sen, balance }) => [
      `${dmy(day)} ${time}`,
      description,
      "8888001",
      Math.max(-sen, 0) / 100,
      Math.max(sen, 0) / 100,
      balance / 100,
    ]),
  ]);
}

/** Returns a BNI statement as an old XLS sheet: merged cells, days as serial numbers, and D (debit) or K (credit). */
function bniSheet(file: BankFile): Buffer {
  const serial = (day: string, time: string) => Date.parse(`${day}T${time}Z`) / 86_400_000 + 25_569;
  return sheetOf(
    [
      ["Account Number", "", file.account_number],
      [],
      [
        "Post Date",
        "",
        "Value Date",
        "Branch",
        "Journal No.",
        "Description",
        "",
        "Amount",
        "D/K",
        "Balance",
      ],
      ...balanced(file).map(({ day, time, description, sen, balance }, index) => [
        serial(day, time),
        "",
        dmy(day),
        "0259",
        String(900_000 + index),
        description,
        "",
        Math.abs(sen) / 100,
        sen > 0 ? "K" : "D",
        balance / 100,
      ]),
    ],
    (sheet) => {
      sheet["!merges"] = file.rows.map((_, index) => ({
        s: { r: index + 3, c: 0 },
        e: { r: index + 3, c: 1 },
      }));
      file.rows.forEach((_, index) => {
        const cell = sheet[`A${index + 4}`] as { z?: string } | undefined;
        if (cell) cell.z = "dd/mm/yy hh:mm:ss";
      });
    },
    "biff8",
  );
}

/** The variants of a bank's MT940 file. */
export interface Mt940Style {
  /** The number of transactions in a statement, and on a page of it. */
  perStatement?: number;
  perPage?: number;
  hasEnvelope?: boolean;
  hasBookingDay?: boolean;
  lineEnd?: string;
}

export function mt940(file: BankFile, style: Mt940Style = {}): string {
  const { perStatement = Infinity, perPage = Infinity, lineEnd = "\r\n" } = style;
  const { hasEnvelope = false, hasBookingDay = true } = style;
  const short = (day: string) => day.slice(2).replaceAll("-", "");
  const amount = (sen: number) => plain(Math.abs(sen)).replace(".", ",");
  const balance = (tag: string, day: string, sen: number) =>
    `:${tag}:${sen < 0 ? "D" : "C"}${short(day)}IDR${amount(sen)}`;
  const rows = balanced(file);
  const lines: string[] = [];
  let day = file.first_day;
  let sen = file.opening_sen ?? 1_000_000_00;
  for (let from = 0, statement = 1; from < Math.max(rows.length, 1); statement += 1) {
    const end = Math.min(from + perStatement, rows.length);
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const part = rows.slice(from, Math.min(from + perPage, end));
      from += Math.max(part.length, 1);
      isLast = from >= end;
      lines.push(
        ...(hasEnvelope
          ? ["{1:F01CENAIDJAXXXX0000000000}{2:O9400000260101}{3:{108:TEPAT}}{4:"]
          : []),
        `:20:TEPAT${statement}`,
        `:25:${file.account_number}`,
        `:28C:${statement}/${page}`,
        balance(page === 1 ? "60F" : "60M", day, sen),
      );
      for (const row of part) {
        const isReversal = /^(?:REV|KOREKSI) /.test(row.description);
        // The reversal of money out is money in.
        const mark = row.sen > 0 ? (isReversal ? "RD" : "C") : isReversal ? "RC" : "D";
        const booked = hasBookingDay ? short(row.day).slice(2) : "";
        lines.push(`:61:${short(row.day)}${booked}${mark}R${amount(row.sen)}NTRFNONREF//B${from}`);
        const words = row.description.match(/.{1,65}/gs) ?? [];
        lines.push(`:86:${words[0] ?? ""}`, ...words.slice(1));
        ({ day } = row);
        sen = row.balance;
      }
      if (isLast && from >= rows.length) day = file.last_day;
      lines.push(balance(isLast ? "62F" : "62M", day, sen), hasEnvelope ? "-}{5:{CHK:0}}" : "-");
    }
  }
  return [...lines, ""].join(lineEnd);
}

export interface BankFormat {
  layout: string;
  channel: string;
  account_number: string;
  write: (file: BankFile) => string | Buffer;
  /** Whether the file contains the time of each row, and the balance after it. */
  hasTime: boolean;
  hasBalance: boolean;
}

const format = (
  layout: string,
  channel: string,
  account_number: string,
  write: BankFormat["write"],
  { hasTime = true, hasBalance = true } = {},
): BankFormat => ({ layout, channel, account_number, write, hasTime, hasBalance });

export const bankFormats: readonly BankFormat[] = [
  format("bca_individual", "BCA", "1234567890", bcaIndividual, { hasTime: false }),
  format("bca_business", "BCA", "1234567891", bcaBusiness, { hasTime: false }),
  format("mandiri_mcm", "MANDIRI", "1230012345678", mandiriMcm),
  format("mandiri_comma", "MANDIRI", "1230012345679", mandiriComma, {
    hasTime: false,
    hasBalance: false,
  }),
  format("mandiri_livin", "MANDIRI", "1230012345670", mandiriLivin),
  format("bri_csv", "BRI", "034501000123456", briCsv),
  format("bri_qlola", "BRI", "034501000123457", briQlola),
  format("bni_direct", "BNI", "0123456780", bniDirect, { hasBalance: false }),
  format("bni_direct", "BNI", "0123456781", bniSheet),
  format("dana_settlement", "DANA", "081200000001", danaSettlement, {
    hasTime: false,
    hasBalance: false,
  }),
];

export function sourceOf(content: string | Uint8Array, file_name = "statement"): StatementSource {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return {
    file_name,
    merchant_id: "",
    file_bytes: bytes.length,
    rows_max: limits.statementUploadRows,
    async *open() {
      for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
    },
  };
}
