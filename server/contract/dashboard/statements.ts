import { z } from "zod";
import {
  lineText,
  matching,
  optional,
  pageInput,
  rupiah,
  text,
  timestamp,
  uuid,
} from "../fields.ts";
import { refusedAs } from "../field-problems.ts";
import { limits } from "../limits.ts";
import { asWorkbook, dashboardOperation } from "./operation.ts";
import { explainers, readers } from "./roles.ts";
import { alarmEnd, unsupportedVerdict } from "./transfers.ts";

const tag = "Statements";

export const count = (description: string) => z.int().min(0).meta({ description });

/** An amount in hundredths of a rupiah, because banks pay interest in hundredths. */
export const sen = (description: string) =>
  z
    .int()
    .min(-limits.paymentTotalMax)
    .max(limits.paymentTotalMax)
    .meta({ description: `${description} Unit: hundredths of a rupiah.`, format: "int64" });

const day = (description: string) => z.iso.date().meta({ description, pattern: undefined });

export const month = matching(z.string(), /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, {
  code: "not_a_month",
  params: {},
}).meta({ description: "The month, as YYYY-MM." });

const dayInput = (description: string) =>
  matching(z.string(), /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
    code: "not_a_day",
    params: {},
  })
    .refine(
      (value) => z.iso.date().safeParse(value).success,
      refusedAs({ code: "not_a_day", params: {} }),
    )
    .meta({ description });

const column = (description: string) =>
  z.int().min(1).max(limits.statementColumns).meta({ description });

export const statementMapping = z
  .object({
    header_row: z
      .int()
      .min(0)
      .max(limits.statementPreambleRows)
      .meta({ description: "The last line before the transactions; 0 if there is none." }),
    day_column: column("The column of the date, counted from 1."),
    description_columns: z
      .array(column("A column."))
      .min(1)
      .max(10)
      .meta({ description: "The columns that describe a transaction." }),
    time_column: column("The column of the time.").nullish(),
    amount_column: column(
      "The column of the amount, if one column holds money in and out.",
    ).nullish(),
    direction_column: column("The column with D or K, DB or CR, if there is one.").nullish(),
    credit_column: column("The column of money in.").nullish(),
    debit_column: column("The column of money out.").nullish(),
    balance_column: column("The column of the balance after the transaction.").nullish(),
    reference_column: column("The column of the bank's reference.").nullish(),
    account_column: column("The column of the account's number.").nullish(),
    day_order: z.enum(["DMY", "MDY"]).nullish().meta({
      description:
        "The order of day and month in dates. Default: day first, unless the dates or the period prove otherwise.",
    }),
    decimal_mark: z.enum(["comma", "point"]).nullish().meta({
      description: "The decimal mark. Without it, Tepat derives the mark from the amounts.",
    }),
    first_day: dayInput("The first day of the file's period.").nullish(),
    last_day: dayInput("The last day of the file's period.").nullish(),
    left_out_rows: z.array(z.int().min(1)).max(limits.statementLeftOutRows).nullish().meta({
      description:
        "Lines of the file that look like transactions but are not. Balances must add up without these lines. If the file has no balances, a line with a day and an amount stays a transaction.",
    }),
  })
  .meta({ id: "StatementMapping", description: "The meaning of a file's columns." });

/** A mapping without the period and the lines, which belong to one file. */
const rememberedMapping = statementMapping
  .omit({ first_day: true, last_day: true, left_out_rows: true })
  .meta({
    id: "RememberedStatementMapping",
    description: "The meaning of the columns in this bank's last file.",
  });

export type StatementMapping = z.infer<typeof statementMapping>;
export type RememberedMapping = z.infer<typeof rememberedMapping>;

