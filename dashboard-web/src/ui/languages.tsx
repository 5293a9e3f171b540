import { languageNames, languages } from "../../../web-shared/src/language.ts";
import { personKey, useSession } from "../base/session.tsx";
import { keepTyped } from "../base/typed-again.ts";
import { commonTexts as t } from "../base/texts/common.ts";
import { pageLanguage, setLanguage } from "../base/page-language.ts";

export function Languages() {
  const { merchant } = useSession();
  return (
    <div class="switch" role="group" aria-label={t.common.languages}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-label={`${each.toUpperCase()}, ${languageNames[each]}`}
          aria-pressed={each === pageLanguage}
          onClick={() => {
            if (each === pageLanguage) return;
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
