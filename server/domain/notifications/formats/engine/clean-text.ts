/** The named entities that forwarders have left in texts (`Digital &amp; Kreatif`), and similar ones. */
const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&nbsp;": " ",
};

/** U+FF01–U+FF5E are full-width ASCII, in the same order. */
const fullwidthOffset = 0xfee0;

/**
 * Makes different spellings of one notification equal, without ever changing a number. No Unicode normal form is
 * used, because NFKC would turn `Rp150²` into Rp1502. Line breaks stay, because they end sentences.
 */
export function cleanText(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/gu, (entity) => entities[entity] ?? entity)
    .replace(/[\uFF01-\uFF5E]+/gu, narrow)
    .replace(/[\p{Cf}\u{FE0E}\u{FE0F}]/gu, "")
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, " ")
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/[‐-―−]/gu, "-")
    .replace(/…+/gu, "...")
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(/[^\S\n]+|(?!\n)\p{Cc}/gu, " ")
    .replace(/ {2,}/gu, " ")
    .replace(/ ?\n[ \n]*/gu, "\n")
    .trim();
}

const narrow = (wide: string): string =>
  String.fromCharCode(...Array.from(wide, (_, index) => wide.charCodeAt(index) - fullwidthOffset));
