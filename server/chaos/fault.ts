/** A fault in a world. When `run` ends, all broken parts are restored. */
export interface Fault<World> {
  says: string;
  run(world: World): Promise<unknown>;
  /** Returns the reason why the fault cannot be tested here, or undefined if it can. */
  obstacle?(world: World): string | undefined;
}

type Faults<World, Name extends string> = Readonly<Record<Name, Fault<World>>>;

export const namesOf = <Name extends string>(faults: Faults<never, Name>): Name[] =>
  Object.keys(faults) as Name[];

/** Returns the faults that can be tested in this world, and the reason for each other one. */
export function possibleOf<World, Name extends string>(
  faults: Faults<World, Name>,
  names: readonly Name[],
  world: World,
): { possible: Name[]; not_tried: Partial<Record<Name, string>> } {
  const obstacles = names.map((name) => [name, faults[name].obstacle?.(world)] as const);
  return {
    possible: obstacles.filter(([, obstacle]) => obstacle === undefined).map(([name]) => name),
    not_tried: Object.fromEntries(
      obstacles.filter(([, obstacle]) => obstacle !== undefined),
    ) as Partial<Record<Name, string>>,
  };
}

/** Yields each name once per round, in random order, round after round. */
export function* inRounds<Name>(
  names: readonly Name[],
  random: () => number,
  rounds = Infinity,
): Generator<Name> {
  for (let round = 0; names.length > 0 && round < rounds; round++) {
    const rest = [...names];
    while (rest.length > 0) yield rest.splice(Math.floor(random() * rest.length), 1)[0] as Name;
  }
}

/** Runs the fault. Returns a text if it did not go as planned. */
export async function troubleOf<World>(fault: Fault<World>, world: World): Promise<string[]> {
  try {
    await fault.run(world);
    return [];
  } catch (error) {
    return [`${fault.says}, which did not go as meant: ${String(error)}`];
  }
}
