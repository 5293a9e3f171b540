/**
 * Replaces `npx tepat` with the command that the person types. In a clone that is `npx tepat`. Other installations
 * name their command in TEPAT_COMMAND, because `npx tepat` there would ask the registry for a package of that name.
 */
export const asTyped = (text: string): string =>
  text.replace(/\bnpx tepat(?![\w-])/g, () => process.env["TEPAT_COMMAND"] ?? "npx tepat");
