import { createContext, type ComponentChildren } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { Language } from "../../../web-shared/src/language.ts";
import { commonTexts } from "./texts/common.ts";

/** Texts in both languages. */
type Translated<Texts extends object> = Readonly<Record<Language, Texts>>;

/** The texts of all parts together. */
type AllOf<Parts extends readonly Translated<object>[]> = Parts extends readonly [
  Translated<infer First>,
  ...infer Rest extends readonly Translated<object>[],
]
  ? First & AllOf<Rest>
  : typeof commonTexts.id;

interface Words {
  language: Language;
  setLanguage(language: Language): void;
  /** Lets a screen reader say the text. */
  announce(text: string): void;
}

const WordsContext = createContext<Words | null>(null);

/**
 * The reader's language, and in `t` the texts that every page has and those of the given parts. Each page names its own,
 * so that they are loaded with it.
 */
export function useWords<Parts extends readonly Translated<object>[]>(
  ...parts: Parts
): Words & { t: AllOf<Parts> } {
  const words = useContext(WordsContext);
  if (!words) throw new Error("no words around this component");
  const texts = [commonTexts, ...parts].map((part) => part[words.language]);
  return { ...words, t: Object.assign({}, ...texts) as AllOf<Parts> };
}

export function WordsProvider({ children }: { children: ComponentChildren }) {
  const [announcement, setAnnouncement] = useState({ text: "", number: 0 });

  const words = useMemo(
    () => ({
      language,
      setLanguage,
      announce: (text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })),
    }),
    [],
  );

  return (
    <WordsContext.Provider value={words}>
      {children}
      <div role="status" class="off-screen">
        <span key={announcement.number}>{announcement.text}</span>
      </div>
    </WordsContext.Provider>
  );
}

/** The server chooses the document, and each document loads the texts of its own language alone. */
const language: Language = document.documentElement.lang === "en" ? "en" : "id";

const yearSeconds = 31_536_000;

function setLanguage(chosen: Language): void {
  document.cookie = `tepat_lang=${chosen}; Path=/dashboard; Max-Age=${yearSeconds}; SameSite=Lax`;
  const address = new URL(location.href);
  // A link may have named the other language, and would go on doing so.
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
