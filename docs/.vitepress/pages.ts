/** The address of each guide on the site. */

/** The path at which the gateway serves the site. */
export const sitePath = "/docs";

/** `phone.md` is `/phone`, `phone.id.md` is `/id/phone`, and the README of a language is its first page. */
export function pageOf(file: string): string {
  const [, name = "", language] = /^(.+?)(?:\.(id))?\.md$/.exec(file) ?? [];
  return `${language ? `/${language}` : ""}/${name === "README" ? "" : name}`;
}

/** A page in another language, or the first page of that language where it has none. `file` is as VitePress has it. */
export function inLanguage(language: string, file: string, pages: readonly string[]): string {
  const start = language === "root" ? "/" : `/${language}/`;
  const page = start + file.replace(/^id\//, "").replace(/(^index)?\.md$/, "");
  return pages.includes(page) ? page : start;
}

/** True for a file of the repository that is not a page of the site. */
export const isOutside = (file: string): boolean => file.startsWith("../");

/** Makes the same anchors as GitHub, so that a link to a heading works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
