/** A page in another language, or the first page of that language where it has none. `file` is as VitePress has it. */
export function inLanguage(language: string, file: string, pages: readonly string[]): string {
  const start = language === "root" ? "/" : `/${language}/`;
  const page = start + file.replace(/^id\//, "").replace(/(^index)?\.md$/, "");
  return pages.includes(page) ? page : start;
}
