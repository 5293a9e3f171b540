/** Returns a hash of files and of all files in folders. Their names are from the root. */
export function fingerprint(root: string, names: readonly string[]): string;