export const statementMeaning = z
  .enum([
    "open",
    "mutation",
    "settlement",
    "missed",
    "recorded",
    "ambiguous",
    "fee",
    "own_transfer",
    "interest",
    "refund",
    "outgoing",
    "other",
    "tax",
    "reversal",
  ])
  .meta({
    id: "StatementMeaning",
    description:
      "The meaning of a row. `mutation`: a transfer that a source reported. `settlement`: a payout of many reported transfers. `missed`: money that no source reported. `recorded`: missed, and recorded by a person. `ambiguous`: several transfers or rows fit, and none is chosen. `fee`, `own_transfer`, `interest`, `refund`, `tax`: as the row's words, a rule or a person says. `reversal`: this row reverses another. `outgoing`: other money out. `other`: reviewed by a person. `open`: not judged yet.",
  });

/** The meanings that a person or a rule can give to a row. */
export const explainedMeaning = z.enum([
  "fee",
  "tax",
  "own_transfer",
  "interest",
  "refund",
  "outgoing",
  "other",
]);

export const chartKey = () => text({ min: 1, max: limits.chartKeyCharacters });

export type StatementMeaning = z.infer<typeof statementMeaning>;

const statementImport = z
  .object({
    import_id: uuid().meta({ description: "The import." }),
    account_id: uuid().meta({ description: "The account." }),
    file_name: z.string().meta({ description: "The file's name; the file itself is not kept." }),
    layout: z.string().meta({
      description: "The recognised layout; `mapped` if a person named the columns.",
    }),
    first_day: day("The first covered day."),
    last_day: day("The last covered day."),
    row_count: count("The number of booked rows in the file."),
    new_count: count("The number of rows that no earlier import had."),
    pending_count: count(
      "The number of rows that the bank has not booked yet. Tepat does not store them.",
    ),
    imported_at: timestamp().meta({ description: "The time of the import, UTC." }),
  })
  .meta({ id: "StatementImport", description: "A statement that was imported." });

export type StatementImport = z.infer<typeof statementImport>;

/** The number and sum of the rows with one meaning within a period. */
const meaningSums = z
  .object({
    meaning: statementMeaning,
    row_count: count("The number of rows with this meaning."),
    transfer_count: count("The number of transfers that the rows prove."),
    amount_sen: sen("The sum of the rows."),
    fee_sen: sen("The fees that the rows name."),
  })
  .meta({ id: "StatementMeaningSums", description: "The rows of one meaning." });

export type StatementMeaningSums = z.infer<typeof meaningSums>;

const importResult = statementImport
  .extend({
    tied_count: count("The number of rows that now prove a transfer."),
    missed_count: count("The number of rows of money that no source reported, on the file's days."),
    ambiguous_count: count("The number of rows that several transfers fit, on the file's days."),
    unsupported_count: count(
      "The number of transfers of these days that this import found without a row.",
    ),
    meanings: z.array(meaningSums).meta({
      description: "The meanings of the account's rows on the days of the file, from all imports.",
    }),
  })
  .meta({ id: "StatementImportResult", description: "An import and its results." });

export type StatementImportResult = z.infer<typeof importResult>;

