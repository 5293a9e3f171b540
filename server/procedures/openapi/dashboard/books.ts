import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { paidPayment } from "../../../contract/samples.ts";
import { row } from "./statements.ts";

const { account_id, account_number, account_name, channel_name } = paidPayment;
const month = "2026-11";
const ofMonth = { account_id, month };
const rule_id = "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e93";
const rule = { direction: "DEBIT", words: "BIAYA ADM", meaning: "fee" } as const;

const fee = {
  ...row,
  row_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e94",
  description: "BIAYA ADM",
  direction: "DEBIT",
  amount_sen: 15_000_00,
  meaning: "fee",
  mutation_id: null,
  payment_code: null,
  account_key: "bank_fees",
} as const;
const correction = {
  ...fee,
  row_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e95",
  description: "REV BIAYA ADM",
  direction: "CREDIT",
  meaning: "missed",
  account_key: "unexplained_in",
} as const;

const account = {
  key: "bank_fees",
  code: "6-60300",
  name: "Bank fees",
  kind: "expense",
  tax: null,
} as const;
const chart = { program: "jurnal", is_saved: true, accounts: [account] } as const;
const unknownMonth = { not_found: notFoundText("statement") };
const closed = {
  conflict: reasonInEnglish({ code: "statement_month_closed", params: { month: "2026-11" } }),
};
const noAccount = {
  conflict: reasonInEnglish({ code: "statement_no_chart_account", params: {} }),
};
const invalidPeriod = { period: { code: "not_a_month", params: {} } as const };
const zip = { archive: "UEsDBBQACAgI" };

export const booksExamples = {
  getStatementChart: { parameters: { language: "en", program: "jurnal" }, data: { chart } },
  saveStatementChart: {
    bodies: {
      chart: {
        program: "jurnal",
        accounts: [
          { key: account.key, code: account.code, name: account.name, kind: account.kind },
          { code: "6-60500", name: "Rent", kind: "expense" },
        ],
      },
    },
    data: { saved: chart },
    invalidFields: { program: { code: "required", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "statement_chart_account_used", params: { name: "Rent" } }),
    },
  },
  listStatementRules: { data: { rules: [{ rule_id, ...rule, account_key: null }] } },
  tryStatementRule: {
    bodies: { fees: rule },
    data: { found: { row_count: 1, rows: [fee] } },
    invalidFields: { words: { code: "empty", params: {} } as const },
    messages: noAccount,
  },
  createStatementRule: {
    bodies: { fees: rule },
    data: { created: { rule_id, row_count: 1 } },
    invalidFields: { words: { code: "empty", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "statement_rule_exists", params: { words: "BIAYA ADM" } }),
    },
  },
  deleteStatementRule: {
    parameters: { rule_id },
    data: { removed: null },
    messages: { not_found: notFoundText("rule") },
  },
  listStatementReversals: {
    parameters: ofMonth,
    data: { proposals: [{ reversal: correction, reversed: fee, candidate_count: 1 }] },
    messages: unknownMonth,
  },
  confirmStatementReversal: {
    parameters: { row_id: correction.row_id },
    bodies: { pair: { reversed_row_id: fee.row_id } },
    data: { confirmed: null },
    invalidFields: { reversed_row_id: { code: "required", params: {} } as const },
    messages: { not_found: notFoundText("row"), ...closed },
  },
  closeStatementMonth: {
    parameters: ofMonth,
    bodies: { close: {} },
    data: { closed: null },
    messages: {
      ...unknownMonth,
      conflict: reasonInEnglish({
        code: "statement_month_open",
        params: { month: "2026-11", rows: 1, transfers: 0 },
      }),
    },
  },
  reopenStatementMonth: {
    parameters: ofMonth,
    bodies: { reopen: {} },
    data: { reopened: null },
    messages: unknownMonth,
  },
  exportStatementMonth: {
    parameters: { ...ofMonth, language: "en" },
    data: zip,
    messages: unknownMonth,
  },
  getBooks: {
    parameters: { period: "2026-Q4", language: "en" },
    data: {
      books: {
        period: "2026-Q4",
        accounts: [
          {
            account_id,
            account_number,
            account_name,
            channel_name,
            opening_sen: 1_250_000_00,
            credit_sen: 150_347_00,
            debit_sen: 15_000_00,
            closing_sen: 1_385_347_00,
            months: [{ month, row_count: 2, open_count: 0, is_complete: true, is_closed: true }],
          },
        ],
        balances: [
          {
            key: account.key,
            code: account.code,
            name: account.name,
            debit_sen: 15_000_00,
            credit_sen: 0,
          },
        ],
      },
    },
    invalidFields: invalidPeriod,
  },
  exportBooks: {
    parameters: { period: "2026", program: "odoo", language: "en", grouping: "row" },
    data: {
      journal:
        "ref,date,line_ids/account_id,line_ids/name,line_ids/debit,line_ids/credit\r\nBCA1234567890-202611-00001,2026-11-21,101401,INV-2026-0001,150347.00,0.00\r\n",
    },
    invalidFields: invalidPeriod,
  },
  exportBooksText: {
    parameters: { period: "2026", language: "hledger" },
    data: {
      journal:
        "2026-11-21 * (BCA1234567890-202611-00001) TRSF E-BANKING CR\n    Assets:BCA-1234567890  150347.00 IDR\n    Income:Customer-payments  -150347.00 IDR\n",
    },
    invalidFields: invalidPeriod,
  },
};
