import { randomBytes } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { hashCredential, type RandomBytes } from "../security/credentials.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PersonName } from "./sessions.sql.ts";
import { countUnusedCodes, replaceCodes, spendCode } from "./recovery-codes.sql.ts";

/** Codes on paper for a person who has lost the authenticator app. Each code works once. */

/** The alphabet of the codes. It omits letters and digits that look alike on paper: 0 and o; 1, l and i; u beside v. */
const digits = "23456789abcdefghjkmnpqrstvwxyz";
const groups = 4;
const groupDigits = 4;

/** Replaces all earlier codes with new ones, which are returned only here. */
export async function renewRecoveryCodes(
  sql: Sql,
  { merchant_id, person_id }: PersonName,
  random: RandomBytes = randomBytes,
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => newCode(random));
  await replaceCodes(sql, { merchant_id, person_id, code_hashes: codes.map(hashOf) });
  return codes;
}

/** Returns true if the code is one of the unused codes, and marks it as used. */
export async function useRecoveryCode(
  gateway: Gateway,
  { merchant_id, person_id, code }: PersonName & { code: string },
): Promise<boolean> {
  return spendCode(gateway.sql, {
    merchant_id,
    person_id,
    code_hash: hashOf(code),
    at: gateway.now(),
  });
}

export const unusedRecoveryCodes = (gateway: Gateway, person: PersonName): Promise<number> =>
  countUnusedCodes(gateway.sql, person);

/** Returns 78 random bits, such as `x7kq-m2rd-9hta-c4wp`. A fast hash is enough for this number of bits. */
function newCode(random: RandomBytes): string {
  const bytes = random(groups * groupDigits * 2);
  const code = Array.from({ length: groups * groupDigits }, (_, index) =>
    digits.charAt(bytes.readUInt16BE(index * 2) % digits.length),
  ).join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}

/** Capitals, spaces and hyphens do not matter, so that a person can type the code from paper in any form. */
const hashOf = (code: string) => hashCredential(code.toLowerCase().replaceAll(/[\s-]/g, ""));
