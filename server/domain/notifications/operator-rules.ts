import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import type { NotificationReader } from "./notification-reader.ts";
import { createNotificationReader } from "./notification-text.ts";
import { readerWith } from "./operator-rules-check.ts";
import { parseRulesFile, rulesFileError } from "./operator-rules-file.ts";

/**
 * Rules that an operator adds without a release. A wrong rule could pay unpaid invoices. A file is therefore used
 * completely or not at all, and only if every sample gets its stated reading. The samples of the release's rules for
 * the same apps are checked too.
 */

export interface OperatorRules {
  /** Returns the current reader. A reader does not change with the file. */
  readonly reader: () => NotificationReader;
  /** Checks whether the file has changed. A refused version is reported once, and changes nothing. */
  refresh(): Promise<"unchanged" | "changed" | DomainError>;
}

/** Throws a DomainError if the file is unusable. */
export function loadOperatorRules(file: string | null): OperatorRules {
  if (file === null) {
    const reader = createNotificationReader();
    return { reader: () => reader, refresh: async () => "unchanged" };
  }
  let known = contentOf(() => readFileSync(file, "utf8"));
  let reader = readerOf(known);
  return {
    reader: () => reader,
    async refresh() {
      const content = await readFile(file, "utf8").catch((cause: Error) => cause);
      if (String(content) === String(known)) return "unchanged";
      known = content;
      try {
        reader = readerOf(content);
        return "changed";
      } catch (cause) {
        if (cause instanceof DomainError) return cause;
        throw cause;
      }
    },
  };
}

/** The text of the file, or the reason why there is none. */
type Content = string | Error;

function contentOf(read: () => string): Content {
  try {
    return read();
  } catch (cause) {
    return cause as Error;
  }
}

function readerOf(content: Content): NotificationReader {
  if (content instanceof Error) throw rulesFileError([content.message]);
  if (Buffer.byteLength(content) > limits.rulesFileBytes) {
    throw rulesFileError([`the file is longer than ${limits.rulesFileBytes} bytes`]);
  }
  return readerWith(parseRulesFile(content));
}
