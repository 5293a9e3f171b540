/** Whether this run is `npm test -- --all`. Random tests then run more trials, and translations are tested too. */
export const isRunOfAll = process.env["TEST_ALL"] === "1";

/** Whether this run is `npm test -- --more`: all tests, with as many trials as fit into a night. */
const isRunOfMore = process.env["TEST_MORE"] === "1";

/**
 * Returns the number of trials of a random test. Each run has a new seed, so the trials of a week of
 * CI add up.
 */
export function trials<Size>(size: { some: Size; all: Size; more: Size }): Size {
  if (isRunOfMore) return size.more;
  return isRunOfAll ? size.all : size.some;
}
