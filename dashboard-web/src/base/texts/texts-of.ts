import type { Language } from "../../../../web-shared/src/language.ts";
import { pageLanguage } from "../page-language.ts";
import { commonTexts } from "./common.ts";

/**
 * Returns a page's texts with the common texts, in the document's language. Each page passes its own texts, so that
 * they load with the page.
 */
export const textsOf = <Texts extends object>(both: Readonly<Record<Language, Texts>>) => ({
  ...commonTexts,
  ...both[pageLanguage],
});
