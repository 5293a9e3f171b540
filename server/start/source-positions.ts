import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Names the sources in the stack traces of a program that is a bundle. The map of a file is read when an error first
 * needs it; Node.js itself (--enable-source-maps) would read all maps at the start, for 6 MB and 20 ms.
 */

/**
 * A position as V8 writes it, also within JSON. An address has no colon except after the letter of a drive, and has a
 * longest length. Otherwise, the work would grow with the square of a text of many addresses.
 */
const position = /(file:\/\/\/(?:[a-z]:)?[^\s()"\\:]{1,4096}\.mjs):(\d{1,9}):(\d{1,9})/gi;

const maps = new Map<string, SourceMap>();

/**
 * @param text an error with its stack
 * @param folder of the program: the text can name any other file
 */
export function withSources(text: string, folder = path.dirname(process.argv[1] ?? "/")): string {
  if (!text.includes(".mjs:")) return text;
  const ownUrl = `${pathToFileURL(folder).href}/`;
  return text.replace(position, (whole, url: string, line: string, column: string) => {
    const name = url.startsWith(ownUrl) ? url.slice(ownUrl.length) : "/";
    const map = /^[\w.-]+$/.test(name) ? mapOf(path.join(folder, name)) : null;
    const origin = map?.findOrigin(Number(line), Number(column));
    if (!origin || !("fileName" in origin)) return whole;
    const source = origin.fileName.replace(/^(?:\.\.\/)+/, "");
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const map = maps.get(file) ?? readMap(`${file}.map`);
  if (map !== null) maps.set(file, map);
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
