import { reasonOf } from "../base/reason.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  countPresentKeys,
  sealedPlaces,
  selectMerchantsAfter,
  selectSealed,
  updateSealed,
  type SealedPlace,
  type SealedRow,
} from "./sealed-values.sql.ts";

/** Goes through the sealed values after a change of TEPAT_SECRET, while servers run. */

const batch = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

export interface Resealed {
  resealed_count: number;
  unreadable_count: number;
  /** The first few values that no known secret opens. */
  unreadable: string[];
}

const unreadableMax = 20;

/**
 * Seals each value again that is not sealed with the current secret. Each value is one guarded update, so the work can
 * be killed at any point and restarted. The work repeats until no value is left, because a server without the new
 * secret still seals with the previous one.
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
  const round: Resealed = { resealed_count: 0, unreadable_count: 0, unreadable: [] };
  for await (const { place, row } of formerlySealed(gateway)) {
    try {
      const context = place.contextOf(row);
      const resealed = gateway.secrets.seal(gateway.secrets.open(row.sealed, context), context);
      if (await updateSealed(gateway.sql, place, { ...row, resealed })) round.resealed_count += 1;
    } catch (cause) {
      round.unreadable_count += 1;
      if (round.unreadable.length < unreadableMax) {
        round.unreadable.push(`${nameOf(place, row)}: ${reasonOf(cause)}`);
      }
    }
  }
  return round;
}

const nameOf = ({ table }: SealedPlace, { merchant_id, id }: SealedRow): string =>
  `${table}${id === merchant_id ? "" : ` ${id}`} of merchant ${merchant_id}`;

/** Returns whether a rotation was begun and not finished. Values that never open do not count. */
export async function isHalfResealed(gateway: Gateway): Promise<boolean> {
  for await (const { place, row } of formerlySealed(gateway)) {
    if (opens(gateway, place, row)) return true;
  }
  return false;
}

function opens({ secrets }: Gateway, place: SealedPlace, row: SealedRow): boolean {
  try {
    secrets.open(row.sealed, place.contextOf(row));
    return true;
  } catch {
    return false;
  }
}

const presentKeysMax = 10_000;

/**
 * Returns the key that sealed most secrets, if it is not one of this gateway's keys. TEPAT_SECRET then belongs to
 * another installation. A few values that no longer open do not stop a merchant's webhooks. `secrets rotate` lists them.
 */
export async function strangeKey({
  sql,
  secrets,
}: Pick<Gateway, "sql" | "secrets">): Promise<string | null> {
  const keys = await countPresentKeys(sql, { limit: presentKeysMax });
  const countOf = (some: typeof keys) => some.reduce((sum, { count }) => sum + count, 0);
  const strange = keys.filter(({ key_id }) => !secrets.knows(key_id));
  return countOf(strange) * 2 > countOf(keys) ? (strange[0]?.key_id ?? null) : null;
}

/** Yields a few merchants at a time, by the primary keys. */
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
