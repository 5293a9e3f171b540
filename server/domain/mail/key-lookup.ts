import { limits } from "../../contract/limits.ts";

/** Looks up the keys with which banks sign their emails. */

/** Resolves with the text records of a name, none if there is no such name. Rejects with `DnsAway` without an answer. */
export type LookUpKey = (name: string) => Promise<readonly string[]>;

/** DNS did not respond, so the key is unknown. */
export class DnsAway extends Error {
  override readonly name = "DnsAway";
}

/** A key record as it was seen, kept with the email, so that the proof can be checked when the bank has replaced it. */
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
