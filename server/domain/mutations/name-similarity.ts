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
export function nameSimilarity(sender: string | null, customer: string): number {
  const senderWords = wordsOf(sender ?? "");
  const customerWords = wordsOf(customer);
  const left = [...customerWords];
  let alike = 0;
  for (const word of senderWords) {
    const index = left.findIndex((other) => isSameWord(word, other));
    if (index < 0) continue;
    left.splice(index, 1);
    alike += 1;
  }
  return (2 * alike) / Math.max(senderWords.length + customerWords.length, 1);
}

/**
 * Returns whether the names certainly belong to one person: all words agree, at least two of them in full. One common
 * name proves little, and a masked or cut word fits many names.
 */
export function isSameName(sender: string | null, customer: string): boolean {
  if (nameSimilarity(sender, customer) !== 1) return false;
  const words = wordsOf(sender ?? "");
  const customerWords = wordsOf(customer);
  return words.filter((word) => customerWords.includes(word)).length >= 2;
}

/** Returns the words with their masks, because a mask shows that letters are missing. */
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}*]+/gu, " ")
    .split(" ")
    .filter((word) => word.length > 1 && !titles.has(word));

function isSameWord(sender: string, customer: string): boolean {
  if (sender === customer) return true;
  const [seen = ""] = sender.split("*");
  const isMasked = seen.length < sender.length;
  if (isMasked) return seen.length > 0 && customer.startsWith(seen);
  return seen.length >= shortestPrefix && customer.startsWith(seen);
}
