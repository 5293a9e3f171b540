/** One of the compared variants. */
export interface MeasuredSystem {
  name: string;
  /** Runs one round and returns its rate per second. */
  run(round: number): Promise<number>;
}

export interface Standing {
  name: string;
  /** The median over the rounds. */
  rate: number;
  rates: number[];
}

/**
 * Runs the systems in turn within each round, so that other work on the machine affects all of them. The first
 * round warms up and is not counted.
 */
export async function runRounds(
  systems: readonly MeasuredSystem[],
  rounds: number,
): Promise<Standing[]> {
  const rates = new Map<string, number[]>(systems.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of systems) {
      const rate = await run(round);
      if (round > 0) rates.get(name)?.push(rate);
      console.error(`  round ${round}/${rounds}  ${name.padEnd(40)} ${Math.round(rate)}/s`);
    }
  }
  return [...rates].map(([name, measured]) => ({ name, rate: median(measured), rates: measured }));
}

export function median(values: Iterable<number>): number {
  return percentile(values, 50);
}

/** Returns the smallest value that at least `percent` of the values do not exceed. */
export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
