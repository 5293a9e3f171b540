import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const lastCodePoint = 0x10_ffff;

/**
 * Any code point except a lone surrogate, as the unit of fc.string. fast-check's own unit "binary" has the same
 * characters, but first builds a table of a million of them, for half a second in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(lastCodePoint - surrogates)
  .map(
    (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
    placeOf,
  );

/** fast-check asks for the place of a character before it puts a dangerous text, such as `__proto__`, into a string. */
function placeOf(text: unknown): number {
  if (typeof text !== "string" || text.length === 0) throw new Error("not a character");
  const codePoint = text.codePointAt(0) ?? 0;
  if (String.fromCodePoint(codePoint) !== text) throw new Error("more than one character");
  return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
}
