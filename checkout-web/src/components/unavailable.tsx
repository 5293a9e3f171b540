import { formTexts } from "../forms/form-texts.ts";
import type { UnavailableKind, UnavailablePage } from "../page.ts";
import { texts } from "../texts.ts";
import { unavailableTexts } from "../unavailable-texts.ts";
import { Back } from "./contact.tsx";
import { Header } from "./header.tsx";
import type { IconName } from "./icon.tsx";
import { Notice } from "./notice.tsx";
import { WordsContext } from "./words.ts";

const icons = {
  not_found: "search",
  error: "pause",
  rate_limited: "clock",
} satisfies Record<UnavailableKind, IconName>;

export function Unavailable({ kind, language }: UnavailablePage) {
  const t = texts[language];
  const { title, hint } = unavailableTexts[language][kind];
  return (
    <WordsContext.Provider value={{ language, t, announce: () => {} }}>
      <Header merchant={null} />
      <main>
        <Notice icon={icons[kind]} tone="calm" title={title}>
          <p>{hint}</p>
          {kind !== "not_found" && (
            <a class="button primary" href="">
              {formTexts[language].tryAgain}
            </a>
          )}
          <Back />
        </Notice>
      </main>
    </WordsContext.Provider>
  );
}
