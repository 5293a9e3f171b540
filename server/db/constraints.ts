import postgres from "postgres";

/**
 * Returns whether the statement failed because of its data (SQLSTATE classes 22 and 23), and was therefore rolled
 * back.
 */
export function isDataError(cause: unknown): boolean {
  return cause instanceof postgres.PostgresError && /^2[23]/.test(cause.code);
}

/** Returns the name of the constraint that refused a statement, or null if the statement failed for another reason. */
export function violatedConstraint(cause: unknown): string | null {
  return cause instanceof postgres.PostgresError ? (cause.constraint_name ?? null) : null;
}

/** Returns whether the statement was ended from outside, for example by its time limit (SQLSTATE 57014). */
export function wasCancelled(cause: unknown): boolean {
  return cause instanceof postgres.PostgresError && cause.code === "57014";
}
