/** Forms of address and of companies, which banks add or drop. */
const titles = new Set(["BAPAK", "BPK", "IBU", "SDR", "SDRI", "HJ", "H", "PT", "CV", "UD", "TOKO"]);

/** A word that a bank cut to this length can still be distinguished from others. */
const shortestPrefix = 3;

/**
 * Returns the similarity of the bank's name for the sender to the customer's name: 0 (not at all) to 1 (word for
 * word). Banks write capitals, drop titles, cut long names and mask letters (`BUDI S***`). Customers give one name of
 * several. Words that are missing in the other name reduce the result (Sørensen and Dice). Otherwise a customer with
 * many names would be similar to every sender.
 */
export const nameSimilarity = (sender: string | null, customer: string): number =>
  compare(sender, customer).similarity;

/**
 * Returns whether the names probably belong to one person: two words agree in full, and the names are nearly equal, or
 * one of them is a part of the other. Banks and customers leave names out. One common name proves little, and a masked
 * or cut word fits many names. A name of very many words contains every sender.
 */
export function isProbablySameName(sender: string | null, customer: string): boolean {
  const { senderWords, customerWords, alike, alikeInFull, similarity } = compare(sender, customer);
  const isPart = alike === Math.min(senderWords.length, customerWords.length);
  if (similarity < (isPart ? leastOfPart : leastOfNearlyEqual)) return false;
  return alikeInFull >= 2;
}

const leastOfNearlyEqual = 0.8;
/** A name of two words is a part of a name of at most six words. */
const leastOfPart = 0.5;

function compare(sender: string | null, customer: string) {
  const senderWords = wordsOf(sender ?? "");
  const customerWords = wordsOf(customer);
  const left = [...customerWords];
  const take = (isAlike: (word: string) => boolean): boolean => {
    const index = left.findIndex(isAlike);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  // Each word is counted once. Equal words come first, so a shorter word does not take the place of one.
  const others = senderWords.filter((word) => !take((other) => other === word));
  for (const word of others) take((other) => isBeginningOf(word, other));
  const alike = customerWords.length - left.length;
  const similarity = (2 * alike) / Math.max(senderWords.length + customerWords.length, 1);
  const alikeInFull = senderWords.length - others.length;
  return { senderWords, customerWords, alike, alikeInFull, similarity };
}

/** Returns the words with their masks, because a mask shows that letters are missing. */
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}*]+/gu, " ")
    .split(" ")
    .filter((word) => word.length > 1 && !titles.has(word));

/** Returns whether the bank masked or cut this word of the customer's. */
function isBeginningOf(sender: string, customer: string): boolean {
  const [seen = ""] = sender.split("*");
  const isMasked = seen.length < sender.length;
  if (isMasked) return seen.length > 0 && customer.startsWith(seen);
  return seen.length >= shortestPrefix && customer.startsWith(seen);
}
