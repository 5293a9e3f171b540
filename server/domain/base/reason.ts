/** Returns a failure's message for a person. A refused connection has one message for each address that was tried. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}
