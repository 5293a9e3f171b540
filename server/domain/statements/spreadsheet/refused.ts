import { limits } from "../../../contract/limits.ts";
import type { RefusalReason } from "../../../contract/refusal-reasons.ts";

/** The reason why a spreadsheet is not read. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(reason.code);
    this.reason = reason;
  }
}

export const unreadable = (row = 1) =>
  new Refused({ code: "statement_unreadable", params: { row } });

export const tooManyRows = () =>
  new Refused({ code: "statement_rows_limit", params: { rows: limits.statementSheetRows } });

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

export const unpacksTooLarge = () =>
  new Refused({
    code: "statement_unpacks_too_large",
    params: { megabytes: megabytes(limits.statementSheetUnpackedBytes) },
  });
