import { DomainError } from "../base/domain-error.ts";
import { senText } from "../base/written-numbers.ts";

/** The totals that a file's own line of totals can state. */
type Total = "opening" | "closing" | "credit" | "debit";

/** Adds up a statement's rows, and compares the sums with the totals that the file states. */
export class StatementTotals {
  #booked = { credit: 0, debit: 0 };
  #pending = { credit: 0, debit: 0 };
  #stated: { total: Total; sen: number; row: number }[] = [];

  addBooked(signed_sen: number): void {
    addTo(this.#booked, signed_sen);
  }

  addPending(signed_sen: number): void {
    addTo(this.#pending, signed_sen);
  }

  /** Records a total of the file, by the words beside it: "Saldo Awal", "Mutasi Kredit", "Ending Balance". */
  state(words: string, sen: number, row: number): void {
    this.#stated.push({ total: totalOf(words), sen, row });
  }

  /**
   * Checks the totals. In the totals of some banks, rows that are not booked yet count too. A balance then proves
   * nothing.
   */
  check(balances: { opening: number | null; closing: number | null }): void {
    const pending = this.#pending;
    const { opening, closing } =
      pending.credit + pending.debit > 0 ? { opening: null, closing: null } : balances;
    const expected: Record<Total, readonly (number | null)[]> = {
      opening: [opening],
      closing: [closing],
      credit: [this.#booked.credit, this.#booked.credit + pending.credit],
      debit: [this.#booked.debit, this.#booked.debit + pending.debit],
    };
    for (const { total, sen, row } of this.#stated) {
      const [first = null] = expected[total];
      if (first === null || [sen, Math.abs(sen)].some((each) => expected[total].includes(each))) {
        continue;
      }
      throw new DomainError({
        code: "statement_totals_differ",
        params: { row, expected: senText(first), found: senText(sen) },
      });
    }
  }
}

function addTo(sums: { credit: number; debit: number }, signed_sen: number): void {
  if (signed_sen > 0) sums.credit += signed_sen;
  else sums.debit -= signed_sen;
}

const totalOf = (words: string): Total =>
  /awal|start|opening/i.test(words)
    ? "opening"
    : /akhir|ending|closing/i.test(words)
      ? "closing"
      : /kredit|credit/i.test(words)
        ? "credit"
        : "debit";
