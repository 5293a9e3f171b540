import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import MarkdownIt from "markdown-it";
import { anchorOf, isOutside, pageOf, sitePath } from "./guide-addresses.ts";
import type { DocsSite } from "./docs-site.ts";
import { compressed, filePage } from "./static-file.ts";

/**
 * Renders the guides from their files, for a clone without a built site. The built site also has a search
 * and colours in its code. Returns null where the files are missing, as in a release, which has the built site.
 */
export async function renderGuides(directory: string): Promise<DocsSite | null> {
  const names = await readdir(directory).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw cause;
  });
  const files = names.filter((name) => name.endsWith(".md"));
  if (files.length === 0) return null;
  const pages = files.map(async (file) => {
    const source = await withPrograms(
      directory,
      await readFile(path.join(directory, file), "utf8"),
    );
    const html = Buffer.from(pageWith(file, files, source));
    const page = filePage("docsPage", await compressed(html, "text/html; charset=utf-8"), headers);
    return [sitePath + pageOf(file).replace(/\/$/, ""), page] as const;
  });
  return new Map(await Promise.all(pages));
}

/** A line that links to a program, as GitHub shows it, becomes the program. */
async function withPrograms(directory: string, source: string): Promise<string> {
  const links = [...source.matchAll(/^\[`[^`]+`\]\((programs\/[^)]+)\)$/gm)];
  const programs = await Promise.all(
    links.map(([, file = ""]) => readFile(path.join(directory, file), "utf8")),
  );
  return links.reduce(
    (text, [link], index) => text.replace(link, () => `\`\`\`\n${programs[index]}\`\`\``),
    source,
  );
}

// The guides are our own files, and some have an anchor or a comment in HTML.
const markdown = new MarkdownIt({ html: true });

markdown.core.ruler.push("guides", ({ tokens }) => {
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      token.attrSet("id", anchorOf(tokens[index + 1]?.content.replaceAll("`", "") ?? ""));
    }
    for (const inner of token.children ?? []) {
      const href = inner.type === "link_open" ? inner.attrGet("href") : null;
      if (href !== null && !/^(https?:|#)/.test(href)) inner.attrSet("href", addressOf(href));
    }
  });
});

/** We do not know where the repository is. So a link to a file that is no guide leads nowhere. */
function addressOf(href: string): string {
  const [file = "", heading] = href.split("#");
  if (isOutside(file) || !file.endsWith(".md")) return "#";
  return sitePath + pageOf(file) + (heading === undefined ? "" : `#${heading}`);
}

const style = `
:root { color-scheme: light dark; --page: #f4f3ef; --ink: #1b1d1c; --line: #e3e1da; --accent: #0b6b57 }
@media (prefers-color-scheme: dark) {
  :root { --page: #131514; --ink: #eceeec; --line: #313534; --accent: #6fd3b7 }
}
body { margin: 0 auto; padding: 16px 16px 64px; max-width: 46rem; background: var(--page); color: var(--ink);
  font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; padding-bottom: 12px; border-bottom: 1px solid var(--line) }
a { color: var(--accent) }
h1, h2, h3 { line-height: 1.25 }
pre, table { display: block; overflow-x: auto }
pre { padding: 12px; border: 1px solid var(--line); border-radius: 10px }
code { font: 14px/1.5 ui-monospace, monospace }
table { border-collapse: collapse }
th, td { padding: 6px 10px; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal }
`;

const headers = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const texts = {
  en: { guides: "Guides", api: "API reference" },
  id: { guides: "Panduan", api: "Referensi API" },
};

const languageOf = (file: string) => (file.endsWith(".id.md") ? "id" : "en");

function pageWith(file: string, files: readonly string[], source: string): string {
  const language = languageOf(file);
  const { guides, api } = texts[language];
  const [, title = "Tepat"] = /^# (.+)$/m.exec(source) ?? [];
  const other = language === "id" ? file.replace(".id.md", ".md") : file.replace(".md", ".id.md");
  const otherLanguage = files.includes(other)
    ? `<a href="${sitePath}${pageOf(other)}">${language === "id" ? "English" : "Bahasa Indonesia"}</a>`
    : "";
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${markdown.utils.escapeHtml(title.replaceAll("`", ""))} · Tepat</title>
    <link rel="icon" href="/dashboard/mark.svg" type="image/svg+xml" />
    <style>${style}</style>
  </head>
  <body>
    <nav>
      <a href="${sitePath}${pageOf(language === "id" ? "README.id.md" : "README.md")}">${guides}</a>
      <a href="${sitePath}/api">${api}</a>
      ${otherLanguage}
    </nav>
    <main>
${markdown.render(source)}
    </main>
  </body>
</html>
`;
}
