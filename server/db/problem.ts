/** What keeps a database from being used and is an operator's to mend; the message says how. */
export class DatabaseProblem extends Error {
  override readonly name = "DatabaseProblem";
}
