/**
 * Returns repeatable random numbers. Prints the seed, and takes it from TEST_SEED to repeat a run.
 */
export const randomFrom = (purpose: string): (() => number) => seededRandom(randomSeed(purpose));

export function randomSeed(purpose: string): number {
  const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`${purpose}: TEST_SEED=${seed}`);
  return seed;
}

/** mulberry32: uniform in [0, 1), with the same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
