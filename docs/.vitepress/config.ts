import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { transformerStyleToClass } from "@shikijs/transformers";
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from "vitepress";
import { anchorOf, isOutside, pageOf, sitePath } from "../../server/http/pages/guide-addresses.ts";

/**
 * The site of these guides (`npm run docs`). It loads nothing from other servers and has no inline style, so that its
 * policy can be strict.
 */

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** Colours of code are classes. Their rules depend on the code of all pages, so they are written last. */
const codeColours = transformerStyleToClass({ classPrefix: "code-" });
const codeStyles = "assets/code.css";

/** A line that links to a program, as GitHub shows it. The site shows the program. */
const linkToProgram = /^\[`[^`]+`\]\((programs\/[^)]+)\)$/gm;

function fenceOf(file: string): string {
  const program = readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
  return `\`\`\`${path.extname(file).slice(1)} [${file.slice("programs/".length)}]\n${program}\`\`\``;
}

export default defineConfig<DefaultTheme.Config & { pages: readonly string[] }>({
  base: `${sitePath}/`,
  title: "Tepat",
  description: "A payment gateway that a merchant runs alone.",
  cleanUrls: true,
  // Scripts are written to files instead of inline.
  metaChunk: true,
  cacheDir: "../.cache/vitepress",
  // The decisions are for readers of the code.
  srcExclude: ["**/dist/**", "decisions/**"],
  rewrites: (file) => `${pageOf(file).slice(1)}.md`.replace(/(^|\/)\.md$/, "$1index.md"),
  head: [
    ["link", { rel: "icon", href: "data:," }],
    ["link", { rel: "stylesheet", href: `${sitePath}/${codeStyles}` }],
  ],
  // The switch would otherwise add an inline style for a moment.
  appearance: { disableTransition: false },
  markdown: {
    anchor: { slugify: anchorOf },
    codeTransformers: [codeColours],
    languageAlias: { caddyfile: "nginx", ru: "ruby" },
    config(markdown) {
      const { rules } = markdown.renderer;
      // A text in {{…}} is a forwarder's template, not Vue's.
      rules.code_inline = (tokens, index) =>
        `<code v-pre>${markdown.utils.escapeHtml(tokens[index]?.content ?? "")}</code>`;
      markdown.core.ruler.before("normalize", "programs", (state) => {
        state.src = state.src.replaceAll(linkToProgram, (_, file: string) => fenceOf(file));
      });
      markdown.core.ruler.push("links-of-guides", ({ tokens }) => {
        for (const { children } of tokens) bringLinks(children ?? []);
      });
    },
  },
  buildEnd: ({ outDir }) => writeFile(path.join(outDir, codeStyles), codeColours.getCSS()),
  themeConfig: {
    pages: readdirSync(path.resolve(import.meta.dirname, ".."))
      .filter((name) => name.endsWith(".md"))
      .map(pageOf),
    search: {
      provider: "local",
      options: { locales: { id: { translations: searchInIndonesian() } } },
    },
  },
  locales: {
    root: { label: "English", lang: "en", themeConfig: english() },
    id: {
      label: "Bahasa Indonesia",
      lang: "id",
      description: "Gerbang pembayaran yang dijalankan sendiri oleh merchant.",
      themeConfig: indonesian(),
    },
  },
});

