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
 * response begins, so that a wrong request or a failing database can still be refused. The table counts among the
 * merchant's tables from before that part until its end.
 */
export async function tableInParts(
  { merchant_id, ...about }: Pick<Table, "columns" | "time_zone"> & { merchant_id: string },
  read: (after: string | null) => Promise<Part>,
): Promise<Table> {
  const place = takePlace(merchant_id);
  const first = await read(null).catch((error: unknown) => {
    place.leave();
    throw error;
  });
  // A client that has gone or has asked only for the headers reads nothing.
  const unread = setTimeout(place.leave, limits.readerMilliseconds).unref();

  const parts = (async function* () {
    clearTimeout(unread);
    if (place.isLeft()) throw new Error("the table waited too long for its reader");
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
      place.leave();
    }
  })();
  return tableOf(about, parts);
}

/**
 * The number of tables that this process is reading, by merchant. Each table keeps a part in memory until the client
 * reads it.
 */
const underWay = new Map<string, number>();

/** Counts a table of the merchant until it leaves its place, or refuses it. */
function takePlace(merchant_id: string) {
  const count = (change: number) => {
    const tables = (underWay.get(merchant_id) ?? 0) + change;
    if (tables > limits.exportsUnderWay) throw tooManyExports();
    if (tables > 0) underWay.set(merchant_id, tables);
    else underWay.delete(merchant_id);
  };
  count(1);
  let isLeft = false;
  return {
    isLeft: () => isLeft,
    leave() {
      if (!isLeft) count(-1);
      isLeft = true;
    },
  };
}

const tooManyExports = () =>
  new DomainError({ code: "export_limit", params: { tables: limits.exportsUnderWay } });
