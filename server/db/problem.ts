/** Something that keeps a database from being used and that an operator can fix. The message says how. */
export class DatabaseProblem extends Error {
  override readonly name = "DatabaseProblem";
}
