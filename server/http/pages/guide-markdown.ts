import path from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import sql from "highlight.js/lib/languages/sql";
import yaml from "highlight.js/lib/languages/yaml";
import MarkdownIt from "markdown-it";
import { anchorOf, fileLanguage, pageOf, sitePath, translationOf } from "./guide-addresses.ts";

/** Turns a guide's Markdown into HTML, an outline and searchable sections. */

for (const [name, language] of Object.entries({
  bash,
  csharp,
  go,
  ini,
  java,
  javascript,
  json,
  nginx,
  php,
  python,
  ruby,
  sql,
  yaml,
})) {
  hljs.registerLanguage(name, language);
}
hljs.registerAliases(["caddyfile"], { languageName: "nginx" });
// The language of Rack's `config.ru`.
hljs.registerAliases(["ru"], { languageName: "ruby" });

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** The facts on which the links of a guide depend. */
interface Surroundings {
  file: string;
  files: ReadonlySet<string>;
}

export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

/** A part of a guide with the heading above it. */
export interface Section extends Heading {
  content: string;
  /** Commands and programs. The search finds them, but its results show only sentences. */
  code: string;
}

/** A group of the side menu with its links. */
export interface MenuGroup {
  name: string;
  links: { text: string; href: string }[];
}

// The guides are our own files, and some contain an anchor or a comment in HTML.
const markdown = new MarkdownIt({ html: true });
export const { escapeHtml } = markdown.utils;

markdown.core.ruler.push("guides", ({ tokens, env }) => {
  const surroundings = env as Surroundings;
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      token.attrSet("id", anchorOf(textOf(tokens[index + 1])));
    }
    const inside = token.children ?? [];
    inside.forEach((inner, at) => {
      if (inner.type === "link_open") leadOn(inner, inside.slice(at), surroundings);
      if (inner.type === "image") {
        inner.attrSet("src", `${sitePath}/${inner.attrGet("src")}`);
        inner.attrSet("loading", "lazy");
      }
    });
  });
});

const wideColumns = 4;

// A phone has no room for wide tables. It shows each row as a card, and each cell with the name of its column.
markdown.core.ruler.push("wide tables", ({ tokens }) => {
  let table: Token | undefined;
  let names: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    if (token.type === "table_open") [table, names] = [token, []];
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") {
      names.push(textOf(tokens[index + 1]));
      if (names.length === wideColumns) table?.attrSet("class", "wide");
    }
    if (token.type === "td_open") token.attrSet("data-column", names[column++] ?? "");
  });
});

/**
 * Turns a link between files, as GitHub follows it, into a link between pages. The repository's address is unknown
 * here, so a link to any other file of the repository becomes plain text.
 */
