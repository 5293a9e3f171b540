/** A deprecated part of the interface. docs/api-changes.md says how long such parts stay. */
export interface Deprecation {
  /**
   * The deprecated field of the input or the response. Mark its schema with `.meta({ deprecated: true })` too.
   * Without a field, the whole operation is deprecated.
   */
  field?: string;
  /**
   * `since`: the first day of the deprecation. `sunset`: the first day on which the part can be removed. Both as
   * `2027-01-31`, in UTC.
   */
  since: string;
  sunset: string;
}

/**
 * Returns the headers of every response of an operation with deprecated parts: `Deprecation` (RFC 9745), `Sunset`
 * (RFC 8594) and a link to the replacement. The earliest days of all parts count.
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
