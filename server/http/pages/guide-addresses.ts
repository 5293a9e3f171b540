/** The address of each guide on this server, and the anchors that GitHub gives to the same files. */

import type { Language } from "../transport/accept.ts";

/** The path at which the gateway serves the guides. */
export const sitePath = "/docs";

/** `phone.md` is `/docs/phone`, and `phone.id.md` is `/docs/id/phone`. The README of a language is its first page. */
export function pageOf(file: string): string {
  const [, name = "", language] = /^(.+?)(?:\.(id))?\.md$/.exec(file) ?? [];
  return [sitePath, ...(language ? [language] : []), ...(name === "README" ? [] : [name])].join(
    "/",
  );
}

export const fileLanguage = (file: string): Language => (file.endsWith(".id.md") ? "id" : "en");

/** The file of the same guide in the other language. The file need not exist. */
export const translationOf = (file: string): string =>
  fileLanguage(file) === "id" ? file.replace(/\.id\.md$/, ".md") : file.replace(/\.md$/, ".id.md");

/** Creates the same anchors as GitHub, so that a link to a heading works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
