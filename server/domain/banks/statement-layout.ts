/** The content of a column of a bank's statement. */
export type ColumnRole =
  | "day"
  | "time"
  | "description"
  | "debit"
  | "credit"
  | "amount"
  | "direction"
  | "balance"
  | "opening"
  | "account"
  | "currency"
  | "reference";

export interface InBothLanguages {
  id: string;
  en: string;
}

/** A layout in which a bank or wallet gives its statements, told by the names of the columns. */
export interface StatementLayout {
  readonly name: string;
  /** The title that people read. */
  readonly title: InBothLanguages;
  /** The codes of other channels whose accounts have such files too. */
  readonly also_of?: readonly string[];
  readonly columns: Readonly<Record<string, ColumnRole | null>>;
  /** Sets of column names; a header has all of one set. */
  readonly needs: readonly (readonly string[])[];
  readonly decimal?: "." | ",";
  /** Amounts are whole numbers of hundredths. */
  readonly inSen?: true;
  /** True if the file's times are those of the payout, not of the payment. */
  readonly dayOnly?: true;
  /** A file that ends without this line was cut. */
  readonly lastLine?: RegExp;
  /** Puts a line together whose description contains unquoted commas. */
  readonly mend?: (cells: string[]) => string[];
  /** A line without a day goes on with the row before: its time, and more of its description. */
  readonly goesOn?: true;
  /** The lines that state a balance or the account and book nothing. If left out, the words of a line decide. */
  readonly isNote?: (cells: readonly string[]) => boolean;
}
