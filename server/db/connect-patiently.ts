import { connect, type Sql } from "./client.ts";

/** A connection of its own for work that takes as long as it takes, ended with the block that uses it. */
export function connectPatiently(
  url: string,
  applicationName: string,
): AsyncDisposable & { sql: Sql } {
  const sql = connect(url, { applicationName, connections: 1, statementMilliseconds: 0 });
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
}
