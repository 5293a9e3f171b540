/**
 * Returns a stranger's text in a form that is safe to store and show. Invisible characters (NUL, control and
 * direction marks, line breaks) become one space, a lone surrogate becomes U+FFFD, and the text is cut between
 * characters.
 */
export function safeText(text: string, maxBytes: number): string {
  const visible = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  // A UTF-16 code unit takes at most three bytes. This check saves the array for nearly all responses, because they
  // are short.
  if (visible.length * 3 <= maxBytes) return visible;
  const { read } = new TextEncoder().encodeInto(visible, new Uint8Array(maxBytes));
  return visible.slice(0, read);
}
