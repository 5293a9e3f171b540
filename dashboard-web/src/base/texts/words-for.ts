interface Coded {
  code: string;
  params: object;
}

/** A sentence for each code that the server tells: a code without one is a type error. */
export type WordsFor<Told extends Coded> = {
  readonly [Code in Told["code"]]: (params: Extract<Told, { code: Code }>["params"]) => string;
};

export function wordsOf<Told extends Coded>(words: WordsFor<Told>, told: Told): string {
  const say: (params: object) => string = words[told.code as Told["code"]];
  return say(told.params);
}
