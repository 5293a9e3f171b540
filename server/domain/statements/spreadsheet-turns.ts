import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";

interface Waiting {
  merchant_id: string;
  begin: () => void;
}

/**
 * Gives turns to spreadsheets, one after another. Of the waiting merchants, the one that has recently used the least
 * time comes next. Files that are slow to refuse thus delay their own merchant, and delay any other merchant by at
 * most one file.
 */
export function createSheetTurns(now: () => number = () => performance.now()) {
  const waiting: Waiting[] = [];
  const uses: { merchant_id: string; at: number; milliseconds: number }[] = [];
  let isBusy = false;

  function usedLately(merchant_id: string): number {
    return uses
      .filter((use) => use.merchant_id === merchant_id)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }

  function next(): void {
    while (uses[0] && uses[0].at < now() - limits.statementSheetUseMilliseconds) uses.shift();
    const [first] = waiting.toSorted(
      (one, other) => usedLately(one.merchant_id) - usedLately(other.merchant_id),
    );
    isBusy = first !== undefined;
    if (!first) return;
    waiting.splice(waiting.indexOf(first), 1);
    first.begin();
  }

  function wait(merchant_id: string): Promise<void> {
    if (waiting.length >= limits.statementSheetsWaiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { merchant_id, begin: resolve };
    waiting.push(place);
    const patience = setTimeout(() => {
      waiting.splice(waiting.indexOf(place), 1);
      reject(busy());
    }, limits.statementSheetWaitMilliseconds);
    return promise.finally(() => clearTimeout(patience));
  }

  return async function inTurn<Result>(
    merchant_id: string,
    read: () => Promise<Result>,
  ): Promise<Result> {
    if (isBusy) await wait(merchant_id);
    isBusy = true;
    const at = now();
    try {
      return await read();
    } finally {
      uses.push({ merchant_id, at, milliseconds: now() - at });
      next();
    }
  };
}

export const busy = () => new DomainError({ code: "statement_busy", params: {} });
