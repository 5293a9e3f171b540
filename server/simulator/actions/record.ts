import { payWith } from "../matching.ts";
import type { ModelMutation, ModelShop } from "../model.ts";

/** One thing that a source has told: its name, the same however often it is told, and what is recorded of it. */
export interface Telling {
  name: string;
  mutation: ModelMutation;
}

/** Records what is new and lets it pay, the first posted first. Returns the positions of what was new. */
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
