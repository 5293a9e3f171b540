import postgres from "postgres";

/** Whether the statement failed on what it was given (SQLSTATE classes 22 and 23), and so was rolled back. */
export function isDataError(cause: unknown): boolean {
  return cause instanceof postgres.PostgresError && /^2[23]/.test(cause.code);
}

/** The name of the constraint that refused a statement, or null when the failure is another one. */
export function violatedConstraint(cause: unknown): string | null {
  return cause instanceof postgres.PostgresError ? (cause.constraint_name ?? null) : null;
}

/** Whether the statement was ended from outside, as by its time limit (SQLSTATE 57014). */
export function wasCancelled(cause: unknown): boolean {
  return cause instanceof postgres.PostgresError && cause.code === "57014";
}
