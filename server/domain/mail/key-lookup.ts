import { limits } from "../../contract/limits.ts";

/** Looks up the keys with which banks sign their emails. */

/**
 * Resolves with the text records of a name, or none if there is no such name. Rejects with `DnsAway` if no response
 * comes.
 */
export type LookUpKey = (name: string) => Promise<readonly string[]>;

/** DNS did not respond, so the key is unknown. */
export class DnsAway extends Error {
  override readonly name = "DnsAway";
}

/**
 * The key record at the time of the check. The record is kept with the email, so that the proof can be checked after
 * the bank has replaced the key.
 */
export interface SeenKey {
  key_name: string;
  key_record: string;
}

/** Returns the one key record of a name, or the reason why there is none. */
export function keyAmong(
  records: readonly string[],
): { key: string } | { fault: "no_key" | "unusable_key" } {
  const [key, ...others] = records.filter((record) => /(?:^|;)\s*p\s*=/.test(record));
  if (key === undefined) return { fault: "no_key" };
  const isBounded =
    records.length <= limits.mailKeyRecords &&
    records.reduce((sum, { length }) => sum + length, 0) <= limits.mailKeyCharacters;
  return isBounded && others.length === 0 ? { key } : { fault: "unusable_key" };
}
