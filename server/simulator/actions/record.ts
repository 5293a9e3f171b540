import { payWith } from "../matching.ts";
import type { ModelMutation, ModelShop } from "../model.ts";

/** One report of a source: its name, which is the same for each repetition, and the mutation to record. */
export interface Telling {
  name: string;
  mutation: ModelMutation;
}

/** Records new reports and lets them pay, the earliest first. Returns the positions of the new ones. */
export function record(
  shop: ModelShop,
  tellings: readonly (Telling | null)[],
  at: number,
): Set<number> {
  const isNew = new Set<number>();
  const credits: ModelMutation[] = [];
  tellings.forEach((telling, index) => {
    if (telling === null || shop.recorded.has(telling.name)) return;
    const { name, mutation } = telling;
    isNew.add(index);
    shop.recorded.set(name, mutation.mutation_id);
    shop.mutations.set(mutation.mutation_id, mutation);
    credits.push(mutation);
  });
  for (const credit of credits.toSorted((one, other) => one.posted_at - other.posted_at))
    payWith(shop, credit, at);
  return isNew;
}
