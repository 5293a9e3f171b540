/** Doubles the wait with every attempt that failed, up to the last. */
export const doubled = (attempts: number, { first, last }: { first: number; last: number }) =>
  Math.min(first * 2 ** attempts, last);

/** Half to all of the time: pages that lost their server together must not come back together. */
export const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
