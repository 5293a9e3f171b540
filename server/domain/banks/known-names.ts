import { banks } from "./index.ts";

/** Letters of other alphabets, and digits, that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = {
  // Cyrillic
  а: "a",
  в: "b",
  е: "e",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  г: "r",
  п: "n",
  ь: "b",
  // Greek
  α: "a",
  β: "b",
  ε: "e",
  η: "n",
  ι: "i",
  κ: "k",
  μ: "m",
  ν: "n",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
  ζ: "z",
  ϲ: "c",
  // Small capitals and digits
  ʙ: "b",
  ᴄ: "c",
  ᴀ: "a",
  ɴ: "n",
  ʀ: "r",
  ɪ: "i",
  ı: "i",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "8": "b",
  l: "i",
};

/**
 * Returns the same text for names that look alike: "ВСА mobile" with Cyrillic letters and "B C A Mobile" are
 * "bcamobiie".
 */
const skeletonOf = (name: string): string =>
  Array.from(name.normalize("NFKD").toLowerCase())
    .map((letter) => lookalikes[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Words that do not change a name: "Bank BCA" and "BCA mobile" are BCA. */
const genericWords =
  "pt bank mobile banking m-banking mbanking digital indonesia app aplikasi resmi official new baru persero tbk syariah";
const generic = new RegExp(String.raw`\b(?:${genericWords.replaceAll(" ", "|")})\b`, "giu");

const skeletonsOf = (name: string): string[] => {
  const words = name.normalize("NFKC");
  return [skeletonOf(words), skeletonOf(words.replace(generic, " "))].filter(
    (skeleton) => skeleton !== "",
  );
};

const namesOfApps = banks.flatMap(({ apps }) =>
  apps.flatMap(({ app_name, format }) => [
    app_name ?? format.name,
    format.name,
    ...(format.other_names ?? []),
  ]),
);
const namesOfBanks = banks.flatMap(({ code, name }) => [code, name]);

const known = new Set([...namesOfBanks, ...namesOfApps].flatMap(skeletonsOf));

/** Names that stay known if more words follow. "ONe Mobile" does not make every "One" known. */
const knownBeginnings = new Set([
  ...namesOfBanks.flatMap(skeletonsOf),
  ...namesOfApps.map(skeletonOf),
]);

/**
 * The end of a word: at a space or mark, at a capital inside a word, and at the start of digits or of another
 * alphabet.
 */
const wordBorder =
  /[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{Script=Latin})(?=\P{Script=Latin})|(?<=\P{Script=Latin})(?=\p{Script=Latin})/u;

const beginsGenerically = new RegExp(
  `^(?:${genericWords.split(" ").map(skeletonOf).join("|")})*$`,
  "u",
);

/**
 * Returns whether a name begins like a bank. "ВСА Prioritas" with Cyrillic letters and "G0Pay Bisnis" do; "Danamas"
 * does not begin with the word "Dana".
 */
function beginsLikeBank(name: string): boolean {
  const words = name.normalize("NFKC").split(wordBorder).map(skeletonOf);
  return words.some(
    (_, first) =>
      beginsGenerically.test(words.slice(0, first).join("")) &&
      words.some((__, last) => knownBeginnings.has(words.slice(first, last + 1).join(""))),
  );
}

/** Returns whether pages would draw a known bank's mark beside the name. Pages look at the beginning of the name. */
export const hasKnownMark = (name: string): boolean => {
  const letters = name
    .toUpperCase()
    .replace(/^(?:PT\s+)?BANK\s+/u, "")
    .replace(/[^A-Z]/gu, "");
  return banks.some(({ code }) => letters.startsWith(code));
};

/** Returns whether people would take the name for that of a bank, a wallet or an app in the catalogue. */
export const isKnownBankName = (name: string): boolean =>
  skeletonsOf(name).some((skeleton) => known.has(skeleton)) || beginsLikeBank(name);
