/**
 * Returns a stranger's text so that it can be stored and shown anywhere. Invisible characters (NUL, control and
 * direction marks, line breaks) become one space, a lone surrogate becomes U+FFFD, and the text is cut between
 * characters.
 */
export function safeText(text: string, maxBytes: number): string {
  const visible = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  // A UTF-16 code unit takes three bytes at most. Nearly all answers are short, and this saves them the array.
  if (visible.length * 3 <= maxBytes) return visible;
  const { read } = new TextEncoder().encodeInto(visible, new Uint8Array(maxBytes));
  return visible.slice(0, read);
}
