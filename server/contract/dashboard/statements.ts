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

/** Hundredths of a rupiah: banks pay interest in them. */
export const sen = (description: string) =>
  z
    .int()
    .min(-limits.paymentTotalMax)
    .max(limits.paymentTotalMax)
    .meta({ description: `${description} In hundredths of a rupiah.`, format: "int64" });

const day = (description: string) => z.iso.date().meta({ description, pattern: undefined });

export const month = matching(z.string(), /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, {
  code: "not_a_month",
  params: {},
}).meta({ description: "The month, as YYYY-MM." });

const dayInput = (description: string) =>
  matching(z.string(), /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
    code: "not_a_time",
    params: {},
  })
    .refine(
      (value) => z.iso.date().safeParse(value).success,
      refusedAs({ code: "not_a_time", params: {} }),
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
      .meta({ description: "The last line before the transactions; 0 when there is none." }),
    day_column: column("The column of the date, counted from 1."),
    description_columns: z
      .array(column("A column."))
      .min(1)
      .max(10)
      .meta({ description: "The columns that say what a transaction is." }),
    time_column: column("The column of the time.").nullish(),
    amount_column: column("The column of the amount, where there is one for both ways.").nullish(),
    direction_column: column("The column with D or K, DB or CR, where there is one.").nullish(),
    credit_column: column("The column of money in.").nullish(),
    debit_column: column("The column of money out.").nullish(),
    balance_column: column("The column of the balance after it.").nullish(),
    reference_column: column("The column of the bank's reference.").nullish(),
    account_column: column("The column of the account's number.").nullish(),
    day_order: z.enum(["DMY", "MDY"]).nullish().meta({
      description:
        "The order of day and month in dates. Default: day first, unless the dates or the period prove otherwise.",
    }),
    decimal_mark: z.enum(["comma", "point"]).nullish().meta({
      description: "The decimal mark; without it the amounts show it.",
    }),
    first_day: dayInput("The first day of the file's period.").nullish(),
    last_day: dayInput("The last day of the file's period.").nullish(),
    left_out_rows: z.array(z.int().min(1)).max(limits.statementLeftOutRows).nullish().meta({
      description:
        "The file's lines that are no transactions, although they look like some. Balances still have to add up without them, and where the file has none, a line with a day and an amount stays a transaction.",
    }),
  })
  .meta({ id: "StatementMapping", description: "Which column of a file means what." });

/** Without the period and the lines, which are each file's own. */
const rememberedMapping = statementMapping
  .omit({ first_day: true, last_day: true, left_out_rows: true })
  .meta({
    id: "RememberedStatementMapping",
    description: "Which column meant what in the last file of this bank.",
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
      "The meaning of a row. `mutation`: a transfer that a phone reported. `settlement`: a payout of many reported transfers. `missed`: money that no phone reported. `recorded`: missed, and recorded by a person. `ambiguous`: several transfers or rows fit, and none is chosen. `fee`, `own_transfer`, `interest`, `refund`, `tax`: by its words, a rule or a person. `reversal`: the bank reversed another row with it. `outgoing`: other money out. `other`: reviewed by a person. `open`: not judged yet.",
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
      description: "The layout that was recognised; `mapped`: a person named the columns.",
    }),
    first_day: day("The first day that it covers."),
    last_day: day("The last day that it covers."),
    row_count: count("The booked rows of the file."),
    new_count: count("Rows that no earlier import had."),
    pending_count: count("Rows that the bank has not booked yet: they are not stored."),
    imported_at: timestamp().meta({ description: "When, UTC." }),
  })
  .meta({ id: "StatementImport", description: "A statement that was imported." });

export type StatementImport = z.infer<typeof statementImport>;

/** The number of rows with one meaning on some days, and their sum. */
const meaningSums = z
  .object({
    meaning: statementMeaning,
    row_count: count("Rows that are this."),
    transfer_count: count("Transfers that they prove."),
    amount_sen: sen("What they add up to."),
    fee_sen: sen("The fees that they name."),
  })
  .meta({ id: "StatementMeaningSums", description: "The rows of one meaning." });

export type StatementMeaningSums = z.infer<typeof meaningSums>;

