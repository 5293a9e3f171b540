import { seededRandom } from "../testing/random.ts";

/** The simulator's randomness: every decision comes from one seed. */
export interface Chance {
  /** Returns a number in [0, 1), uniformly. */
  next(): number;
  /** Returns true in this share of the cases. */
  happens(share: number): boolean;
  /** Returns a whole number; both bounds are included. */
  between(least: number, most: number): number;
  pick<One>(from: readonly One[]): One;
  /** Returns the same items in another order. */
  shuffled<One>(things: readonly One[]): One[];
}

/**
 * Returns the random numbers of a step. Each step has its own, so that another winner of a race changes the race's
 * records, but not the actors' choices in later steps.
 */
export const chanceOfStep = (seed: number, step: number): Chance =>
  chanceFrom(seededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b)));

function chanceFrom(next: () => number): Chance {
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    happens: (share) => next() < share,
    between,
    pick<One>(from: readonly One[]) {
      if (from.length === 0) throw new Error("there is nothing to pick from");
      return from[between(0, from.length - 1)] as One;
    },
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, place: next() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ thing }) => thing),
  };
}
