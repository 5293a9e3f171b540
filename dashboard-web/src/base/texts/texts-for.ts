interface Coded {
  code: string;
  params: object;
}

/** A sentence for each code that the server sends. A missing sentence is a type error. */
export type TextsFor<Value extends Coded> = {
  readonly [Code in Value["code"]]: (params: Extract<Value, { code: Code }>["params"]) => string;
};

export function sentenceOf<Value extends Coded>(texts: TextsFor<Value>, value: Value): string {
  const say: (params: object) => string = texts[value.code as Value["code"]];
  return say(value.params);
}
