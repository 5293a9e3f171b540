/**
 * What several tests of a file share is asked for once in a run. The proof (prove-runner.ts) asks again for each fault,
 * so that a fault of a create reaches the tests that look at what was created.
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
