import { z } from "zod";
import { lineText, matching, optional, text, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { explainers, readers } from "./roles.ts";
import {
  chartKey,
  count,
  explainedMeaning,
  fileInput,
  monthInput,
  sen,
  statementRow,
} from "./statements.ts";

/** Operations on bank statements for accountants: the chart, rules, corrections, closed months, periods and files. */

const tag = "Books";

/** The accounting programs with a set of initial codes and a file format for imports. */
export const accountingPrograms = ["jurnal", "accurate", "xero", "odoo", "erpnext"] as const;

const program = z.enum(accountingPrograms).meta({
  id: "AccountingProgram",
  description: "Jurnal by Mekari, Accurate Online, Xero, Odoo, ERPNext.",
});

export type AccountingProgram = z.infer<typeof program>;

const accountKind = z.enum(["asset", "liability", "income", "expense"]).meta({
  id: "ChartAccountKind",
  description: "The kind of the account.",
});

export type ChartAccountKind = z.infer<typeof accountKind>;

const code = () => text({ min: 1, max: limits.chartCodeCharacters });

const chartAccount = z
  .object({
    key: z.string().meta({
      description:
        "The account's name for programs: `customer_payments`, `bank_fees`, … , `bank:` with an account's id, or `own:` with an id for accounts that the merchant added.",
    }),
    code: z.string().meta({ description: "The account's code in the accounting program." }),
    name: z.string().meta({ description: "The account's name in the accounting program." }),
    kind: accountKind,
    tax: z.string().nullable().meta({
      description: "The tax rate's name in the accounting program, if the account needs one.",
    }),
  })
  .meta({ id: "ChartAccount", description: "An account of the merchant's chart." });

export type ChartAccount = z.infer<typeof chartAccount>;

const chart = z
  .object({
    program,
    is_saved: z.boolean().meta({
      description: "True if the merchant has saved the chart; otherwise all codes are proposals.",
    }),
    accounts: z.array(chartAccount).meta({ description: "All accounts." }),
  })
  .meta({ id: "StatementChart", description: "The chart of accounts for the journal." });

export type StatementChart = z.infer<typeof chart>;

const newAccount = z.object({
  key: optional(chartKey()).meta({
    description: "The account's key; without one the account is new.",
  }),
  code: code().meta({ description: "The account's code in the accounting program." }),
  name: lineText().meta({ description: "The account's name in the accounting program." }),
  kind: accountKind,
  tax: optional(lineText()).meta({ description: "The tax rate's name in the accounting program." }),
});

export type NewChartAccount = z.infer<typeof newAccount>;

const rule_id = uuid().meta({ description: "The rule." });

const ruleFields = {
  direction: z.enum(["CREDIT", "DEBIT"]).meta({ description: "Money in or out." }),
  words: text({ min: 3, max: limits.statementRuleWordsCharacters }).meta({
    description: "Words that the bank's description contains, in upper or lower case.",
  }),
  meaning: explainedMeaning.meta({ description: "The meaning of such rows." }),
  account_key: optional(chartKey()).meta({
    description: "The account of the chart on which the rows are booked, if not the usual one.",
  }),
};

const rule = z
  .object({
    rule_id,
    direction: z.enum(["CREDIT", "DEBIT"]).meta({ description: "Money in or out." }),
    words: z.string().meta({ description: "Words that the bank's description contains." }),
    meaning: explainedMeaning.meta({ description: "The meaning of such rows." }),
    account_key: z.string().nullable().meta({ description: "The account of the chart." }),
  })
  .meta({ id: "StatementRule", description: "A taught rule about rows." });

export type StatementRule = z.infer<typeof rule>;

const reversal = z
  .object({
    reversal: statementRow.meta({ description: "The row that reverses another row." }),
    reversed: statementRow.meta({ description: "The row that is probably reversed." }),
    candidate_count: count("The number of possible rows. The nearest is named."),
  })
  .meta({ id: "StatementReversal", description: "A proposed correction of the bank." });

const period = matching(z.string(), /^(?:19|20)\d{2}(?:-(?:Q[1-4]|0[1-9]|1[0-2]))?$/, {
  code: "not_a_month",
  params: {},
}).meta({ description: "A year (2026), a quarter (2026-Q3) or a month (2026-09)." });

const booksMonth = z
  .object({
    month: z.string().meta({ description: "The month, as YYYY-MM." }),
    row_count: count("The number of rows."),
    open_count: count("The number of rows and transfers that wait for an explanation."),
    is_complete: z.boolean().nullable().meta({ description: "True if the balances add up." }),
    is_closed: z.boolean().meta({ description: "True if the month is closed." }),
  })
  .meta({ id: "BooksMonth", description: "A month of an account." });

const booksAccount = z
  .object({
    account_id: uuid().meta({ description: "The account." }),
    account_number: z.string().nullable().meta({ description: "The account's number." }),
    account_name: z.string().nullable().meta({ description: "The account's holder." }),
    channel_name: z.string().meta({ description: "The account's bank." }),
    opening_sen: sen("The balance before the first row.").nullable(),
    credit_sen: sen("Money in."),
    debit_sen: sen("Money out."),
    closing_sen: sen("The balance after the last row.").nullable(),
    months: z
      .array(booksMonth)
      .meta({ description: "The account's months that have a statement." }),
  })
  .meta({ id: "BooksAccount", description: "An account in a period." });

const booksBalance = z
  .object({
    key: z.string().meta({ description: "The account of the chart." }),
    code: z.string().meta({ description: "The account's code." }),
    name: z.string().meta({ description: "The account's name." }),
    debit_sen: sen("The amount debited to the account."),
    credit_sen: sen("The amount credited to the account."),
  })
  .meta({
    id: "BooksBalance",
    description: "The journal's sums for an account of the chart.",
  });

const books = z
  .object({
    period: z.string().meta({ description: "The period." }),
    accounts: z.array(booksAccount).meta({ description: "Accounts with statements." }),
    balances: z
      .array(booksBalance)
      .meta({ description: "The journal's sums. Debits and credits are equal over all of them." }),
  })
  .meta({ id: "Books", description: "A period over all accounts." });

export type Books = z.infer<typeof books>;
export type BooksBalance = z.infer<typeof booksBalance>;

const row_id = uuid().meta({ description: "The row." });

export const booksOperations = {
  getStatementChart: dashboardOperation({
    meta: {
      operationId: "getStatementChart",
      method: "GET",
      path: "/statement-chart",
      roles: readers,
      tag,
      summary: "Read the chart of accounts",
      description:
        "The accounts that the journal uses. Until you save the chart, codes are proposals for the requested program.",
    },
    input: z.object({
      ...fileInput,
      program: program
        .meta({ description: "The accounting program whose codes are proposed." })
        .optional(),
    }),
    output: chart,
  }),

  saveStatementChart: dashboardOperation({
    meta: {
      operationId: "saveStatementChart",
      method: "POST",
      path: "/statement-chart",
      roles: ["owner", "finance"],
      tag,
      summary: "Save the chart of accounts",
      description:
        "Replaces the chart. Accounts that you leave out keep their proposal. You cannot remove an added account with bookings (`conflict`).",
      errors: ["conflict"],
    },
    input: z
      .object({
        program,
        accounts: z
          .array(newAccount)
          .max(limits.chartAccounts)
          .meta({ description: "The accounts." }),
      })
      .meta({ description: "The chart." }),
    output: chart,
  }),

  listStatementRules: dashboardOperation({
    meta: {
      operationId: "listStatementRules",
      method: "GET",
      path: "/statement-rules",
      roles: readers,
      tag,
      summary: "List the rules for rows",
      description: `The rules, oldest first. The oldest rule that fits a row applies. At most ${limits.statementRulesPerMerchant}.`,
    },
    input: z.object({}),
    output: z.array(rule),
  }),

  tryStatementRule: dashboardOperation({
    meta: {
      operationId: "tryStatementRule",
      method: "POST",
      path: "/statement-rules/try",
      roles: explainers,
      tag,
      summary: "Try a rule for rows",
      description:
        "Counts the rows that the rule would explain now, and shows the newest. Stores nothing.",
      errors: ["conflict"],
    },
    input: z.object(ruleFields).meta({ description: "The rule." }),
    output: z
      .object({
        row_count: count("The number of rows that the rule explains."),
        rows: z.array(statementRow).meta({
          description: `The newest of these rows, at most ${limits.statementRulePreviewRows}.`,
        }),
      })
      .meta({ id: "StatementRuleTrial", description: "The rows that a rule would explain." }),
  }),

  createStatementRule: dashboardOperation({
    meta: {
      operationId: "createStatementRule",
      method: "POST",
      path: "/statement-rules",
      roles: explainers,
      tag,
      summary: "Teach a rule for rows",
      description:
        "Explains the rows that `tryStatementRule` shows, and those of later imports. A rule never changes a row that a transfer or a person explains, or a row of a closed month.",
      envelope: "created",
      errors: ["conflict"],
    },
    input: z.object(ruleFields).meta({ description: "The rule." }),
    output: z
      .object({ rule_id, row_count: count("The number of rows that the rule has explained.") })
      .meta({ id: "NewStatementRule", description: "The rule." }),
  }),

  deleteStatementRule: dashboardOperation({
    meta: {
      operationId: "deleteStatementRule",
      method: "DELETE",
      path: "/statement-rules/{rule_id}",
      roles: explainers,
      tag,
      summary: "Remove a rule for rows",
      description: "Rows that the rule has explained stay as they are.",
      subject: "rule",
    },
    input: z.object({ rule_id }),
    output: z.null(),
  }),

  listStatementReversals: dashboardOperation({
    meta: {
      operationId: "listStatementReversals",
      method: "GET",
      path: "/statements/{account_id}/{month}/reversals",
      roles: readers,
      tag,
      summary: "List corrections of the bank",
      description: `Rows with words such as REV or KOREKSI, each with the nearest opposite row of the same amount, at most ${limits.statementReversalDays} days away. Each is a proposal for a person to confirm.`,
      subject: "statement",
    },
    input: z.object(monthInput),
    output: z.array(reversal),
  }),

  confirmStatementReversal: dashboardOperation({
    meta: {
      operationId: "confirmStatementReversal",
      method: "POST",
      path: "/statement-rows/{row_id}/reverse",
      roles: explainers,
      tag,
      summary: "Confirm which row a correction reverses",
      description:
        "Books the correction on the account of the reversed row, so that the two cancel out. `explainStatementRow` undoes this.",
      subject: "row",
      errors: ["conflict"],
    },
    input: z
      .object({
        row_id: row_id.meta({ description: "The correction." }),
        reversed_row_id: uuid().meta({ description: "The row that this row reverses." }),
      })
      .meta({ description: "The correction and the reversed row." }),
    output: z.null(),
  }),

  closeStatementMonth: dashboardOperation({
    meta: {
      operationId: "closeStatementMonth",
      method: "POST",
      path: "/statements/{account_id}/{month}/close",
      roles: ["owner", "finance"],
      tag,
      summary: "Close a month",
      description:
        "You can close a month once every row has an explanation, the statements cover the whole month and its balances add up. No import can then add a row to the month, and no row can be explained again (`conflict`).",
      subject: "statement",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object(monthInput).meta({ description: "The month." }),
    output: z.null(),
  }),

  reopenStatementMonth: dashboardOperation({
    meta: {
      operationId: "reopenStatementMonth",
      method: "POST",
      path: "/statements/{account_id}/{month}/reopen",
      roles: ["owner", "finance"],
      tag,
      summary: "Reopen a closed month",
      description: "Reopens the month. The audit log records who closed and reopened it.",
      subject: "statement",
      needsConfirmation: true,
    },
    input: z.object(monthInput).meta({ description: "The month." }),
    output: z.null(),
  }),

  exportStatementMonth: dashboardOperation({
    meta: {
      operationId: "exportStatementMonth",
      method: "GET",
      path: "/statements/{account_id}/{month}/month.zip",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Save a month's records",
      description:
        "One ZIP archive for the accountant: the statement, the journal, the transfers that its rows prove, and the decisions.",
      envelope: "zip",
      subject: "statement",
    },
    input: z.object({ ...monthInput, ...fileInput }),
    output: z.string().meta({
      description: "statement.csv, journal.csv, proofs.csv and decisions.csv.",
      format: "binary",
    }),
  }),

  getBooks: dashboardOperation({
    meta: {
      operationId: "getBooks",
      method: "GET",
      path: "/books/{period}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a year, quarter or month",
      description: "Every account's months and balances, and the sums of the journal.",
    },
    input: z.object({ period, ...fileInput }),
    output: books,
  }),

  exportBooks: dashboardOperation({
    meta: {
      operationId: "exportBooks",
      method: "GET",
      path: "/books/{period}/{program}/journal.csv",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Save a journal for an accounting program",
      description:
        "The journal of all accounts in the columns that the program imports. `day` combines each account's day into one entry of sums, because Xero takes 300 lines in a file.",
      envelope: "csv",
    },
    input: z.object({
      period,
      program: program.meta({ description: "The program." }),
      ...fileInput,
      grouping: z.enum(["row", "day"]).default("row").meta({
        description:
          "The entries of the journal: one for each row, or one for each day of an account.",
      }),
    }),
    output: z.string().meta({ description: "The lines, after a line of names." }),
  }),

  exportBooksText: dashboardOperation({
    meta: {
      operationId: "exportBooksText",
      method: "GET",
      path: "/books/{period}/{language}/journal.txt",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Save a journal as plain text",
      description:
        "For hledger or beancount, with the opening balances that the statements state. The closing balance of each month is an assertion, so that the program itself proves it.",
      envelope: "txt",
    },
    input: z.object({
      period,
      language: z
        .enum(["hledger", "beancount"])
        .meta({ description: "The program that reads the journal." }),
    }),
    output: z.string().meta({ description: "The journal." }),
  }),
};
