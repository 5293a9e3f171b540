import type { Language } from "../../../../web-shared/src/language.ts";

const storageKey = "tepat_message_language";

/**
 * The language of a message to a customer: the last one that a person chose in this browser, at first Indonesian. The
 * page's language says what the shopkeeper reads, not the customer.
 */
export const messageLanguage = (): Language =>
  localStorage.getItem(storageKey) === "en" ? "en" : "id";

export const keepMessageLanguage = (chosen: Language): void =>
  localStorage.setItem(storageKey, chosen);