function leadOn(token: Token, following: readonly Token[], { file, files }: Surroundings): void {
  const href = token.attrGet("href") ?? "";
  if (/^(https?:|#|\/)/.test(href)) return;
  const [target = "", heading] = href.split("#");
  if (!files.has(target)) {
    const close = following.find(({ type }) => type === "link_close");
    Object.assign(token, { tag: "span", attrs: [["title", target.replace(/^(\.\.\/)+/, "")]] });
    Object.assign(close ?? {}, { tag: "span" });
    return;
  }
  const language = fileLanguage(target);
  const isOther = language !== fileLanguage(file);
  // A reader of Indonesian who follows an address without `lang` is redirected to the translation.
  const wish = isOther && language === "en" && files.has(translationOf(target)) ? "?lang=en" : "";
  token.attrSet("href", pageOf(target) + wish + (heading === undefined ? "" : `#${heading}`));
  if (isOther) token.attrSet("hreflang", language);
}

markdown.renderer.rules["fence"] = (tokens, index) => {
  const { content, info } = tokens[index] as Token;
  const [, language = "", file] = /^(\w*)(?: file: (\S+))?/.exec(info) ?? [];
  const html = hljs.getLanguage(language)
    ? hljs.highlight(content, { language }).value
    : escapeHtml(content);
  const caption = file === undefined ? "" : `<figcaption>${escapeHtml(file)}</figcaption>`;
  const name = language === "text" ? "output" : "code";
  return `<figure class="${name}">${caption}<pre><code>${html}</code></pre></figure>\n`;
};
markdown.renderer.rules["table_open"] = (tokens, index) =>
  `<div class="table"><table${(tokens[index] as Token).attrGet("class") === "wide" ? ' class="wide"' : ""}>\n`;
markdown.renderer.rules["table_close"] = () => "</table></div>\n";

/** Matches a line that is a link to a program on GitHub. The site shows the program itself in place of the line. */
export const programLine = /^\[`[^`]+`\]\((programs\/[^)]+)\)$/gm;

export const programBlock = (file: string, program: string): string =>
  `\`\`\`${path.extname(file).slice(1)} file: ${file.slice("programs/".length)}\n${program}\`\`\``;

export class Guide {
  readonly #tokens: Token[];
  readonly #surroundings: Surroundings;
  readonly headings: readonly Heading[];

  constructor(source: string, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#tokens = markdown.parse(source, surroundings);
    this.headings = this.#tokens.flatMap((token, index) =>
      token.type === "heading_open" ? [this.#headingAt(index)] : [],
    );
  }

  get title(): string {
    return this.headings.find(({ level }) => level === 1)?.text ?? "Tepat";
  }

  html(): string {
    return this.#render(this.#tokens);
  }

  /**
   * Returns the parts of the first page: the text above the first heading of level 2, then one part for each such
   * heading.
   */
  parts(): string[] {
    const starts = this.#tokens.flatMap((token, index) =>
      token.type === "heading_open" && token.tag === "h2" ? [index] : [],
    );
    return [0, ...starts].map((start, index) =>
      this.#render(this.#tokens.slice(start, starts[index])),
    );
  }

  /** Returns the side menu: the links below each heading of level 3 of the first page. */
  menu(): MenuGroup[] {
    const groups: MenuGroup[] = [];
    this.#tokens.forEach((token, index) => {
      if (token.type === "heading_open" && token.tag === "h3") {
        groups.push({ name: this.#headingAt(index).text, links: [] });
      }
      token.children?.forEach((inner, at, inside) => {
        if (inner.type !== "link_open" || inner.tag !== "a") return;
        const text = inside[at + 1]?.content ?? "";
        groups.at(-1)?.links.push({ text, href: inner.attrGet("href") ?? "" });
      });
    });
    return groups;
  }

  sections(): Section[] {
    const sections: Section[] = [];
    this.#tokens.forEach((token, index) => {
      if (token.type === "heading_open") {
        sections.push({ ...this.#headingAt(index), content: "", code: "" });
      }
      const section = sections.at(-1);
      const isHeading = this.#tokens[index - 1]?.type === "heading_open";
      if (!section || isHeading) return;
      if (token.type === "fence") section.code += `${token.content} `;
      if (token.type === "inline") section.content += `${sentencesOf(token)} `;
    });
    const short = (text: string) => text.replaceAll(/\s+/g, " ");
    return sections.map((each) => ({
      ...each,
      content: short(each.content),
      code: short(each.code),
    }));
  }

  #headingAt(index: number): Heading {
    const text = textOf(this.#tokens[index + 1]);
    return { level: Number(this.#tokens[index]?.tag.slice(1)), text, anchor: anchorOf(text) };
  }

  #render(tokens: Token[]): string {
    return markdown.renderer.render(tokens, markdown.options, this.#surroundings);
  }
}

/** Returns the text of an inline token without its markup. */
const textOf = (token: Token | undefined): string => textIn(token?.children ?? []);

/** Returns the text of an inline token without its markup, and without anchors and comments in HTML. */
const sentencesOf = (token: Token): string =>
  textIn((token.children ?? []).filter(({ type }) => type !== "html_inline"));

const textIn = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (type.endsWith("break") ? " " : content)).join("");
