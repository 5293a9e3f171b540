/**
 * Returns whether a QRIS code and the shop have the same name. A code has room for 25 characters,
 * and the name is often in capitals.
 */
export function isSameQrisName(inCode: string, shop: string): boolean {
  const short = lettersOf(inCode);
  const long = lettersOf(shop);
  return long === short || (inCode.length >= qrisNameCharacters && long.startsWith(short));
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The longest value of tag 59 (the merchant's name). */
const qrisNameCharacters = 25;
