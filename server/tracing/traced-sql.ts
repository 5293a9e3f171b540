import type { Sql } from "../db/client.ts";

/** Called when a statement begins. Returns a function to call when the statement ends, with the error if it failed. */
type Begin = (text: string) => (failure?: unknown) => void;

/**
 * Fields that postgres 3.4.9 keeps in a statement. They are undocumented; the version is pinned, and a test checks
 * them.
 */
interface Statement {
  strings: readonly string[];
  executed: boolean;
  handle(): unknown;
  resolve(rows: unknown): void;
  reject(cause: unknown): void;
}

const traced = new WeakSet<object>();

/** Returns a client that reports the begin and end of each statement. Parts of another statement are not reported. */
export function tracedSql(sql: Sql, begin: Begin): Sql {
  if (traced.has(sql)) return sql;
  const proxy: Sql = new Proxy(sql, {
    apply(target, self, given: unknown[]) {
      const made: unknown = Reflect.apply(target, self, given);
      return isTemplate(given[0]) ? watched(made as Statement, begin) : made;
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "begin" && name !== "savepoint") return value;
      const start = value as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        const work = given.at(-1) as (tx: Sql) => unknown;
        return start(...given.slice(0, -1), (tx: Sql) => work(tracedSql(tx, begin)));
      };
    },
  });
  traced.add(proxy);
  return proxy;
}

const isTemplate = (value: unknown): boolean => Array.isArray(value) && "raw" in value;

function watched(statement: Statement, begin: Begin): Statement {
  const handle = statement.handle.bind(statement);
  statement.handle = () => {
    if (!statement.executed) watchEnd(statement, begin(textOf(statement)));
    return handle();
  };
  return statement;
}

function watchEnd(statement: Statement, end: (failure?: unknown) => void): void {
  const { resolve, reject } = statement;
  statement.resolve = (rows) => {
    end();
    resolve(rows);
  };
  statement.reject = (cause) => {
    end(cause);
    reject(cause);
  };
}

const textOf = ({ strings }: Statement): string =>
  strings
    .map((part, index) => (index === 0 ? part : `$${index}${part}`))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
