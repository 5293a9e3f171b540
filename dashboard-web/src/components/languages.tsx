import { languageNames, languages } from "../../../web-shared/src/language.ts";
import { useWords } from "../words.tsx";

export function Languages() {
  const { t, language, setLanguage } = useWords();
  return (
    <div class="languages" role="group" aria-label={t.common.languages}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-label={`${each.toUpperCase()}, ${languageNames[each]}`}
          aria-pressed={each === language}
          onClick={() => setLanguage(each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
