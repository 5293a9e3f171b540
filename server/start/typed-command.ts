/**
 * Texts say `npx tepat`, as a person types it in a clone. The other ways of installing Tepat name theirs in TEPAT_COMMAND,
 * because elsewhere `npx tepat` would ask the registry for a package of that name.
 */
export const asTyped = (text: string): string =>
  text.replace(/\bnpx tepat(?![\w-])/g, () => process.env["TEPAT_COMMAND"] ?? "npx tepat");
