import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { paidPayment } from "../../../contract/samples.ts";
import { unmatchedMutation } from "../worker-examples.ts";

const { account_id, account_number, account_name, channel_name } = paidPayment;
const mutation_id = unmatchedMutation.id;
const upload_id = "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e90";
const row_id = "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e91";
const month = "2026-11";

const days = { first_day: "2026-11-01", last_day: "2026-11-21" };

const imported = {
  import_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e92",
  account_id,
  file_name: "mutasi-november.csv",
  layout: "bca_individual",
  ...days,
  row_count: 412,
  new_count: 412,
  pending_count: 0,
  imported_at: "2026-11-22T01:10:00.000Z",
};

const figures = {
  month,
  account_id,
  account_number,
  account_name,
  channel_name,
  ...days,
  opening_sen: 1_250_000_00,
  credit_sen: 61_420_118_00,
  debit_sen: 40_015_000_00,
  fee_sen: 15_000_00,
  closing_sen: 22_655_118_00,
  is_complete: true,
  row_count: 412,
  missed_count: 1,
  ambiguous_count: 0,
  unsupported_count: 1,
  unexplained_count: 1,
  closed_at: null,
  closed_by: null,
};

export const row = {
  row_id,
  day: "2026-11-21",
  booked_at: null,
  file_name: imported.file_name,
  file_row: 217,
  description: "TRSF E-BANKING CR 2111/FTSCY/WS95031 150347.00 SITI RAHAYU",
  reference: null,
  direction: "CREDIT",
  amount_sen: 150_347_00,
  balance_sen: 22_655_118_00,
  gross_sen: null,
  fee_sen: null,
  meaning: "mutation",
  mutation_id,
  payment_code: paidPayment.payment_code,
  settled_count: 0,
  account_key: "customer_payments",
  reverses_row_id: null,
};

const meanings = [
  { meaning: "fee", row_count: 1, transfer_count: 0, amount_sen: 15_000_00, fee_sen: 0 },
  {
    meaning: "mutation",
    row_count: 398,
    transfer_count: 398,
    amount_sen: 61_269_771_00,
    fee_sen: 0,
  },
];

const result = {
  ...imported,
  tied_count: 398,
  missed_count: 1,
  ambiguous_count: 0,
  unsupported_count: 1,
  meanings,
};

const unsupported = {
  mutation_id,
  account_id,
  day: "2026-11-20",
  posted_at: "2026-11-20T07:12:00.000Z",
  amount_parsed: 2_500_311,
  sender_parsed: "BUDI CONTOH",
  device_name: "Phone beside the till",
  payment_code: "INV-2026-0007",
  is_one_of_several: false,
  found_at: imported.imported_at,
  verdict: null,
  note: null,
  closed_at: null,
  closed_by: null,
  supported_at: null,
};

const mapping = {
  header_row: 4,
  day_column: 1,
  description_columns: [2, 3],
  amount_column: 4,
  direction_column: 5,
  day_order: "DMY",
  decimal_mark: "comma",
  ...days,
};

const pages = { page: 1, per_page: 20 };
const one = { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 };
const invalidPage = { per_page: { code: "not_an_integer", params: {} } as const };
const ofMonth = { account_id, month };
const unknownMonth = { not_found: notFoundText("statement") };
const unknownUpload = { not_found: notFoundText("upload") };
const unknownRow = { not_found: notFoundText("row") };
const settled = { conflict: reasonInEnglish({ code: "statement_row_settled", params: {} }) };
const broken = {
  conflict: reasonInEnglish({
    code: "statement_balance_broken",
    params: { row: 217, expected: "22805465.00", found: "22655118.00" },
  }),
};

