/** As PostgreSQL writes a time of our days in UTC. */
const postgresTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

/**
 * A time that PostgreSQL has written (`2026-11-21 09:05:07.25+00`) as ISO 8601 in UTC (`2026-11-21T09:05:07.250Z`), which is
 * left as it is. Most go by their letters, a tenth of the way through a Date, which a list of payments felt.
 */
export function isoTime(text: string): string {
  const found = postgresTime.exec(text);
  if (!found) return new Date(text).toISOString();
  return `${found[1]}T${found[2]}.${(found[3] ?? "").padEnd(3, "0")}Z`;
}
