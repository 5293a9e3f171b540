/** The address of each guide, on the site that `npm run docs` builds and where the gateway renders the files itself. */

/** The path at which the gateway serves the guides. */
export const sitePath = "/docs";

/** `phone.md` is `/phone`, `phone.id.md` is `/id/phone`, and the README of a language is its first page. */
export function pageOf(file: string): string {
  const [, name = "", language] = /^(.+?)(?:\.(id))?\.md$/.exec(file) ?? [];
  return `${language ? `/${language}` : ""}/${name === "README" ? "" : name}`;
}

/** True for a file of the repository that is not a page of the site. */
export const isOutside = (file: string): boolean => file.startsWith("../");

/** Makes the same anchors as GitHub, so that a link to a heading works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
