/** Where each guide is on the site. */

/** Where the gateway serves it. */
export const sitePath = "/docs";

/** `phone.md` is `/phone`, `phone.id.md` is `/id/phone`, and the README of a language is its first page. */
export function pageOf(file: string): string {
  const [, name = "", language] = /^(.+?)(?:\.(id))?\.md$/.exec(file) ?? [];
  return `${language ? `/${language}` : ""}/${name === "README" ? "" : name}`;
}

/** A file of the repository that is no page of the site. */
export const isOutside = (file: string): boolean => file.startsWith("../");

/** As GitHub makes it, so that a link to a heading leads there in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
