import postgres from "postgres";

/** The name of the constraint that refused a statement, or null when the failure is another one. */
export function violatedConstraint(cause: unknown): string | null {
  return cause instanceof postgres.PostgresError ? (cause.constraint_name ?? null) : null;
}
