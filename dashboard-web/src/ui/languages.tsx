import { languageNames, languages } from "../../../web-shared/src/language.ts";
import { personKey, useSession } from "../base/session.tsx";
import { keepTyped } from "../base/typed-again.ts";
import { useWords } from "../base/words.tsx";

export function Languages() {
  const { t, language, setLanguage } = useWords();
  const { merchant } = useSession();
  return (
    <div class="languages" role="group" aria-label={t.common.languages}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-label={`${each.toUpperCase()}, ${languageNames[each]}`}
          aria-pressed={each === language}
          onClick={() => {
            if (each === language) return;
            keepTyped(personKey(merchant ?? null));
            setLanguage(each);
          }}
        >
          {each.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
