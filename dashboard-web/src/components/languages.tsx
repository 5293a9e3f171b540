import { useWords, type Language } from "../words.tsx";

const names: Readonly<Record<Language, string>> = { id: "Bahasa Indonesia", en: "English" };

export function Languages() {
  const { t, language, setLanguage } = useWords();
  return (
    <div class="languages" role="group" aria-label={t.common.languages}>
      {(["id", "en"] as const).map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-label={`${each.toUpperCase()}, ${names[each]}`}
          aria-pressed={each === language}
          onClick={() => setLanguage(each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
