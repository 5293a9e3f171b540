import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

/**
 * A file with everything that a run has requested and created. The tests' process writes the file. The command reads
 * it, and cancels the remaining open invoices even if the tests were interrupted.
 */

interface Entry {
  /** The method of a request. */
  method?: string;
  /**
   * The payment code that a request asks for, and later the code after its response, whatever the response
   * says.
   */
  asked?: string | undefined;
  answered?: string | undefined;
  /** The code of an invoice that was created, or might have been. */
  made?: string | undefined;
  /** The code of an invoice that is CANCELLED or EXPIRED. */
  ended?: string;
}

export interface Ledger {
  file: string;
  note(entry: Entry): void;
}

export const ledgerIn = (file: string): Ledger => ({
  file,
  note: (entry) => appendFileSync(file, JSON.stringify(entry) + "\n"),
});

export function newLedger(file: string): Ledger {
  writeFileSync(file, "");
  return ledgerIn(file);
}

export interface Balance {
  requests: number;
  writes: number;
  /** The codes of all created invoices. */
  made: string[];
  /** The codes of the invoices that might be PENDING. */
  open: string[];
  /** The codes in requests that were interrupted before their response. */
  unanswered: string[];
}

export function balanceOf({ file }: Ledger): Balance {
  const lines = readFileSync(file, "utf8").split("\n");
  const entries = lines.filter(Boolean).map((line) => JSON.parse(line) as Entry);
  const all = (name: keyof Entry) => entries.flatMap((entry) => entry[name] ?? []);
  const made = [...new Set(all("made"))];
  const ended = new Set(all("ended"));
  const unanswered = all("asked");
  for (const code of all("answered")) unanswered.splice(unanswered.indexOf(code), 1);
  return {
    requests: all("method").length,
    writes: all("method").filter((method) => method !== "GET" && method !== "HEAD").length,
    made,
    open: made.filter((code) => !ended.has(code)),
    unanswered,
  };
}
