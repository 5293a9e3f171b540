/** A problem of a database that an operator can fix. The message contains the fix. */
export class DatabaseProblem extends Error {
  override readonly name = "DatabaseProblem";
}
