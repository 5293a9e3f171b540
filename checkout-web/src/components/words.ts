import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../../web-shared/src/language.ts";
import { texts, type Texts } from "../texts.ts";

interface Words {
  language: Language;
  t: Texts;
  /** Makes a screen reader announce a text once. */
  announce(text: string): void;
}

export const WordsContext = createContext<Words>({
  language: "id",
  t: texts.id,
  announce: () => {},
});

export const useWords = (): Words => useContext(WordsContext);
