import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { Language } from "../../web-shared/src/language.ts";
import { en } from "./texts/en.ts";
import { id, type Texts } from "./texts/id.ts";

const texts: Readonly<Record<Language, Texts>> = { id, en };

interface Words {
  language: Language;
  t: Texts;
  setLanguage(language: Language): void;
  /** Says something to readers of a screen reader. */
  announce(text: string): void;
}

const WordsContext = createContext<Words | null>(null);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("no words around this component");
  return words;
}

export function WordsProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [announcement, setAnnouncement] = useState({ text: "", number: 0 });

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const words = useMemo(
    () => ({
      language,
      t: texts[language],
      setLanguage(chosen: Language) {
        localStorage.setItem(storageKey, chosen);
        setLanguage(chosen);
      },
      announce: (text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })),
    }),
    [language],
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

const storageKey = "tepat_lang";

function preferredLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language;
  return chosen.startsWith("en") ? "en" : "id";
}
