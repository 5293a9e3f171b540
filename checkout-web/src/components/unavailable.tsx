import { texts } from "../texts.ts";
import type { UnavailableKind, UnavailablePage } from "../page.ts";
import { Back } from "./contact.tsx";
import { Header } from "./header.tsx";
import type { IconName } from "./icon.tsx";
import { Notice } from "./notice.tsx";
import { WordsContext } from "./words.ts";

export function Unavailable({ kind, language }: UnavailablePage) {
  const t = texts[language];
  const { icon, title, hint } = {
    not_found: { icon: "search", title: t.notFound, hint: t.notFoundHint },
    error: { icon: "pause", title: t.error, hint: t.errorHint },
    rate_limited: { icon: "clock", title: t.tooMany, hint: t.tooManyHint },
  }[kind satisfies UnavailableKind] as { icon: IconName; title: string; hint: string };
  return (
    <WordsContext.Provider value={{ language, t, announce: () => {} }}>
      <Header merchant={null} />
      <main>
        <Notice icon={icon} tone="calm" title={title}>
          <p>{hint}</p>
          {kind !== "not_found" && (
            <a class="button primary" href="">
              {t.tryAgain}
            </a>
          )}
          <Back />
        </Notice>
      </main>
    </WordsContext.Provider>
  );
}
