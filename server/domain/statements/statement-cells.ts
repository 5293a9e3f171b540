import type { ColumnRole } from "../banks/statement-layout.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Line } from "./statement-file.ts";
import type { Reader } from "./statement-layouts.ts";

/** A line below the header. */
export interface Cells {
  readonly row: number;
  /** The whole line, with single spaces. */
  readonly text: string;
  /** The texts of the columns with this role. */
  all(role: ColumnRole): string[];
  first(role: ColumnRole): string;
}

export function cellsOf({ layout, cellsOf }: Reader, { row, cells }: Line): Cells {
  const joined = layout.mend ? layout.mend(cells) : cells;
  const all = (role: ColumnRole) => cellsOf(role, joined);
  return { row, text: singleSpaced(cells.join(" ")), all, first: (role) => all(role)[0] ?? "" };
}

/** A line that cannot be read. If no other line follows, it might be the end of a file that was cut. */
export class UnreadableLine extends DomainError {}

export const unreadable = (
  code: "statement_not_a_day" | "statement_not_an_amount" | "statement_marks_differ",
  row: number,
  text: string,
) => new UnreadableLine({ code, params: { row, text: excerpt(text) } });

export const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Returns a text of the file as stored. */
export const storable = (text: string, characters: number): string =>
  singleSpaced(text.replaceAll(/\p{Cc}+/gu, " "))
    .slice(0, characters)
    .toWellFormed();

/** Returns a text of the file as quoted in a refusal. */
export const excerpt = (text: string): string => storable(text, 40);
