import { DomainError } from "../base/domain-error.ts";
import { senText } from "../base/written-numbers.ts";

/** The facts of a row: its day, the money that moved (incoming: positive), and the balance after it. */
interface Booking {
  day: string;
  signed_sen: number;
  balance_sen: number | null;
}

type Direction = "forwards" | "backwards";

/**
 * Follows days and balances from row to row. A file can run forwards or backwards. Each row can rule one direction
 * out, and a row that rules out both is refused.
 */
export class StatementOrder {
  #directions: Direction[] = ["forwards", "backwards"];
  #first: Booking | null = null;
  #previous: Booking | null = null;
  earliestDay = "9999-12-31";
  latestDay = "0000-01-01";

  add(row: number, booking: Booking): void {
    const { day, balance_sen } = booking;
    const before = this.#previous;
    this.#previous = booking;
    this.#first ??= booking;
    if (day < this.earliestDay) this.earliestDay = day;
    if (day > this.latestDay) this.latestDay = day;
    if (before === null) return;
    this.#directions = this.#directions.filter((direction) =>
      direction === "forwards" ? day >= before.day : day <= before.day,
    );
    const [likeliest] = this.#directions;
    if (likeliest === undefined) {
      throw new DomainError({ code: "statement_out_of_order", params: { row, day } });
    }
    if (balance_sen === null || before.balance_sen === null) return;
    const expected = {
      forwards: before.balance_sen + booking.signed_sen,
      backwards: before.balance_sen - before.signed_sen,
    };
    this.#directions = this.#directions.filter((each) => expected[each] === balance_sen);
    if (this.#directions.length === 0) throw brokenBalance(row, expected[likeliest], balance_sen);
  }

  /** If a row that is not booked yet has a balance, the next row continues from it. */
  addPending({ signed_sen, balance_sen }: Omit<Booking, "day">): void {
    const before = this.#previous;
    if (balance_sen === null || before?.balance_sen !== balance_sen - signed_sen) return;
    this.#previous = { ...before, balance_sen, signed_sen };
  }

  get isNewestFirst(): boolean {
    return !this.#directions.includes("forwards");
  }

  /** The balances before the oldest row and after the newest, as far as the file has them. */
  get balances(): { opening: number | null; closing: number | null } {
    const [oldest, newest] = this.isNewestFirst
      ? [this.#previous, this.#first]
      : [this.#first, this.#previous];
    const after = oldest?.balance_sen ?? null;
    return {
      opening: oldest === null || after === null ? null : after - oldest.signed_sen,
      closing: newest?.balance_sen ?? null,
    };
  }
}

export const brokenBalance = (row: number, expected: number, found: number) =>
  new DomainError({
    code: "statement_balance_broken",
    params: { row, expected: senText(expected), found: senText(found) },
  });