const importResult = statementImport
  .extend({
    tied_count: count("Rows that prove a transfer now."),
    missed_count: count("Rows of money that no phone told of, in the days of the file."),
    ambiguous_count: count("Rows for which several transfers fit, in the days of the file."),
    unsupported_count: count("Transfers of these days that no row supports, found now."),
    meanings: z.array(meaningSums).meta({
      description: "The meanings of the account's rows on the days of the file, from all imports.",
    }),
  })
  .meta({ id: "StatementImportResult", description: "An import, and what it found." });

export type StatementImportResult = z.infer<typeof importResult>;

export const statementRow = z
  .object({
    row_id: uuid().meta({ description: "The row." }),
    day: day("The day on which the bank booked it."),
    booked_at: timestamp()
      .nullable()
      .meta({ description: "The time, where the file names it, UTC." }),
    file_name: z.string().meta({ description: "The file in which it came first." }),
    file_row: z.int().min(1).meta({ description: "The row's line in the file." }),
    description: z.string().meta({ description: "The bank's words." }),
    reference: z.string().nullable().meta({ description: "The bank's reference." }),
    direction: z.enum(["CREDIT", "DEBIT"]).meta({ description: "Money in or out." }),
    amount_sen: sen("The row's amount."),
    balance_sen: sen("The balance after it.").nullable(),
    gross_sen: sen("What customers had paid, where a settlement names it.").nullable(),
    fee_sen: sen("What the bank kept of it.").nullable(),
    meaning: statementMeaning,
    mutation_id: uuid().nullable().meta({ description: "The transfer that it proves." }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that this transfer paid." }),
    settled_count: count("How many transfers a settlement pays out."),
    account_key: z
      .string()
      .meta({ description: "The account of the chart against which it is booked." }),
    reverses_row_id: uuid().nullable().meta({ description: "The row that it takes back." }),
  })
  .meta({ id: "StatementRow", description: "A booked row of a bank's statement." });

export type StatementRowView = z.infer<typeof statementRow>;

const unsupportedMutation = z
  .object({
    mutation_id: uuid().meta({ description: "The transfer that a notification told of." }),
    account_id: uuid().meta({ description: "The account whose statement does not have it." }),
    day: day("The row's day."),
    posted_at: timestamp().meta({ description: "The notification's own time, UTC." }),
    amount_parsed: rupiah().meta({ description: "The transfer's amount." }),
    sender_parsed: z.string().nullable().meta({ description: "The transfer's sender." }),
    device_name: z.string().meta({ description: "The phone that reported it." }),
    payment_code: z.string().nullable().meta({ description: "The invoice that it paid." }),
    is_one_of_several: z.boolean().meta({
      description: "There are rows of its amount, but fewer than transfers: one of them has none.",
    }),
    found_at: timestamp().meta({ description: "The time of the finding, UTC." }),
    ...alarmEnd,
    supported_at: timestamp().nullable().meta({
      description:
        "The time at which a later statement showed the money after all, UTC; null: none has. A verdict `forged` or `misread` was then wrong.",
    }),
  })
  .meta({
    id: "UnsupportedMutation",
    description: "A transfer that no row of the statement supports: forged or misread.",
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
  fee_sen: sen("The fees among it, and those that settlements name."),
  closing_sen: sen("The balance after the last row.").nullable(),
  is_complete: z.boolean().nullable().meta({
    description:
      "True if opening balance, money in and money out give the closing balance; null without balances.",
  }),
  row_count: count("The number of rows."),
  missed_count: count("Rows of money that no phone told of."),
  ambiguous_count: count("Rows for which several transfers fit."),
  unsupported_count: count("Unreviewed transfers that no row supports."),
  unexplained_count: count("Rows that have no explanation: a month with some cannot be closed."),
  closed_at: timestamp().nullable().meta({ description: "The time of closing, UTC." }),
  closed_by: z.string().nullable().meta({ description: "The team member who closed it." }),
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
      "The rows as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Amounts are in rupiah, such as 150347.00. Cells that a spreadsheet would take for a formula begin with an apostrophe.",
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
      "Double entry: each row of the statement is an entry with a number, whose debits and credits are equal. The numbers follow the order of the bank's books and stay as they are once the month is closed. Codes are those of the merchant's chart (`getStatementChart`). Otherwise as `exportStatementRows`.",
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
      description: "Each account and month of which there is a statement, the newest first.",
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
        "Transfers that a phone reported and the bank did not book: forged or misread notifications. Unreviewed ones (`open`) or reviewed ones (`closed`), newest first.",
      envelope: "page",
    },
    input: z.object({
      ...pageInput,
      state: z.enum(["open", "closed"]).default("open").meta({ description: "Which of them." }),
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
      summary: "Say what an unsupported transfer was",
      description: "The alarm ends; the transfer and its invoice stay as they are.",
      subject: "mutation",
      needsConfirmation: true,
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer." }),
        verdict: unsupportedVerdict,
        note: lineText().meta({ description: "The verdict." }),
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
      summary: "Begin to send a statement",
      description: `A file comes in parts of at most ${limits.statementPartBytes / 1024} KiB, each in its own request, at most ${limits.statementUploadBytes / 1024 / 1024} MiB together. It is deleted by its import, or after ${limits.statementUploadMinutes} minutes. A fourth upload ends the oldest.`,
      subject: "account",
      errors: ["conflict"],
    },
    input: z
      .object({
        account_id: uuid().meta({ description: "The account whose statement it is." }),
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
        part_bytes: z.int().meta({ description: "The bytes of each part; the last has the rest." }),
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
      description: "You can send parts in any order, and again.",
      subject: "upload",
    },
    input: z
      .object({
        upload_id,
        part_number: z
          .int()
          .min(1)
          .max(Math.ceil(limits.statementUploadBytes / limits.statementPartBytes))
          .meta({ description: "1, 2, 3 …" }),
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
      summary: "Look at the first lines of a statement",
      description:
        "For a person who says which column means what, with what was said for this bank the last time.",
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
          .meta({ description: "The columns, as chosen the last time." }),
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
      summary: "See what an import would do",
      description:
        "Reads and judges the whole file as `importStatement` does, answers or refuses as it would, and stores nothing.",
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
        "Reads the whole file, checks it, and stores its rows, or refuses it with a sentence that names the row and stores nothing (`conflict`). Importing it again, or a file whose days overlap, changes nothing. Rows are tied to transfers only where there is no doubt.",
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
        "Takes back the rows that this import brought, what they proved, and the alarms that no other import raises. Missed money that was recorded from it is set aside as not the merchant's. The answer is a `conflict` that names the rows once such money has paid an invoice or been decided about, once a row has proved a refund, and as long as a later import covers some of its days.",
      subject: "import",
      needsConfirmation: true,
      errors: ["conflict"],
      waitsForReceiver: true,
    },
    input: z.object({ import_id }).meta({ description: "The import." }),
    output: z
      .object({
        row_count: count("Rows that were taken back."),
        unsupported_count: count("Transfers that have lost their only row, found now."),
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
      description: "Opening, money in, money out, fees, closing, and what is open.",
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
      description: "In the order of the bank's books.",
      envelope: "page",
      subject: "statement",
    },
    input: z.object({
      ...monthInput,
      ...pageInput,
      meaning: statementMeaning.meta({ description: "Only rows with this meaning." }).optional(),
      is_unexplained: z.boolean().default(false).meta({
        description:
          "`true`: only rows that a person has still to explain. They keep the month from being closed.",
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
      summary: "Record money that no phone told of",
      description: `A row that is \`missed\` becomes a transfer with the statement as its source. It pays an invoice only where one has waited for exactly this total since before the money came; otherwise match it manually. Needs two-factor authentication (\`totp_not_enabled\`).`,
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
      summary: "Say what a row is",
      description:
        "For rows that no transfer explains, in a month that is not closed (`conflict`). It changes the books only: no invoice and no transfer.",
      subject: "row",
      errors: ["conflict"],
    },
    input: z
      .object({
        row_id,
        meaning: explainedMeaning.meta({ description: "What it is." }),
        account_key: optional(chartKey()).meta({
          description: "The account of the chart on which it is booked, if not on the usual one.",
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
