import { connect, type Sql } from "./client.ts";

/**
 * Opens a separate session for work without a time limit. The session is closed at the end of the block that uses it.
 * If the session is lost, its locks and temporary tables are lost too, so later statements fail.
 */
export function connectPatiently(
  url: string,
  applicationName: string,
): AsyncDisposable & { sql: Sql } {
  const sql = connect(url, {
    applicationName,
    connections: 1,
    statementMilliseconds: 0,
    onLost: () => void sql.end({ timeout: 0 }),
  });
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
}
