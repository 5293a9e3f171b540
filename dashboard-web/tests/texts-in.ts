import { vi } from "vitest";
import type { Language } from "../../web-shared/src/language.ts";

/**
 * Loads modules with texts as a document in that language does, because each document has the texts of one language
 * only.
 */
export async function textsIn<Texts>(
  language: Language,
  load: () => Promise<Texts>,
): Promise<Texts> {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: language } });
  try {
    return await load();
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
}
