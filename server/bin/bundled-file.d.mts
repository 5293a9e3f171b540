/** Returns the file to run of the bundle in this folder, or null if the bundle is older than a source, or not whole. */
export function bundledFile(root: string, folder: string): string | null;