export const statementRow = z
  .object({
    row_id: uuid().meta({ description: "The row." }),
    day: day("The day on which the bank booked the row."),
    booked_at: timestamp()
      .nullable()
      .meta({ description: "The time of booking, if the file has one, UTC." }),
    file_name: z.string().meta({ description: "The file in which the row first arrived." }),
    file_row: z.int().min(1).meta({ description: "The row's line in the file." }),
    description: z.string().meta({ description: "The bank's description." }),
    reference: z.string().nullable().meta({ description: "The bank's reference." }),
    direction: z.enum(["CREDIT", "DEBIT"]).meta({ description: "Money in or out." }),
    amount_sen: sen("The row's amount."),
    balance_sen: sen("The balance after the row.").nullable(),
    gross_sen: sen("The amount that customers paid, if a settlement names it.").nullable(),
    fee_sen: sen("The bank's fee for the settlement.").nullable(),
    meaning: statementMeaning,
    mutation_id: uuid().nullable().meta({ description: "The transfer that the row proves." }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that this transfer paid." }),
    settled_count: count("The number of transfers that a settlement pays out."),
    account_key: z
      .string()
      .meta({ description: "The account of the chart on which the row is booked." }),
    reverses_row_id: uuid().nullable().meta({ description: "The row that this row reverses." }),
  })
  .meta({ id: "StatementRow", description: "A booked row of a bank's statement." });

export type StatementRowView = z.infer<typeof statementRow>;

const unsupportedMutation = z
  .object({
    mutation_id: uuid().meta({ description: "The transfer that a notification reported." }),
    account_id: uuid().meta({ description: "The account whose statement lacks the transfer." }),
    day: day("The transfer's own day."),
    posted_at: timestamp().meta({ description: "The notification's own time, UTC." }),
    amount_parsed: rupiah().meta({ description: "The transfer's amount." }),
    sender_parsed: z.string().nullable().meta({ description: "The transfer's sender." }),
    device_name: z.string().meta({ description: "The source that reported the transfer." }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that the transfer paid." }),
    is_one_of_several: z.boolean().meta({
      description: "True if the statement has rows of this amount, but fewer rows than transfers.",
    }),
    found_at: timestamp().meta({ description: "The time of the finding, UTC." }),
    ...alarmEnd,
    supported_at: timestamp().nullable().meta({
      description:
        "The time at which a later statement showed the money after all, UTC; null if none has. A verdict `forged` or `misread` was then wrong.",
    }),
  })
  .meta({
    id: "UnsupportedMutation",
    description: "A transfer that no row of the statement supports. It might be forged or misread.",
  });

export type UnsupportedMutation = z.infer<typeof unsupportedMutation>;

const monthFigures = {
  month,
  account_id: uuid().meta({ description: "The account." }),
  account_number: z.string().nullable().meta({ description: "The account's number." }),
  account_name: z.string().nullable().meta({ description: "The account's holder." }),
  channel_name: z.string().meta({ description: "The account's bank." }),
  first_day: day("The first covered day of the month."),
  last_day: day("The last covered day of the month."),
  opening_sen: sen("The balance before the first row.").nullable(),
  credit_sen: sen("Money in."),
  debit_sen: sen("Money out, fees included."),
  fee_sen: sen("The fees among the money out, and those that settlements name."),
  closing_sen: sen("The balance after the last row.").nullable(),
  is_complete: z.boolean().nullable().meta({
    description:
      "True if opening balance, money in and money out give the closing balance; null without balances.",
  }),
  row_count: count("The number of rows."),
  missed_count: count("The number of rows of money that no source reported."),
  ambiguous_count: count("The number of rows that several transfers fit."),
  unsupported_count: count("The number of unreviewed transfers that no row supports."),
  unexplained_count: count(
    "The number of rows without an explanation. A month with such rows cannot be closed.",
  ),
  closed_at: timestamp().nullable().meta({ description: "The time of closing, UTC." }),
  closed_by: z.string().nullable().meta({ description: "The team member who closed the month." }),
};

const statementMonth = z
  .object(monthFigures)
  .meta({ id: "StatementMonth", description: "The statements' figures for a month." });

export type StatementMonth = z.infer<typeof statementMonth>;

/** The language of the names in a file. */
export const fileInput = {
  language: z.enum(["en", "id"]).default("en").meta({
    description:
      "The language of the names of columns, accounts and meanings. Programs should use `en`, whose names never change.",
  }),
};

export const monthInput = { account_id: uuid().meta({ description: "The account." }), month };
const upload_id = uuid().meta({ description: "The upload." });
const row_id = uuid().meta({ description: "The row." });

const import_id = uuid().meta({ description: "The import." });

const importInput = z
  .object({
    upload_id,
    mapping: optional(statementMapping).meta({
      description: "The meaning of each column, for an unknown layout.",
    }),
    year: optional(z.int().min(1990).max(2100)).meta({
      description: "The year, for a file of a known layout whose dates and lines name none.",
    }),
  })
  .meta({ description: "The upload, and how to read it if its layout is unknown." });

const exportStatementRows = dashboardOperation({
  meta: {
    operationId: "exportStatementRows",
    method: "GET",
    path: "/statements/{account_id}/{month}/statement.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save a month as a table",
    description:
      "The rows as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Amounts are in rupiah, such as 150347.00. Cells that a spreadsheet would read as a formula begin with an apostrophe.",
    envelope: "csv",
    subject: "statement",
  },
  input: z.object({ ...monthInput, ...fileInput }),
  output: z.string().meta({ description: "One line for each row, after a line of names." }),
});

const exportStatementJournal = dashboardOperation({
  meta: {
    operationId: "exportStatementJournal",
    method: "GET",
    path: "/statements/{account_id}/{month}/journal.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save a month as a journal",
    description:
      "The month in double entry. Each row of the statement is a numbered entry with equal debits and credits. The numbers follow the order of the bank's books and are final once the month is closed. Codes come from the merchant's chart (`getStatementChart`). The format is otherwise that of `exportStatementRows`.",
    envelope: "csv",
    subject: "statement",
  },
  input: z.object({ ...monthInput, ...fileInput }),
  output: z
    .string()
    .meta({ description: "Lines of entry, date, code, account, debit, credit, reference." }),
});

export const statementOperations = {
  listStatementMonths: dashboardOperation({
    meta: {
      operationId: "listStatementMonths",
      method: "GET",
      path: "/statements",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List months with statements",
      description: "Each account and month with a statement, newest first.",
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(statementMonth),
  }),

  listUnsupportedMutations: dashboardOperation({
    meta: {
      operationId: "listUnsupportedMutations",
      method: "GET",
      path: "/unsupported-transfers",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List transfers that no statement supports",
      description:
        "Transfers that a source reported and the bank did not book. They might be forged or misread. `open` lists unreviewed transfers, `closed` reviewed ones, newest first.",
      envelope: "page",
    },
    input: z.object({
      ...pageInput,
      state: z
        .enum(["open", "closed"])
        .default("open")
        .meta({ description: "Unreviewed or reviewed transfers." }),
    }),
    output: z.array(unsupportedMutation),
  }),

  closeUnsupportedMutation: dashboardOperation({
    meta: {
      operationId: "closeUnsupportedMutation",
      method: "POST",
      path: "/unsupported-transfers/{mutation_id}/close",
      roles: ["owner", "finance"],
      tag,
      summary: "Review an unsupported transfer",
      description: "Ends the alarm. The transfer and its invoice stay as they are.",
      subject: "mutation",
      needsConfirmation: true,
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer." }),
        verdict: unsupportedVerdict,
        note: lineText().meta({ description: "A note about the verdict." }),
      })
      .meta({ description: "A person's verdict." }),
    output: z.null(),
  }),

  beginStatementUpload: dashboardOperation({
    meta: {
      operationId: "beginStatementUpload",
      method: "POST",
      path: "/statement-uploads",
      roles: ["owner", "finance"],
      tag,
      summary: "Begin a statement upload",
      description: `Send a file in parts of at most ${limits.statementPartBytes / 1024} KiB, each in its own request, at most ${limits.statementUploadBytes / 1024 / 1024} MiB together. Tepat deletes the file after its import, or after ${limits.statementUploadMinutes} minutes. A fourth upload ends the oldest.`,
      subject: "account",
      errors: ["conflict"],
    },
    input: z
      .object({
        account_id: uuid().meta({ description: "The statement's account." }),
        file_name: lineText().meta({ description: "The file's name." }),
        file_bytes: z
          .int()
          .min(1)
          .max(limits.paymentTotalMax)
          .meta({ description: "The file's size in bytes." }),
      })
      .meta({ description: "The file." }),
    output: z
      .object({
        upload_id,
        part_bytes: z
          .int()
          .meta({ description: "The size of each part in bytes. The last part has the rest." }),
      })
      .meta({ id: "StatementUpload", description: "An upload that waits for its parts." }),
  }),

  sendStatementPart: dashboardOperation({
    meta: {
      operationId: "sendStatementPart",
      method: "POST",
      path: "/statement-uploads/{upload_id}/parts",
      roles: ["owner", "finance"],
      tag,
      summary: "Send a part of a statement",
      description: "You can send parts in any order, and repeat them.",
      subject: "upload",
    },
    input: z
      .object({
        upload_id,
        part_number: z
          .int()
          .min(1)
          .max(Math.ceil(limits.statementUploadBytes / limits.statementPartBytes))
          .meta({ description: "The part's number, from 1." }),
        content: text({ min: 1, max: (limits.statementPartBytes / 3) * 4 })
          .refine(
            (value) => /^[A-Za-z\d+/]+={0,2}$/.test(value),
            refusedAs({ code: "broken_text", params: {} }),
          )
          .meta({ description: "The part's bytes in base64." }),
      })
      .meta({ description: "The part." }),
    output: z.null(),
  }),

  previewStatement: dashboardOperation({
    meta: {
      operationId: "previewStatement",
      method: "GET",
      path: "/statement-uploads/{upload_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Read the first lines of a statement",
      description:
        "The first lines of a file whose columns a person must name, with the names chosen for this bank the last time.",
      subject: "upload",
      errors: ["conflict"],
      waitsForReceiver: true,
    },
    input: z.object({ upload_id }),
    output: z
      .object({
        layout: z.string().nullable().meta({ description: "The layout, if it is known." }),
        lines: z
          .array(
            z.object({
              row: z.int().min(1).meta({ description: "The row's line in the file." }),
              cells: z.array(z.string()).meta({ description: "The row's cells." }),
            }),
          )
          .meta({ description: `The first lines, at most ${limits.statementPreviewRows}.` }),
        mapping: rememberedMapping
          .nullable()
          .meta({ description: "The columns, as a person named them the last time." }),
      })
      .meta({ id: "StatementPreview", description: "The first lines of a file." }),
  }),

  checkStatement: dashboardOperation({
    meta: {
      operationId: "checkStatement",
      method: "POST",
      path: "/statement-uploads/{upload_id}/check",
      roles: ["owner", "finance"],
      tag,
      summary: "Check a statement before its import",
      description:
        "Reads and checks the whole file as `importStatement` does, returns the same result or error, and stores nothing.",
      subject: "upload",
      errors: ["conflict"],
      waitsForReceiver: true,
    },
    input: importInput,
    output: importResult,
  }),

  importStatement: dashboardOperation({
    meta: {
      operationId: "importStatement",
      method: "POST",
      path: "/statement-uploads/{upload_id}/import",
      roles: ["owner", "finance"],
      tag,
      summary: "Import a statement",
      description:
        "Reads and checks the whole file, then stores its rows. If a row is wrong, Tepat stores nothing and returns `conflict` with a message that names the row. Importing known rows again changes nothing. Tepat matches rows to transfers only without doubt.",
      subject: "upload",
      needsConfirmation: true,
      errors: ["conflict"],
      waitsForReceiver: true,
    },
    input: importInput,
    output: importResult,
  }),

  withdrawStatement: dashboardOperation({
    meta: {
      operationId: "withdrawStatement",
      method: "POST",
      path: "/statement-imports/{import_id}/withdraw",
      roles: ["owner", "finance"],
      tag,
      summary: "Withdraw an import",
      description:
        "Removes the rows of this import, their proofs, and the alarms that no other import raises. Missed money that a person recorded from the import is set aside as not the merchant's. Tepat returns `conflict` and names the rows if such money has paid an invoice, is booked for one or was refunded, or if a row has proved a refund. Tepat also returns `conflict` while a later import covers some of the same days.",
      subject: "import",
      needsConfirmation: true,
      errors: ["conflict"],
      waitsForReceiver: true,
    },
    input: z.object({ import_id }).meta({ description: "The import." }),
    output: z
      .object({
        row_count: count("The number of removed rows."),
        unsupported_count: count("The number of transfers that have now lost their only row."),
      })
      .meta({ id: "StatementWithdrawal", description: "The result of the withdrawal." }),
  }),

  getStatementMonth: dashboardOperation({
    meta: {
      operationId: "getStatementMonth",
      method: "GET",
      path: "/statements/{account_id}/{month}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a month of an account",
      description:
        "The month's opening balance, money in, money out, fees, closing balance and open rows.",
      subject: "statement",
    },
    input: z.object(monthInput),
    output: z
      .object({
        ...monthFigures,
        meanings: z
          .array(meaningSums)
          .meta({ description: "The number and the sum of the rows, by meaning." }),
        imports: z
          .array(statementImport)
          .meta({ description: "The imports of the rows, newest first." }),
        unsupported: z.array(unsupportedMutation).meta({
          description: `Unreviewed transfers that no row supports, at most ${limits.perPageMax}.`,
        }),
      })
      .meta({ id: "StatementMonthDetail", description: "The statements' figures for a month." }),
  }),

  listStatementRows: dashboardOperation({
    meta: {
      operationId: "listStatementRows",
      method: "GET",
      path: "/statements/{account_id}/{month}/rows",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List the rows of a month",
      description: "The month's rows, in the order of the bank's books.",
      envelope: "page",
      subject: "statement",
    },
    input: z.object({
      ...monthInput,
      ...pageInput,
      meaning: statementMeaning
        .meta({ description: "Lists only rows with this meaning." })
        .optional(),
      is_unexplained: z.boolean().default(false).meta({
        description:
          "`true` lists only rows without an explanation. A month with such rows cannot be closed.",
      }),
    }),
    output: z.array(statementRow),
  }),

  recordMissedRow: dashboardOperation({
    meta: {
      operationId: "recordMissedRow",
      method: "POST",
      path: "/statement-rows/{row_id}/record",
      roles: ["owner", "finance"],
      tag,
      summary: "Record money that no source reported",
      description: `Turns a \`missed\` row into a transfer whose source is the statement. The transfer pays an invoice only if one was already waiting for exactly this total before the money came; otherwise match the transfer manually. Needs two-factor authentication (\`totp_not_enabled\`).`,
      subject: "row",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z.object({ row_id }).meta({ description: "The row." }),
    output: z
      .object({ mutation_id: uuid().meta({ description: "The transfer." }) })
      .meta({ id: "RecordedRow", description: "The transfer that was recorded." }),
  }),

  explainStatementRow: dashboardOperation({
    meta: {
      operationId: "explainStatementRow",
      method: "POST",
      path: "/statement-rows/{row_id}/explain",
      roles: explainers,
      tag,
      summary: "Explain a row",
      description:
        "Explains a row that no transfer explains. In a closed month Tepat returns `conflict`. The explanation changes only the books, not invoices or transfers.",
      subject: "row",
      errors: ["conflict"],
    },
    input: z
      .object({
        row_id,
        meaning: explainedMeaning.meta({ description: "The new meaning of the row." }),
        account_key: optional(chartKey()).meta({
          description: "The account of the chart on which the row is booked, if not the usual one.",
        }),
      })
      .meta({ description: "The meaning of the row." }),
    output: z.null(),
  }),

  exportStatementRows,
  exportStatementRowsWorkbook: asWorkbook(exportStatementRows),

  exportStatementJournal,
  exportStatementJournalWorkbook: asWorkbook(exportStatementJournal),
};
