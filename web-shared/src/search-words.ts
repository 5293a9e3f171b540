/**
 * Splits a search into its words. Text in quotation marks is one word, and so is a search of more words than `most`.
 * The server finds rows by these words, and the pages show where they fit.
 */
export function searchWords(search: string, most: number): string[] {
  // Rp stands apart from its amount in many texts.
  const found = [...search.matchAll(/"(?<phrase>[^"]+)"|rp\.?\s+\d\S*|\S+/gi)];
  const words = found.map(([word, phrase]) => phrase ?? word);
  return words.length > most ? [search] : words;
}
