import { firstLetter } from "../../../web-shared/src/first-letter.ts";
import { languageNames, languages, type Language } from "../../../web-shared/src/language.ts";
import type { Merchant } from "../page.ts";
import { Picture } from "./picture.tsx";
import { useWords } from "./words.ts";
import { logoAddress } from "../invoice.ts";

interface HeaderProps {
  merchant: Merchant | null;
  onLanguage?(language: Language): void;
}

export function Header({ merchant, onLanguage }: HeaderProps) {
  const name = merchant?.name ?? "Tepat";
  const logo = logoAddress(merchant?.logo_url);
  const initial = (
    <span class="logo" aria-hidden="true">
      {firstLetter(name)}
    </span>
  );
  return (
    <header>
      {logo ? <Picture address={logo} class="logo" size={40} fallback={initial} /> : initial}
      <p class="merchant">{name}</p>
      <Languages {...(onLanguage && { onLanguage })} />
    </header>
  );
}

/**
 * Links to the languages. They work without a script, because the server renders the page in the language of
 * the address.
 */
function Languages({ onLanguage }: Pick<HeaderProps, "onLanguage">) {
  const { language, t } = useWords();
  const choose = (event: Event, chosen: Language) => {
    if (!onLanguage) return;
    event.preventDefault();
    onLanguage(chosen);
  };
  return (
    <nav class="languages" aria-label={t.languages}>
      {languages.map((each) => (
        <a
          key={each}
          href={`?lang=${each}`}
          lang={each}
          aria-label={`${each.toUpperCase()}, ${languageNames[each]}`}
          {...(each === language && { "aria-current": "true" })}
          onClick={(event) => choose(event, each)}
        >
          {each.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
