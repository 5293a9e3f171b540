/** Codes of errors that are faults of the folder that a command writes to. */
export const diskFaults: ReadonlySet<string> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EACCES",
  "EROFS",
  "EIO",
  "ENOTDIR",
]);
