/** Returns the letter that stands for a shop without a logo. */
export const firstLetter = (name: string): string =>
  (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "·").toUpperCase();