export const statementExamples = {
  listStatementMonths: {
    parameters: pages,
    data: { months: [figures] },
    pagination: one,
    invalidFields: invalidPage,
  },
  listUnsupportedMutations: {
    parameters: { ...pages, state: "open" },
    data: { unsupported: [unsupported] },
    pagination: one,
    invalidFields: invalidPage,
  },
  closeUnsupportedMutation: {
    parameters: { mutation_id },
    bodies: { looked_at: { verdict: "forged", note: "The order was stopped." } },
    data: { closed: null },
    invalidFields: { note: { code: "empty", params: {} } as const },
    messages: { not_found: notFoundText("mutation") },
  },
  beginStatementUpload: {
    bodies: { file: { account_id, file_name: imported.file_name, file_bytes: 48_211 } },
    data: { begun: { upload_id, part_bytes: 184_320 } },
    invalidFields: { file_name: { code: "empty", params: {} } as const },
    messages: {
      not_found: notFoundText("account"),
      conflict: reasonInEnglish({ code: "statement_too_large", params: { megabytes: 4 } }),
    },
  },
  sendStatementPart: {
    parameters: { upload_id },
    bodies: { part: { part_number: 1, content: "Tm8uIFJla2VuaW5nLD0sJzEyMzQ1Njc4OTAK" } },
    data: { kept: null },
    invalidFields: { content: { code: "empty", params: {} } as const },
    messages: unknownUpload,
  },
  previewStatement: {
    parameters: { upload_id },
    data: {
      unknown_layout: {
        layout: null,
        lines: [
          { row: 1, cells: ["Tgl", "Uraian", "Jumlah", "D/K"] },
          { row: 2, cells: ["21/11/2026", "Transfer SITI", "150.347,00", "K"] },
        ],
        mapping: null,
      },
    },
    messages: {
      ...unknownUpload,
      conflict: reasonInEnglish({ code: "statement_incomplete", params: { part: 2 } }),
    },
  },
  checkStatement: {
    parameters: { upload_id },
    bodies: { known_layout: {}, columns_that_a_person_named: { mapping } },
    data: { found: result },
    invalidFields: { mapping: { code: "wrong_type", params: { expected: "object" } } as const },
    messages: { ...unknownUpload, ...broken },
  },
  importStatement: {
    parameters: { upload_id },
    bodies: { known_layout: {}, columns_that_a_person_named: { mapping } },
    data: { imported: result },
    invalidFields: { mapping: { code: "wrong_type", params: { expected: "object" } } as const },
    messages: { ...unknownUpload, ...broken },
  },
  withdrawStatement: {
    parameters: { import_id: imported.import_id },
    bodies: { withdraw: {} },
    data: { withdrawn: { row_count: 412, unsupported_count: 0 } },
    messages: {
      not_found: notFoundText("import"),
      conflict: reasonInEnglish({
        code: "statement_recorded",
        params: { rows: "217 (2026-11-21)", count: 1 },
      }),
    },
  },
  getStatementMonth: {
    parameters: ofMonth,
    data: { month: { ...figures, meanings, imports: [imported], unsupported: [unsupported] } },
    messages: unknownMonth,
  },
  listStatementRows: {
    parameters: { ...ofMonth, ...pages, meaning: "mutation", is_unexplained: false },
    data: { rows: [row] },
    pagination: one,
    invalidFields: invalidPage,
    messages: unknownMonth,
  },
  recordMissedRow: {
    parameters: { row_id },
    bodies: { record: {} },
    data: { recorded: { mutation_id } },
    messages: { ...unknownRow, ...settled },
  },
  explainStatementRow: {
    parameters: { row_id },
    bodies: { fee: { meaning: "fee" } },
    data: { explained: null },
    invalidFields: { meaning: { code: "required", params: {} } as const },
    messages: { ...unknownRow, ...settled },
  },
  exportStatementRows: {
    parameters: { ...ofMonth, language: "en" },
    data: {
      table:
        "day,description,direction,amount\r\n2026-11-21,TRSF E-BANKING CR,CREDIT,150347.00\r\n",
    },
    messages: unknownMonth,
  },
  exportStatementRowsWorkbook: {
    parameters: { ...ofMonth, language: "en" },
    data: { workbook: "UEsDBBQACAgI" },
    messages: unknownMonth,
  },
  exportStatementJournal: {
    parameters: { ...ofMonth, language: "en" },
    data: {
      journal:
        "entry,date,code,account,debit,credit,reference\r\nBCA1234567890-202611-00412,2026-11-21,1-10002,BCA 1234567890,150347.00,,INV-2026-0001\r\nBCA1234567890-202611-00412,2026-11-21,4-40000,Customer payments,,150347.00,INV-2026-0001\r\n",
    },
    messages: unknownMonth,
  },
  exportStatementJournalWorkbook: {
    parameters: { ...ofMonth, language: "en" },
    data: { workbook: "UEsDBBQACAgI" },
    messages: unknownMonth,
  },
};
