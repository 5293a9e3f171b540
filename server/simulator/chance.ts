import { seededRandom } from "../testing/random.ts";

/** Chance for the simulator: everything that is decided comes from one seed. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** True in this share of the cases. */
  happens(share: number): boolean;
  /** A whole number, both bounds included. */
  between(least: number, most: number): number;
  pick<One>(from: readonly One[]): One;
  /** The same things in another order. */
  shuffled<One>(things: readonly One[]): One[];
}

/**
 * Each step has chance of its own, so that a race that another competitor wins changes what it touches and not what the
 * actors want in the steps after it.
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
