import type { Mark } from "../../../base/generated/types.gen.ts";

export type Part = Mark["part"];

/** A word of a text, or the characters between two words, with its mark. */
export interface Piece {
  start: number;
  end: number;
  isWord: boolean;
  part: Part | null;
}

const word = /[\p{L}\p{N}*•](?:[^\s]*[\p{L}\p{N}*•-])?/gu;

/** Cuts a text into words. A mark that ends inside a word cuts the word in two. */
export function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  const cuts = new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])]);
  const words = Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  for (const { start, end } of words) cuts.add(start).add(end);
  const bounds = [...cuts].toSorted((one, other) => one - other);
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] as number;
    const isWord = words.some((found) => found.start <= start && end <= found.end);
    const mark = marks.find((given) => given.start <= start && end <= given.end);
    return { start, end, isWord, part: mark?.part ?? null };
  });
}

/** Joins neighbouring words of the same part into marks. */
export function marksOf(pieces: readonly Piece[]): Mark[] {
  const marks: Mark[] = [];
  let isBroken = true;
  for (const { start, end, isWord, part } of pieces) {
    if (!isWord) continue;
    const last = marks.at(-1);
    if (part === null) {
      isBroken = true;
    } else if (!isBroken && last?.part === part) {
      last.end = end;
    } else {
      marks.push({ part, start, end });
      isBroken = false;
    }
  }
  return marks;
}
