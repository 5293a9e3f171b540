import type { Language } from "../../../../web-shared/src/language.ts";

const storageKey = "tepat_message_language";

/**
 * Returns the language of messages to customers: the person's last choice in this browser, at first Indonesian. The
 * page's language is the shopkeeper's, not the customer's.
 */
export const messageLanguage = (): Language =>
  localStorage.getItem(storageKey) === "en" ? "en" : "id";

export const keepMessageLanguage = (chosen: Language): void =>
  localStorage.setItem(storageKey, chosen);
