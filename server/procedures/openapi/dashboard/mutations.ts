import { notFoundText } from "../../../contract/errors.ts";
import { nearMiss, unmatchedMutation } from "../worker-examples.ts";
import { ownMutation } from "./transfer-examples.ts";

export const mutationExamples = {
  listOwnMutationReasons: {
    parameters: {
      page: 1,
      per_page: 20,
      match_reason: "no_such_total",
      only_unmatched: true,
      oldest_first: false,
    },
    data: { unmatched: [ownMutation] },
    pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
  },
  getMutationTotals: {
    parameters: { match_reason: "no_such_total", only_unmatched: true },
    data: {
      totals: { mutation_count: 3, credit_sum: 226_000, simulated_sum: 0, is_complete: true },
    },
    invalidFields: {
      only_unmatched: { code: "wrong_type", params: { expected: "boolean" } } as const,
    },
  },
  searchMutations: {
    parameters: { search: "siti" },
    data: { found: [ownMutation] },
    invalidFields: { search: { code: "required", params: {} } as const },
  },
  getOwnMutation: {
    parameters: { mutation_id: unmatchedMutation.id },
    data: { transfer: { ...ownMutation, other_report: null } },
    messages: { not_found: notFoundText("mutation") },
  },
  listOwnNearMisses: {
    parameters: { mutation_id: unmatchedMutation.id },
    data: { likely: [nearMiss] },
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
