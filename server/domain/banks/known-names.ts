import { banks } from "./index.ts";

/** Letters of other alphabets, and digits, that look like Latin ones. */
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

/** Writes names that look alike in the same way: "ВСА mobile" with Cyrillic letters and "B C A Mobile" are "bcamobiie". */
const skeletonOf = (name: string): string =>
  Array.from(name.normalize("NFKD").toLowerCase())
    .map((letter) => lookalikes[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Words that change no name: "Bank BCA" and "BCA mobile" are BCA. */
const generic =
  /\b(?:pt|bank|mobile|banking|m-?banking|digital|indonesia|app|aplikasi|resmi|official|new|baru|persero|tbk|syariah)\b/giu;

const skeletonsOf = (name: string): string[] => {
  const words = name.normalize("NFKC");
  return [skeletonOf(words), skeletonOf(words.replace(generic, " "))].filter(
    (skeleton) => skeleton !== "",
  );
};

const known = new Set(
  banks
    .flatMap(({ code, name, apps }) => [
      code,
      name,
      ...apps.flatMap(({ app_name, format }) => [
        app_name ?? format.name,
        format.name,
        ...(format.other_names ?? []),
      ]),
    ])
    .flatMap(skeletonsOf),
);

/** Returns whether pages would draw a known bank's mark beside the name: they look at how it begins. */
export const hasKnownMark = (name: string): boolean => {
  const letters = name
    .toUpperCase()
    .replace(/^(?:PT\s+)?BANK\s+/u, "")
    .replace(/[^A-Z]/gu, "");
  return banks.some(({ code }) => letters.startsWith(code));
};

/** Returns whether people would take the name for that of a bank, a wallet or an app of the catalogue. */
export const isKnownBankName = (name: string): boolean =>
  skeletonsOf(name).some((skeleton) => known.has(skeleton));
