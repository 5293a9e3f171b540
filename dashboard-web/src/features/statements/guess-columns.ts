import type { StatementMapping } from "../../base/generated/types.gen.ts";

export const columnRoles = [
  "day",
  "time",
  "description",
  "credit",
  "debit",
  "amount",
  "direction",
  "balance",
  "reference",
  "account",
] as const;

/** The possible roles of a column in a bank's file. */
export type ColumnRole = (typeof columnRoles)[number];

/** The role of each column, or null for an unused column. */
export type Roles = readonly (ColumnRole | null)[];

interface Line {
  row: number;
  cells: readonly string[];
}

/** The usual names of columns in Indonesian and English. The first match counts. */
const names: readonly (readonly [ColumnRole, RegExp])[] = [
  ["account", /\b(?:no(?:mor)?\.? ?rek|account no|account number|norek)/iu],
  ["balance", /^(?!.*\b(?:awal|sebelum|opening|before)\b).*\b(?:saldo|balance|sisa)\b/iu],
  ["credit", /\b(?:kredit|credit|masuk|incoming|setoran)\b/iu],
  ["debit", /\b(?:debe?i?t|keluar|outgoing|penarikan)\b/iu],
  ["direction", /\b(?:d\/?k|db\/?cr|dr\/?cr|tipe|jenis|type)\b/iu],
  [
    "reference",
    /\b(?:ref(?:erensi|erence)?|no\.? ?(?:jurnal|transaksi)|transaction id|journal)\b/iu,
  ],
  ["time", /\b(?:jam|waktu|time)\b/iu],
  ["day", /\b(?:tanggal|tgl|date)\b/iu],
  ["description", /\b(?:keterangan|uraian|deskripsi|description|remarks?|berita|rincian)\b/iu],
  ["amount", /\b(?:jumlah|nominal|amount|nilai|mutasi|total)\b/iu],
];

const roleOf = (name: string): ColumnRole | null =>
  names.find(([, words]) => words.test(name.replaceAll("_", " ")))?.[0] ?? null;

/**
 * Returns the row of the line with the columns' names: the line with the most known names, at least two.
 * Returns 0 if there is none.
 */
export function guessHeaderRow(lines: readonly Line[]): number {
  const known = (line: Line) => new Set(line.cells.map(roleOf).filter(Boolean)).size;
  const best = lines.reduce<Line | undefined>(
    (found, line) => (known(line) > (found ? known(found) : 1) ? line : found),
    undefined,
  );
  return best?.row ?? 0;
}

/** Guesses the columns' roles from their names. A person confirms the guess. */
export function guessRoles(lines: readonly Line[], headerRow: number): Roles {
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const header = lines.find(({ row }) => row === headerRow)?.cells ?? [];
  const taken = new Set<ColumnRole>();
  return Array.from({ length: width }, (_, index) => {
    const role = roleOf(header[index] ?? "");
    if (role === null || (taken.has(role) && role !== "description")) return null;
    taken.add(role);
    return role;
  });
}

/** A day as numbers, as one number (`20261128`, or a spreadsheet's), or with the name of its month. */
const day = /\d[/.,\s-]+\d|^\s*\d{5,8}(?:\D|$)|\d\W*\p{L}{3}/u;

/** A number, perhaps with a currency before it, or a direction behind it. */
const amount = /^\W*(?:rp|idr)?\W*\d[\d.,\s]*\W*(?:cr|db|dr|[dck])?\W*$/iu;

/**
 * Returns whether a line has a cell that looks like a day and another that looks like an amount. A file without such a
 * line is not a statement.
 */
export const looksLikeStatement = (lines: readonly Line[]): boolean =>
  lines.some(({ cells }) =>
    cells.some(
      (cell, index) =>
        day.test(cell) && cells.some((other, at) => at !== index && amount.test(other)),
    ),
  );

const columnOf = (roles: Roles, role: ColumnRole): number | null =>
  roles.includes(role) ? roles.indexOf(role) + 1 : null;

export type RolesProblem = "day" | "description" | "amount" | "twice";

/** Returns the role that is still missing, "twice" if a role has two columns, or null if the file can be read. */
export function problemOf(roles: Roles): RolesProblem | null {
  const has = (role: ColumnRole) => roles.includes(role);
  if (!has("day")) return "day";
  if (!has("description")) return "description";
  if (!has("amount") && !(has("credit") && has("debit"))) return "amount";
  const single = roles.filter((role) => role !== null && role !== "description");
  return new Set(single).size < single.length ? "twice" : null;
}

type Helps = Pick<
  StatementMapping,
  "day_order" | "decimal_mark" | "first_day" | "last_day" | "left_out_rows"
>;

export function mappingOf(headerRow: number, roles: Roles, helps: Helps): StatementMapping {
  return {
    header_row: headerRow,
    day_column: columnOf(roles, "day") ?? 1,
    description_columns: roles.flatMap((role, index) =>
      role === "description" ? [index + 1] : [],
    ),
    time_column: columnOf(roles, "time"),
    amount_column: columnOf(roles, "amount"),
    direction_column: columnOf(roles, "direction"),
    credit_column: columnOf(roles, "credit"),
    debit_column: columnOf(roles, "debit"),
    balance_column: columnOf(roles, "balance"),
    reference_column: columnOf(roles, "reference"),
    account_column: columnOf(roles, "account"),
    ...helps,
  };
}

/** Returns the columns' roles as a person last named them for this bank. */
export function rolesOfMapping(mapping: StatementMapping, width: number): Roles {
  const roles: (ColumnRole | null)[] = Array.from({ length: width }, () => null);
  for (const role of columnRoles) {
    const columns =
      role === "description" ? mapping.description_columns : [mapping[`${role}_column`] ?? 0];
    for (const column of columns) if (column >= 1 && column <= width) roles[column - 1] = role;
  }
  return roles;
}
