import type { Language } from "../../../web-shared/src/language.ts";

/** The server chooses the document, and each document loads only its language's texts. Tests have no document. */
export const pageLanguage: Language =
  globalThis.document?.documentElement.lang === "en" ? "en" : "id";

const yearSeconds = 31_536_000;

export function setLanguage(chosen: Language): void {
  // Earlier releases stored the choice for these paths, and that would override this one.
  for (const path of ["/dashboard", "/docs"]) {
    document.cookie = `tepat_lang=; Path=${path}; Max-Age=0`;
  }
  // For the guides too.
  document.cookie = `tepat_lang=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  const address = new URL(location.href);
  // A link might have named the other language, which would override this choice.
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
