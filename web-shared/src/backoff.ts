/** Doubles the wait with every failed attempt, up to `last`. */
export const doubled = (attempts: number, { first, last }: { first: number; last: number }) =>
  Math.min(first * 2 ** attempts, last);

/**
 * Returns between half and all of the time, so that pages that lost the server together do not reconnect together.
 */
export const jittered = (milliseconds: number) => milliseconds * (0.5 + Math.random() / 2);
