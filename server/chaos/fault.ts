/** A fault in a world. It is over when `run` has ended and restored all broken parts. */
export interface Fault<World> {
  says: string;
  run(world: World): Promise<unknown>;
  /** The reason why the fault cannot be tested here; undefined if it can. */
  obstacle?(world: World): string | undefined;
}

type Faults<World, Name extends string> = Readonly<Record<Name, Fault<World>>>;

export const namesOf = <Name extends string>(faults: Faults<never, Name>): Name[] =>
  Object.keys(faults) as Name[];

/** Returns the faults that can be tried in this world, and why each other one cannot. */
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

/** Yields each name once in a round, in an order that chance decides, round after round. */
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

/** Lets it happen. Returns what did not go as it was meant to. */
export async function troubleOf<World>(fault: Fault<World>, world: World): Promise<string[]> {
  try {
    await fault.run(world);
    return [];
  } catch (error) {
    return [`${fault.says}, which did not go as meant: ${String(error)}`];
  }
}
