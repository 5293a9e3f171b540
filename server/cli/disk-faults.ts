import { DomainError } from "../domain/base/domain-error.ts";
import { refuse } from "./database.ts";

/** The codes of errors in the folder to which a command writes. */
const diskFaults: ReadonlySet<string> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EACCES",
  "EROFS",
  "EIO",
  "ENOTDIR",
]);

/**
 * For a command that writes files: throws a step's own refusal unchanged, and a disk error as the command's own
 * sentence.
 */
export const refuseUnlessSaid =
  (told: (message: string) => string) =>
  (cause: unknown): never => {
    if (cause instanceof DomainError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== undefined && diskFaults.has(code)) {
      throw new DomainError(told(message), { cause });
    }
    return refuse(cause);
  };
