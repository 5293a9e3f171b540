/** The address of each guide here, and the addresses that GitHub gives the same files. */

import type { Language } from "../transport/accept.ts";

/** The path at which the gateway serves the guides. */
export const sitePath = "/docs";

/** `phone.md` is `/docs/phone`, `phone.id.md` is `/docs/id/phone`, and the README of a language is its first page. */
export function pageOf(file: string): string {
  const [, name = "", language] = /^(.+?)(?:\.(id))?\.md$/.exec(file) ?? [];
  return [sitePath, ...(language ? [language] : []), ...(name === "README" ? [] : [name])].join(
    "/",
  );
}

export const fileLanguage = (file: string): Language => (file.endsWith(".id.md") ? "id" : "en");

/** The file with the same guide in the other language, if there is one. */
export const translationOf = (file: string): string =>
  fileLanguage(file) === "id" ? file.replace(/\.id\.md$/, ".md") : file.replace(/\.md$/, ".id.md");

/** Makes the same anchors as GitHub, so that a link to a heading works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
