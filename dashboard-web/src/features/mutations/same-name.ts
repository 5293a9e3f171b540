/** Returns whether two names are written alike. Banks write names in capitals. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, " ").toLocaleLowerCase();
