import type { Language } from "../transport/accept.ts";
import { sitePath } from "./guide-addresses.ts";
import { escapeHtml, type Guide, type MenuGroup } from "./guide-markdown.ts";

/** The HTML around a guide: the bar with the search, the side menu and the outline. */

const texts = {
  en: {
    guides: "Guides",
    skip: "Skip to the text",
    menu: "Menu",
    search: "Search the guides",
    found: "Found: {count}",
    nothing: "No results. Try fewer words.",
    api: "API reference",
    dashboard: "Dashboard",
    otherLanguage: "Bahasa Indonesia",
    outline: "On this page",
    previous: "Previous",
    next: "Next",
    neighbours: "Previous and next guide",
    copy: "Copy",
    copied: "Copied",
  },
  id: {
    guides: "Panduan",
    skip: "Langsung ke isi",
    menu: "Menu",
    search: "Cari di panduan",
    found: "{count} hasil",
    nothing: "Tidak ada hasil. Coba kata yang lebih sedikit.",
    api: "Referensi API (Inggris)",
    dashboard: "Dasbor",
    otherLanguage: "English",
    outline: "Di halaman ini",
    previous: "Sebelumnya",
    next: "Berikutnya",
    neighbours: "Panduan sebelumnya dan berikutnya",
    copy: "Salin",
    copied: "Tersalin",
  },
} as const;

/** The addresses of the site's own files. An address changes with the file's content. */
export interface GuideAssets {
  style: string;
  script: string;
  /** The address of the search index. */
  index: string;
}

export interface GuidePage {
  guide: Guide;
  language: Language;
  /** The page's address without the `lang` parameter. */
  address: string;
  /** The address of the same guide in the other language, or of that language's first page. */
  otherAddress: string;
  menu: readonly MenuGroup[];
  assets: GuideAssets;
}

const homeOf = (language: Language): string => (language === "id" ? `${sitePath}/id` : sitePath);

export function guidePage(page: GuidePage): string {
  const { guide, language, address, menu, assets } = page;
  const t = texts[language];
  const isHome = address === homeOf(language);
  const title = isHome ? guide.title : `${guide.title} · Tepat`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="/dashboard/mark.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${assets.style}" />
    <script type="module" src="${assets.script}"></script>
  </head>
  <body${isHome ? ' class="home"' : ""} data-copy="${t.copy}" data-copied="${t.copied}">
    <a class="skip" href="#text">${t.skip}</a>
${bar(page)}
    <div class="frame">
      <nav class="menu" id="menu" aria-label="${t.guides}">
${menu.map((group) => menuGroup(group, address)).join("\n")}
      </nav>
      <main id="text" tabindex="-1">
${isHome ? home(guide) : guide.html()}
${isHome ? "" : neighbours(page)}
      </main>
${isHome ? "" : outline(page)}
    </div>
  </body>
</html>
`;
}

function bar({ language, otherAddress, assets }: GuidePage): string {
  const t = texts[language];
  const other = language === "id" ? "en" : "id";
  return `    <header class="bar">
      <a class="brand" href="${homeOf(language)}"><img src="/dashboard/mark.svg" width="32" height="32" alt="" /><b>Tepat</b> ${t.guides}</a>
      <form class="search" role="search">
        <input type="search" name="q" autocomplete="off" spellcheck="false" aria-label="${t.search}" placeholder="${t.search}" data-index="${assets.index}" data-found="${t.found}" data-nothing="${t.nothing}" />
        <div class="results" hidden><p role="status"></p><ul></ul></div>
      </form>
      <nav class="places" aria-label="Tepat">
        <a href="${sitePath}/api">${t.api}</a>
        <a href="/dashboard">${t.dashboard}</a>
        <a href="${otherAddress}?lang=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a>
      </nav>
      <button class="menu-button" type="button" aria-controls="menu" aria-expanded="false">${t.menu}</button>
    </header>`;
}

const menuGroup = ({ name, links }: MenuGroup, address: string): string =>
  `        <h2>${escapeHtml(name)}</h2>
        <ul>${links.map(({ text, href }) => `<li><a href="${href}"${href === address ? ' aria-current="page"' : ""}>${escapeHtml(text)}</a></li>`).join("")}</ul>`;

/** Renders the first page: the greeting, the doors, the part with a picture, and the groups of the menu. */
function home(guide: Guide): string {
  const [greeting = "", ...parts] = guide.parts();
  const kindOf = (part: string) =>
    part.includes("<h3") ? "groups" : part.includes("<img") ? "first" : "door";
  const group = (part: string) => part.replaceAll(/<h3[^]*?(?=<h3|$)/g, "<section>$&</section>");
  return [
    `<div class="greeting">${greeting}</div>`,
    ...parts.map((part) => `<section class="${kindOf(part)}">${group(part)}</section>`),
  ].join("\n");
}

function neighbours({ menu, address, language }: GuidePage): string {
  const links = menu.flatMap((group) => group.links);
  const at = links.findIndex(({ href }) => href === address);
  if (at === -1) return "";
  const t = texts[language];
  const link = (word: string, kind: string, target: MenuGroup["links"][number] | undefined) =>
    target === undefined
      ? ""
      : `<a class="${kind}" href="${target.href}"><small>${word}</small> ${escapeHtml(target.text)}</a>`;
  return `<nav class="neighbours" aria-label="${t.neighbours}">${link(t.previous, "previous", links[at - 1])}${link(t.next, "next", links[at + 1])}</nav>`;
}

function outline({ guide, language }: GuidePage): string {
  const parts = guide.headings.filter(({ level }) => level === 2);
  if (parts.length < 2) return "";
  const t = texts[language];
  const links = parts.map(
    ({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `      <nav class="outline" aria-label="${t.outline}"><h2>${t.outline}</h2><ul>${links.join("")}</ul></nav>`;
}
