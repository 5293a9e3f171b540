/** A deprecated part of the interface. docs/api-changes.md says how long it stays. */
export interface Deprecation {
  /**
   * The field of the input or of the answer. Mark its schema with `.meta({ deprecated: true })` too. Without it, the
   * whole operation.
   */
  field?: string;
  /** The day from which it is deprecated, and the first day on which it can be removed: `2027-01-31`, UTC. */
  since: string;
  sunset: string;
}

/**
 * The headers of every response of an operation with deprecated parts: `Deprecation` (RFC 9745), `Sunset` (RFC 8594)
 * and a link to the replacement. Among several parts the earliest days count.
 */
export function deprecationHeaders(parts: readonly Deprecation[] = []): Record<string, string> {
  if (parts.length === 0) return {};
  const earliest = (day: "since" | "sunset") =>
    Math.min(...parts.map((part) => Date.parse(`${part[day]}T00:00:00Z`)));
  return {
    deprecation: `@${earliest("since") / 1000}`,
    sunset: new Date(earliest("sunset")).toUTCString(),
    link: '</docs/api-changes>; rel="deprecation"; type="text/html"',
  };
}
