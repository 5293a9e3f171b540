/**
 * Counts customers by the time that they took to pay, in classes that grow with the time, like wait_class in the
 * database: class c holds 2^(c/4) to 2^((c+1)/4) seconds. The sum of several days' counts is their joint histogram,
 * and any quantile is right to a tenth.
 */
export type WaitHistogram = Readonly<Record<string, number>>;

export function addWaitHistograms(one: WaitHistogram, other: WaitHistogram): WaitHistogram {
  const sum: Record<string, number> = { ...one };
  for (const [wait, count] of Object.entries(other)) sum[wait] = (sum[wait] ?? 0) + count;
  return sum;
}

/** Returns the middle of the class that contains the quantile, or null if no wait was counted. */
export function waitQuantile(histogram: WaitHistogram, quantile: number): number | null {
  const classes = Object.entries(histogram)
    .map(([wait, count]) => ({ wait: Number(wait), count }))
    .toSorted((one, other) => one.wait - other.wait);
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { wait, count } of classes) {
    below += count;
    if (below >= total * quantile) return Math.round(2 ** ((wait + 0.5) / 4) * 10) / 10;
  }
  return null;
}
