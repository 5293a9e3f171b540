import { table } from "../report.ts";
import type { Size } from "../size.ts";

/**
 * Spreads merchants over independent databases. It measures no time: the volumes follow Zipf's law, and everything
 * random follows the seed.
 */

const seed = 20_261_123;
const paymentsPerMonth = 1_000_000_000;
/** The largest merchants are placed one by one. All others are placed with their bucket. */
const placedMerchants = 1_000;
const allowedShare = 1.1;
const cellCounts = [4, 16, 64];
const exponents = [0.8, 1, 1.2];

/** Returns numbers from 0 to 1 (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The unit of a move: a large merchant, or a bucket of small ones. */
interface Unit {
  payments: number;
  merchants: number;
}

interface World {
  largest: number;
  /** One unit for each bucket with all its merchants, including the large ones. */
  hashed: Unit[];
  /** The large merchants one by one, and then the buckets with the other merchants. */
  units: Unit[];
}

function makeWorld(
  { cellMerchants, cellBuckets }: Size,
  exponent: number,
  random: () => number,
): World {
  const weights = Float64Array.from(
    { length: cellMerchants },
    (_, rank) => (rank + 1) ** -exponent,
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const empty = () => Array.from({ length: cellBuckets }, () => ({ payments: 0, merchants: 0 }));
  const hashed: Unit[] = empty();
  const rest: Unit[] = empty();
  const large: Unit[] = [];
  for (const [rank, weight] of weights.entries()) {
    const payments = (paymentsPerMonth * weight) / sum;
    const bucket = Math.floor(random() * cellBuckets);
    add(hashed[bucket] as Unit, payments);
    if (rank < placedMerchants) large.push({ payments, merchants: 1 });
    else add(rest[bucket] as Unit, payments);
  }
  return { largest: (weights[0] as number) / sum, hashed, units: [...large, ...rest] };
}

function add(unit: Unit, payments: number): void {
  unit.payments += payments;
  unit.merchants += 1;
}

const loadsOf = (units: readonly Unit[], cells: Int32Array, count: number): Float64Array => {
  const loads = new Float64Array(count);
  for (const [index, { payments }] of units.entries()) loads[cells[index] as number]! += payments;
  return loads;
};

const extremeOf = (loads: Float64Array): number =>
  Math.max(...loads) / (sumOf(loads) / loads.length);
const sumOf = (loads: Float64Array): number => loads.reduce((total, load) => total + load, 0);

/** Places the largest units first, each in the cell with the smallest load. */
function placeGreedily(units: readonly Unit[], count: number): Int32Array {
  const loads = new Float64Array(count);
  const cells = new Int32Array(units.length);
  const order = [...units.keys()].toSorted(
    (one, other) => (units[other] as Unit).payments - (units[one] as Unit).payments,
  );
  for (const index of order) {
    const least = loads.indexOf(Math.min(...loads));
    cells[index] = least;
    loads[least]! += (units[index] as Unit).payments;
  }
  return cells;
}

/**
 * Moves units from the fullest cell to the emptiest until no cell has more than the allowed share of the mean. Each
 * move takes the largest unit that does not overfill its target, so that there are few moves. A cell with a single
 * merchant above the share stays unchanged.
 */
function rebalance(units: readonly Unit[], cells: Int32Array, count: number): void {
  const loads = loadsOf(units, cells, count);
  const mean = sumOf(loads) / count;
  const order = [...units.keys()].toSorted(
    (one, other) => (units[other] as Unit).payments - (units[one] as Unit).payments,
  );
  const stuck = new Set<number>();
  for (;;) {
    let from = -1;
    for (const [cell, load] of loads.entries()) {
      const isOverfull = load > allowedShare * mean && !stuck.has(cell);
      if (isOverfull && load > (loads[from] ?? 0)) from = cell;
    }
    if (from === -1) return;
    const to = loads.indexOf(Math.min(...loads));
    const room = Math.max(mean - (loads[to] as number), 0);
    const index = order.find(
      (unit) =>
        cells[unit] === from &&
        (units[unit] as Unit).payments > 0 &&
        (units[unit] as Unit).payments <= room,
    );
    if (index === undefined) {
      stuck.add(from);
      continue;
    }
    const moved = units[index] as Unit;
    cells[index] = to;
    loads[from]! -= moved.payments;
    loads[to]! += moved.payments;
  }
}

/**
 * Returns the units a month later. Each unit's volume changes by half a standard deviation of its
 * logarithm.
 */
function nextMonth(units: readonly Unit[], random: () => number): Unit[] {
  return units.map(({ payments, merchants }) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const change = Math.exp((0.5 * normal) / Math.sqrt(Math.max(1, merchants)));
    return { payments: payments * change, merchants };
  });
}

const times = (value: number): string => `${value.toFixed(2)} ×`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function simulateCells(size: Size): string {
  const rows: string[][] = [];
  for (const exponent of exponents) {
    const random = randomFrom(seed);
    const { largest, hashed, units } = makeWorld(size, exponent, random);
    for (const count of cellCounts) {
      const byHash = Int32Array.from(hashed, (_, bucket) => bucket % count);
      const cells = placeGreedily(units, count);
      const placed = extremeOf(loadsOf(units, cells, count));
      const later = nextMonth(units, random);
      const drifted = extremeOf(loadsOf(later, cells, count));
      rebalance(later, cells, count);
      rebalance(later, cells, count + 1);
      const loads = loadsOf(later, cells, count + 1);
      rows.push([
        String(exponent),
        percent(largest),
        String(count),
        times(extremeOf(loadsOf(hashed, byHash, count))),
        times(placed),
        times(drifted),
        percent(Math.max(...loads) / sumOf(loads)),
      ]);
    }
  }
  return `Seed ${seed}; ${size.cellMerchants} merchants, ${paymentsPerMonth} payments a month.

${table(
  [
    "Zipf's exponent",
    "largest merchant",
    "cells",
    "fullest cell, by hash",
    "with the directory",
    "a month later",
    "lost while the fullest cell is away",
  ],
  rows,
)}`;
}
