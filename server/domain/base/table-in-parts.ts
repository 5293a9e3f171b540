import { limits } from "../../contract/limits.ts";
import { DomainError } from "./domain-error.ts";
import { tableOf, type Row, type Table } from "./table.ts";

interface Part {
  rows: readonly Row[];
  /** The place from which the next part is read; null at the end. */
  next: string | null;
}

/**
 * Returns a merchant's list as a table, part by part as the client reads it. The first part is read before the
 * response begins, so that a wrong request or a failing database can still be refused.
 */
export async function tableInParts(
  { merchant_id, ...about }: Pick<Table, "columns" | "time_zone"> & { merchant_id: string },
  read: (after: string | null) => Promise<Part>,
): Promise<Table> {
  const first = await read(null);
  if (underWayOf(merchant_id) >= limits.exportsUnderWay) throw tooManyExports();

  const parts = (async function* () {
    underWay.set(merchant_id, underWayOf(merchant_id) + 1);
    try {
      yield first.rows;
      let after = first.next;
      while (after !== null) {
        const { rows, next } = await read(after);
        // A search can find nothing in this part.
        if (rows.length > 0) yield rows;
        after = next;
      }
    } finally {
      const left = underWayOf(merchant_id) - 1;
      if (left > 0) underWay.set(merchant_id, left);
      else underWay.delete(merchant_id);
    }
  })();
  return tableOf(about, parts);
}

/**
 * The number of tables that this process is reading, by merchant. Each table keeps a part in memory until the client
 * reads it.
 */
const underWay = new Map<string, number>();
const underWayOf = (merchant_id: string): number => underWay.get(merchant_id) ?? 0;

const tooManyExports = () =>
  new DomainError({ code: "export_limit", params: { tables: limits.exportsUnderWay } });
