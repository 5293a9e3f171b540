import type { Language } from "../../../web-shared/src/language.ts";

/**
 * The server chooses the document, and each document loads the texts of its language only. Tests have no
 * document.
 */
export const pageLanguage: Language =
  globalThis.document?.documentElement.lang === "en" ? "en" : "id";

const yearSeconds = 31_536_000;

export function setLanguage(chosen: Language): void {
  // Earlier releases stored the language for these paths. Their cookies would override the new
  // choice.
  for (const path of ["/dashboard", "/docs"]) {
    document.cookie = `tepat_lang=; Path=${path}; Max-Age=0`;
  }
  // The guides use this cookie too.
  document.cookie = `tepat_lang=${chosen}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  const address = new URL(location.href);
  // A link can name the other language in `lang`, which would override this choice.
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
