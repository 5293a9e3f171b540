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

/** A layout of a bank's or wallet's statements, recognised by the names of the columns. */
export interface StatementLayout {
  readonly name: string;
  /** The title for people. */
  readonly title: InBothLanguages;
  /** The codes of other channels whose accounts have such files too. */
  readonly also_of?: readonly string[];
  readonly columns: Readonly<Record<string, ColumnRole | null>>;
  /** Sets of column names. A header must have all names of one set. */
  readonly needs: readonly (readonly string[])[];
  readonly decimal?: "." | ",";
  /** Amounts are whole numbers of hundredths. */
  readonly inSen?: true;
  /** True if the file's times are those of the payout, not of the payment. */
  readonly dayOnly?: true;
  /** The last line of a whole file. A file without this line was cut. */
  readonly lastLine?: RegExp;
  /** Reassembles a line whose description contains unquoted commas. */
  readonly mend?: (cells: string[]) => string[];
  /** A line without a day continues the row before: its time, and more of its description. */
  readonly goesOn?: true;
  /**
   * Returns whether a line states a balance or the account and books nothing. Without this function, the words of a
   * line decide.
   */
  readonly isNote?: (cells: readonly string[]) => boolean;
}
