/** Whether this run is `npm test -- --all`, in which random tests try more and translations of what was tried are tried too. */
export const isRunOfAll = process.env["TEST_ALL"] === "1";

/** `npm test -- --more`: all, with as many trials as a night has time for. */
const isRunOfMore = process.env["TEST_MORE"] === "1";

/** How often a random test tries. Each run has a new seed, so that what CI tries in a week adds up. */
export function trials(size: { some: number; all: number; more: number }): number {
  if (isRunOfMore) return size.more;
  return isRunOfAll ? size.all : size.some;
}
