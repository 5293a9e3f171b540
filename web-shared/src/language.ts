/** The languages of the pages. */
export const languages = ["id", "en"] as const;

export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  id: "Bahasa Indonesia",
  en: "English",
};

/** The format of dates and numbers in each language. */
export const locales: Readonly<Record<Language, string>> = { id: "id-ID", en: "en-GB" };
