import { connect, type Sql } from "./client.ts";

/** Opens a separate connection for work without a time limit. It is closed when the block that uses it ends. */
export function connectPatiently(
  url: string,
  applicationName: string,
): AsyncDisposable & { sql: Sql } {
  const sql = connect(url, { applicationName, connections: 1, statementMilliseconds: 0 });
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
}
