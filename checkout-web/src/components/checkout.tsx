import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Language } from "../../../web-shared/src/language.ts";
import type { CheckoutPage } from "../page.ts";
import { pageTitle } from "../page-title.ts";
import { texts } from "../texts.ts";
import { usePayment } from "../use-payment.ts";
import { Closed } from "./closed.tsx";
import { Header } from "./header.tsx";
import { Paid } from "./paid.tsx";
import { Pending } from "./pending.tsx";
import { WordsContext } from "./words.ts";

/** The whole page. The server and the browser both render it. */
export function Checkout({ initialPage }: { initialPage: CheckoutPage }) {
  const { page, secondsLeft, connection, check } = usePayment(initialPage);
  const [language, setLanguage] = useState(initialPage.language);
  const [announcement, setAnnouncement] = useState({ text: "", number: 0 });
  const { status } = page.view;
  const isNews = status !== initialPage.view.status;

  const words = useMemo(
    () => ({
      language,
      t: texts[language],
      announce: (text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })),
    }),
    [language],
  );

  // Set the language before the page is painted, because a screen reader chooses its voice by the
  // language.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.title = pageTitle(page, language);
  }, [language, page]);

  const views = {
    PENDING: (
      <Pending page={page} secondsLeft={secondsLeft} connection={connection} check={check} />
    ),
    PAID: <Paid page={page} isNews={isNews} />,
    EXPIRED: <Closed page={page} isNews={isNews} />,
    CANCELLED: <Closed page={page} isNews={isNews} />,
  };

  return (
    <WordsContext.Provider value={words}>
      <Header merchant={page.merchant} onLanguage={(chosen) => setLanguage(remember(chosen))} />
      <main>
        {page.is_test && (
          <p class="test-banner">{status === "PAID" ? words.t.wasTest : words.t.isTest}</p>
        )}
        {views[status]}
      </main>
      <div role="status" class="off-screen">
        <span key={announcement.number}>{announcement.text}</span>
      </div>
    </WordsContext.Provider>
  );
}

const yearSeconds = 31_536_000;

/**
 * Stores the language for all checkout pages of this gateway. Removes `?lang=` from the address,
 * because it would override later choices.
 */
function remember(language: Language): Language {
  document.cookie = `tepat_lang=${language}; Path=/pay; Max-Age=${yearSeconds}; SameSite=Lax`;
  history.replaceState(null, "", location.pathname);
  return language;
}
