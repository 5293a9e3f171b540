import type { Language } from "../../../web-shared/src/language.ts";

/** The server chooses the document, and each document loads only its language's texts. Tests have no document. */
export const pageLanguage: Language =
  globalThis.document?.documentElement.lang === "en" ? "en" : "id";

const yearSeconds = 31_536_000;

export function setLanguage(chosen: Language): void {
  document.cookie = `tepat_lang=${chosen}; Path=/dashboard; Max-Age=${yearSeconds}; SameSite=Lax`;
  const address = new URL(location.href);
  // A link may have named the other language, and would go on doing so.
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
