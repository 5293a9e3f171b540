import type { Language } from "../../../../web-shared/src/language.ts";
import { pageLanguage } from "../page-language.ts";
import { commonTexts } from "./common.ts";

/** The texts of a page, and those that every page has, in the language of the document. Each page passes its own texts, so that they load with the page. */
export const textsOf = <Texts extends object>(both: Readonly<Record<Language, Texts>>) => ({
  ...commonTexts,
  ...both[pageLanguage],
});
