import { DomainError } from "../base/domain-error.ts";
import { unreadable } from "./statement-cells.ts";
import { hasYear, readMoment } from "./statement-values.ts";

/** The days that a statement covers, as far as a person or the lines above the header state them. */
export class StatementPeriod {
  firstDay: string | null;
  lastDay: string | null;

  readonly #year: number | null;

  constructor({
    firstDay,
    lastDay,
    year,
  }: {
    firstDay: string | null;
    lastDay: string | null;
    year: number | null;
  }) {
    this.#year = year;
    this.firstDay = firstDay;
    this.lastDay = lastDay;
  }

  /** Finds a period in a line above the header. */
  readPreamble(text: string): void {
    const [, from, to] = periodWords.exec(text) ?? [];
    const first = from && readMoment(from);
    const last = to && readMoment(to);
    if (!first || !last || !hasYear(first.day) || !hasYear(last.day)) return;
    this.firstDay ??= first.day;
    this.lastDay ??= last.day;
  }

  includes = (day: string): boolean =>
    (this.firstDay === null || day >= this.firstDay) &&
    (this.lastDay === null || day <= this.lastDay);

  /** Adds the year to a day without one, and refuses a day outside the period. */
  fullDay(written: string, row: number): string {
    const day = hasYear(written) ? written : this.#withYear(written);
    // 29 February was accepted as a day while its year was unknown.
    if (readMoment(day) === null) throw unreadable("statement_not_a_day", row, day);
    if (this.includes(day)) return day;
    const params = { row, day, first_day: this.firstDay ?? day, last_day: this.lastDay ?? day };
    throw new DomainError({ code: "statement_outside_period", params });
  }

  #withYear(written: string): string {
    if (this.firstDay === null || this.lastDay === null) {
      if (this.#year !== null) return `${this.#year}${written.slice(4)}`;
      throw new DomainError({ code: "statement_days_needed", params: {} });
    }
    const inLastYear = this.lastDay.slice(0, 4) + written.slice(4);
    return this.includes(inLastYear) ? inLastYear : this.firstDay.slice(0, 4) + written.slice(4);
  }
}

const date = String.raw`'?(\d{1,4}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ]\d{2,4})`;
const periodWords = new RegExp(
  String.raw`peri?od[ea]?\b[^\d]{0,20}${date}\s*(?:-|–|s\/d|s\.d\.|sd|sampai|to|until)\s*${date}`,
  "i",
);
