import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { notFoundText } from "../../../contract/errors.ts";
import { unmatchedMutation } from "../worker-examples.ts";
import { exampleProofs, ownMutation } from "./transfer-examples.ts";

const filters = {
  search: "siti",
  state: "open",
  match_reason: "no_such_total",
  device_id: unmatchedMutation.device_id,
  account_id: "0197f0a1-6b1d-7cc3-9d0e-3a6f2f7c1b11",
  created_from: "2026-11-01T00:00:00.000Z",
  created_before: "2026-12-01T00:00:00.000Z",
};

export const mutationExamples = {
  searchMutations: {
    parameters: { cursor: "10342", per_page: 20, ...filters, oldest_first: false },
    data: {
      page: { items: [ownMutation], next_cursor: null, searched_until: null },
      search_goes_on: {
        items: [],
        next_cursor: "980001",
        searched_until: "2026-11-03T04:11:09.120Z",
      },
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
  },
  getMutationTotals: {
    parameters: filters,
    data: {
      totals: { mutation_count: 3, credit_sum: 226_000, simulated_sum: 0, is_complete: true },
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
  },
  exportMutations: {
    parameters: filters,
    data: {
      table:
        "posted_at,type_parsed,amount_parsed,sender_parsed,payment_code,match_reason\r\n2026-11-21T17:22:06+07:00,CREDIT,150347,SITI RAHAYU,INV-2026-0001,matched\r\n",
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "export_limit", params: { tables: 3 } }),
    },
  },
  exportMutationsWorkbook: {
    parameters: { ...filters, language: "id" },
    data: { workbook: "UEsDBBQACAgI" },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "export_limit", params: { tables: 3 } }),
    },
  },
  getOwnMutation: {
    parameters: { mutation_id: unmatchedMutation.id },
    data: { transfer: { ...ownMutation, proofs: exampleProofs, other_report: null } },
    messages: { not_found: notFoundText("mutation") },
  },
  listUnreadTexts: {
    parameters: { page: 1, per_page: 20 },
    pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
    data: {
      texts: [
        {
          received_at: "2026-11-21T10:30:00.000Z",
          posted_at: "2026-11-21T10:29:58.000Z",
          device_name: "Counter phone",
          package_name: "id.co.bri.brimo",
          app_name: "BRImo",
          title: "BRImo",
          body: "Transaksi baru di rekening Anda.",
          reason: "no_rule",
        },
      ],
    },
  },
};
