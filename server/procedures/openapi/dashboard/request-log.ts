import { notFoundText } from "../../../contract/errors.ts";
export const refused = {
  entry_id: "019aa5f0-3333-7000-8000-000000000001",
  requested_at: "2026-11-21T10:15:30.000Z",
  request_id: "5f0c1c1e-7d6a-4f0e-9a2b-1f2d3c4b5a69",
  method: "POST",
  path: "/gateway/payments",
  http_status: 409,
  error_code: "payment_code_conflict",
  duration_ms: 4,
  left_out: 0,
};

export const requestLogExamples = {
  listLoggedRequests: {
    parameters: {
      is_test: false,
      errors_only: true,
      path: "/gateway/payments",
      request_id: refused.request_id,
      cursor: refused.entry_id,
      per_page: 20,
    },
    data: { requests: { items: [refused], next_cursor: null } },
    invalidFields: { cursor: { code: "not_a_cursor", params: {} } as const },
  },
  getLoggedRequest: {
    parameters: { entry_id: refused.entry_id, is_test: false },
    data: { request: refused },
    messages: { not_found: notFoundText("request") },
  },
};
