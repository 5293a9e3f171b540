/** Finds the English in a source file: documents, comments, texts, and titles of tests. */

import MarkdownIt from "markdown-it";
import { parseSync } from "oxc-parser";

export type Kind = "document" | "comment" | "page" | "message" | "test";

export interface Text {
  kind: Kind;
  /** The line on which the text begins, counted from 1. */
  line: number;
  /**
   * The text with the same length and lines as in the source, so that a position in it leads to a
   * line of the file.
   */
  text: string;
}

const pages =
  /^(?:dashboard-web|checkout-web|web-shared)\/src\/|^server\/(?:domain\/(?:notices|sales)|http\/pages)\/.*texts|^plugins\/|^worker\/src\//u;
const tests = /\.test\.tsx?$|\/tests?\/|testing\/|^contract-tests\//u;
const statement = /^\s*(?:select|insert|update|delete|create|alter|with|drop)\b/iu;
const indonesian =
  /\b(?:yang|dan|tidak|untuk|Anda|dengan|atau|sudah|ini|belum|dari|di|ke|bila|akan|sebuah|dapat)\b/gu;
const english = /\b(?:the|is|are|of|and|it|that|was)\b/u;

function isEnglish(text: string): boolean {
  const words = text.trim().split(/\s+/u).length;
  if (words < 2 || !/[a-z]{2}/u.test(text)) return false;
  const foreign = text.match(indonesian)?.length ?? 0;
  return english.test(text) || foreign < Math.max(1, words / 9);
}

/** Reads one file. Generated parts, code and Indonesian texts are left out. */
export function textsOf(file: string, source: string): Text[] {
  const read = file.endsWith(".md") ? readMarkdown : file.endsWith(".sql") ? readSql : readScript;
  return read(source, file).filter(({ text }) => isEnglish(text));
}

const blank = (part: string) => part.replaceAll(/[^\n]/gu, " ");

function readMarkdown(source: string): Text[] {
  const written = source
    .replace(/^---\n[^]*?\n---\n/u, blank)
    .replaceAll(/<!-- \w+:begin \(generated\)[^]*?:end -->/gu, blank);
  let line = 1;
  const found: Text[] = [];
  for (const token of new MarkdownIt().parse(written, {})) {
    if (token.map) line = token.map[0] + 1;
    if (token.type === "inline") found.push({ kind: "document", line, text: token.content });
  }
  return found;
}

function readSql(source: string): Text[] {
  const comments = [...source.matchAll(/(?:^|\s)--\s?(.*)$/gmu)];
  return joined(
    comments.map(({ 0: all, 1: text = "", index }) => ({
      line: lineAt(source, index + all.length),
      text,
    })),
  );
}

/** Joins the comments of consecutive lines. */
function joined(comments: readonly { line: number; text: string }[]): Text[] {
  const found: Text[] = [];
  let next = 0;
  for (const { line, text } of comments) {
    const last = found.at(-1);
    if (last && line === next) last.text += `\n${text}`;
    else found.push({ kind: "comment", line, text });
    next = line + 1;
  }
  return found;
}

const lineAt = (source: string, at: number) => source.slice(0, at).split("\n").length;

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

function readScript(source: string, file: string): Text[] {
  const { program, comments } = parseSync(file, source);
  const lines = joined(
    comments
      .filter(({ type }) => type === "Line")
      .map(({ start, value }) => ({ line: lineAt(source, start), text: value })),
  );
  const blocks = comments
    .filter(({ type }) => type === "Block")
    .map(({ start, value }): Text => {
      const text = value.replaceAll(/^\s*\*+ ?/gmu, "");
      return { kind: "comment", line: lineAt(source, start), text };
    });
  return [...lines, ...blocks, ...stringsOf(program as unknown as Node, source, file)];
}

/**
 * Returns the program's texts: all strings that look like sentences. From tests, returns only the
 * titles.
 */
function stringsOf(program: Node, source: string, file: string): Text[] {
  const isTest = tests.test(file);
  const kind = isTest ? "test" : pages.test(file) ? "page" : "message";
  const found: Text[] = [];
  const add = (node: Node, text: string) => {
    if (!statement.test(text)) found.push({ kind, line: lineAt(source, node.start), text });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isNode(value)) enter(value);
  };
  const enter = (node: Node): void => {
    const text = textOf(node);
    if (text !== undefined && !isTest) add(node, text);
    if (isTest && node.type === "CallExpression") {
      const [title] = node["arguments"] as Node[];
      const callee = node["callee"] as Node;
      const name = source.slice(callee.start, callee.end);
      const written = title && textOf(title);
      if (written !== undefined && /^(?:test|it|describe)\b/u.test(name)) add(title!, written);
    }
    if (/^TS|^Import|^ExportAll/u.test(node.type) && !/Expression/u.test(node.type)) return;
    for (const [field, part] of Object.entries(node)) if (field !== "parent") visit(part);
  };
  enter(program);
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "JSXText") return String(node["value"]);
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = node["quasis"] as { value: { cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join("{}");
}
