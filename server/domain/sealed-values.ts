import { reasonOf } from "./reason.ts";
import type { Gateway } from "./gateway.ts";
import {
  sealedPlaces,
  selectMerchantsAfter,
  selectSealed,
  updateSealed,
  type SealedPlace,
  type SealedRow,
} from "./sealed-values.sql.ts";

/** What is sealed at rest, gone through after a change of TEPAT_SECRET, while servers run. */

const batch = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

export interface Resealed {
  resealed_count: number;
  /** Those that no known secret opens, the first few. */
  unreadable: string[];
}

const unreadableMax = 20;

/**
 * Seals anew what is not under the current secret. Each value is one guarded update, so it may be killed at any point and
 * begun again; it goes round until nothing is left, since a server that was not told yet still seals under the former.
 */
export async function resealAll(gateway: Gateway): Promise<Resealed> {
  let resealed_count = 0;
  for (;;) {
    const round = await resealOnce(gateway);
    resealed_count += round.resealed_count;
    if (round.resealed_count === 0) return { ...round, resealed_count };
  }
}

async function resealOnce(gateway: Gateway): Promise<Resealed> {
  const round: Resealed = { resealed_count: 0, unreadable: [] };
  for await (const { place, row } of formerlySealed(gateway)) {
    try {
      const context = place.contextOf(row);
      const resealed = gateway.secrets.seal(gateway.secrets.open(row.sealed, context), context);
      if (await updateSealed(gateway.sql, place, { ...row, resealed })) round.resealed_count += 1;
    } catch (cause) {
      if (round.unreadable.length < unreadableMax) {
        round.unreadable.push(`${place.table} of merchant ${row.merchant_id}: ${reasonOf(cause)}`);
      }
    }
  }
  return round;
}

/** Whether a rotation was begun and not ended. */
export async function isSealedFormerly(gateway: Gateway): Promise<boolean> {
  const { done } = await formerlySealed(gateway).next();
  return done !== true;
}

/** A few merchants at a time, by the primary keys. */
async function* formerlySealed(
  gateway: Gateway,
): AsyncGenerator<{ place: SealedPlace; row: SealedRow }, void> {
  const { sql, secrets } = gateway;
  for (let last = beforeAll; ;) {
    const merchants = await selectMerchantsAfter(sql, { merchant_id: last, limit: batch });
    for (const place of sealedPlaces) {
      for (const row of await selectSealed(sql, place, merchants)) {
        if (!secrets.isCurrent(row.sealed)) yield { place, row };
      }
    }
    const next = merchants.at(-1);
    if (next === undefined) return;
    last = next;
  }
}
