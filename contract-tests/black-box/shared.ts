/**
 * Requests a value that several tests of a file share, once per run. The proof (prove-runner.ts) requests the value
 * again for each fault, so that a fault of a create reaches the tests of the created invoice.
 */

let round = 0;

export const nextRound = (): void => {
  round += 1;
};

export function shared<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: { round: number; thing: Promise<Thing> } | undefined;
  return () => {
    if (made?.round !== round) made = { round, thing: make() };
    return made.thing;
  };
}
