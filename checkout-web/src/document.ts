import { createHash } from "node:crypto";
import { accentStyle } from "./accent.ts";
import { markSvg } from "../../web-shared/src/mark-shapes.ts";
import type { Language } from "../../web-shared/src/language.ts";
import type { Assets, RenderedPage } from "./page.ts";

/**
 * The colours of `--page` in `web-shared/src/tokens.css`, for the browser's bars around the page.
 */
const pageColors = { light: "#f4f3ef", dark: "#131514" } as const;

interface DocumentParts {
  language: Language;
  title: string;
  accentColor: string | null;
  /** The merchant's name, or null if it is unknown. */
  seller: string | null;
  /** The rendered HTML, already escaped. */
  body: string;
  /** The data for the script in a `<script type="application/json">`, or an empty text. */
  data: string;
}

/** The description below a link in a chat. The title has the amount. */
const descriptions: Readonly<Record<Language, (seller: string) => string>> = {
  id: (seller) => `Halaman pembayaran ${seller}.`,
  en: (seller) => `The checkout page of ${seller}.`,
};

/**
 * Returns the document around a rendered body. No attribute contains a style, because the policy
 * allows none.
 */
export function renderDocument(parts: DocumentParts, assets: Assets): RenderedPage {
  const styles = [assets.style, accentStyle(parts.accentColor)];
  const html = `<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${pageColors.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${pageColors.dark}">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
<meta name="description" content="${escapeText(descriptions[parts.language](parts.seller ?? "Tepat"))}">
<title>${escapeText(parts.title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(markSvg())}">
${styles.map((style) => `<style>${style}</style>`).join("\n")}
<script type="module" src="${assets.script}"></script>
</head>
<body><div id="app">${parts.body}</div>${parts.data}</body>
</html>
`;
  return { html, style_hashes: styles.map(sourceOf) };
}

/**
 * Returns JSON in a script element. Each `<` is escaped, as JSON allows, so that no `</script>` or `<!--` in the data
 * can end the element.
 */
export const inlineJson = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

const sourceOf = (style: string) =>
  `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

const escapeText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