/** Turns links between files, as GitHub follows them, into links between pages. */
function bringLinks(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (href === null || /^(https?:|#)/.test(href)) continue;
    const [file = "", heading] = href.split("#");
    if (isOutside(file)) {
      // A reader of the site may have no clone, and we do not know where the repository is. So only the file's name is
      // shown.
      const close = tokens.slice(index).find(({ type }) => type === "link_close");
      Object.assign(token, {
        type: "span_open",
        tag: "span",
        attrs: [["title", file.slice("../".length)]],
      });
      Object.assign(close ?? {}, { type: "span_close", tag: "span" });
    } else token.attrSet("href", pageOf(file) + (heading === undefined ? "" : `#${heading}`));
  }
}

/** Redoc's page is not part of VitePress, so the browser loads it anew. */
function apiReference(text: string) {
  return { text, link: "/api", target: "_self" };
}

function english(): DefaultTheme.Config {
  return {
    nav: [{ text: "Guides", link: "/" }, apiReference("API reference")],
    sidebar: [
      {
        text: "Begin",
        items: [
          { text: "All guides", link: "/" },
          { text: "First payment", link: "/first-payment" },
          { text: "QRIS", link: "/qris" },
          { text: "The checkout page", link: "/checkout" },
          { text: "Testing", link: "/testing" },
          { text: "Webhooks", link: "/webhooks" },
          { text: "Events", link: "/events" },
          { text: "Refunds", link: "/refunds" },
          { text: "Other languages", link: "/languages" },
          { text: "The request log", link: "/request-log" },
          { text: "Shop systems", link: "/shops" },
        ],
      },
      {
        text: "Sources",
        items: [
          { text: "Choose a source", link: "/sources" },
          { text: "Set up a phone", link: "/phone" },
          { text: "Forwarder apps", link: "/forwarders" },
          { text: "A bank's wording", link: "/rules" },
        ],
      },
      {
        text: "Day by day",
        items: [
          { text: "Notices", link: "/notices" },
          { text: "The bank's statement", link: "/statements" },
        ],
      },
      {
        text: "Operate",
        items: [
          { text: "Production", link: "/production" },
          { text: "Going live", link: "/going-live" },
          { text: "Operating notes", link: "/operating" },
          { text: "Observability", link: "/observability" },
          { text: "Alerts", link: "/alerts" },
          { text: "Upgrading", link: "/upgrading" },
          { text: "Recover", link: "/recovery" },
          { text: "Run many processes", link: "/scaling" },
        ],
      },
      {
        text: "Look up",
        items: [
          { text: "Settings", link: "/settings" },
          { text: "Commands", link: "/commands" },
          { text: "Responses and errors", link: "/errors" },
          { text: "Pagination, retries, limits", link: "/conventions" },
          { text: "Changes of the interface", link: "/api-changes" },
          apiReference("API reference"),
        ],
      },
    ],
  };
}

function indonesian(): DefaultTheme.Config {
  return {
    nav: [{ text: "Panduan", link: "/id/" }, apiReference("Referensi API")],
    sidebar: [
      {
        text: "Panduan",
        items: [
          { text: "Semua panduan", link: "/id/" },
          { text: "Pembayaran pertama", link: "/id/first-payment" },
          { text: "Memilih sumber", link: "/id/sources" },
          { text: "Menyiapkan HP", link: "/id/phone" },
          { text: "Pembayaran dengan QRIS", link: "/id/qris" },
          { text: "Pemberitahuan", link: "/id/notices" },
          { text: "Rekening koran", link: "/id/statements" },
          { text: "Mulai menerima uang", link: "/id/going-live" },
        ],
      },
    ],
    outline: { label: "Di halaman ini" },
    docFooter: { prev: "Sebelumnya", next: "Berikutnya" },
    darkModeSwitchLabel: "Tampilan",
    lightModeSwitchTitle: "Ganti ke tampilan terang",
    darkModeSwitchTitle: "Ganti ke tampilan gelap",
    sidebarMenuLabel: "Menu",
    returnToTopLabel: "Kembali ke atas",
    langMenuLabel: "Ganti bahasa",
    skipToContentLabel: "Langsung ke isi",
  };
}

function searchInIndonesian() {
  return {
    button: { buttonText: "Cari", buttonAriaLabel: "Cari" },
    modal: {
      displayDetails: "Tampilkan rincian",
      resetButtonTitle: "Kosongkan pencarian",
      backButtonTitle: "Tutup pencarian",
      noResultsText: "Tidak ada hasil untuk",
      footer: { selectText: "pilih", navigateText: "pindah", closeText: "tutup" },
    },
  };
}
