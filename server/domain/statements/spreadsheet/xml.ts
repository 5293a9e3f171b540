import { Parser } from "saxen";
import { unreadable } from "./refused.ts";

/** The handlers of elements. Names come without their prefix. */
export interface Elements {
  open?: (name: string, attributes: Attributes, parent: string) => void;
  close?: (name: string, parent: string) => void;
  text?: (text: string, parent: string) => void;
  /** Called after each part of the document. */
  pause?: () => Promise<void>;
}

/** Reads an attribute by its name without its prefix. */
type Attributes = (name: string) => string | undefined;

/**
 * Reads a document piece by piece. A document with a document type is refused, so that no document can define
 * entities. Nothing in it can therefore grow or refer to a file.
 */
export async function readXml(bytes: AsyncIterable<Buffer>, elements: Elements): Promise<void> {
  const { open, close, text, pause } = elements;
  const path: string[] = [];
  const parser = new Parser()
    .on("openTag", (prefixed, attributes, decode) => {
      const name = withoutPrefix(prefixed);
      open?.(name, (wanted) => attributeOf(attributes(), wanted, decode), path.at(-1) ?? "");
      path.push(name);
    })
    .on("closeTag", () => {
      const name = path.pop() ?? "";
      close?.(name, path.at(-1) ?? "");
    })
    .on("text", (found, decode) => text?.(decode(decodeHigh(found)), path.at(-1) ?? ""))
    .on("cdata", (found) => text?.(found, path.at(-1) ?? ""))
    .on("attention", () => {
      throw unreadable();
    })
    .on("error", () => {
      throw unreadable();
    });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const part of bytes) {
    parser.write(decoder.decode(part, { stream: true }));
    await pause?.();
  }
  parser.write(decoder.decode()).end();
  await pause?.();
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(":") + 1);

function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  decode: (text: string) => string,
): string | undefined {
  const value =
    attributes[wanted] ??
    Object.entries(attributes).find(([name]) => name.endsWith(`:${wanted}`))?.[1];
  return value === undefined ? undefined : decode(value);
}

/** Decodes numbers above 0xFFFF, because saxen decodes only those up to 0xFFFF. */
const decodeHigh = (text: string): string =>
  text.includes("&#")
    ? text.replaceAll(/&#(?:x([0-9a-f]{5,6})|(\d{5,7}));/gi, (_, hexadecimal, decimal) => {
        const point = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
        if (point > 0x10ffff) throw unreadable();
        return String.fromCodePoint(point);
      })
    : text;
