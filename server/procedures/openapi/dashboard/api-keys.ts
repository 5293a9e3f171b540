import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
const key = {
  key_id: "019aa5c2-0005-7000-8000-000000000001",
  label: "Online shop",
  is_test: false,
  key_prefix: "pgk_live_7Hd",
  created_at: "2026-11-20T03:00:00.000Z",
  last_used_at: "2026-11-21T10:15:00.000Z",
};

export const apiKeyExamples = {
  listApiKeys: { data: { keys: [key] } },
  createApiKey: {
    bodies: {
      key: { label: key.label },
      test_key: { label: "Staging", is_test: true },
    },
    data: {
      created: {
        ...key,
        last_used_at: null,
        api_key: "pgk_live_EXAMPLE0000000000000000000000000_000000",
        webhook_secret: null,
      },
    },
    invalidFields: { label: { code: "empty", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "api_key_limit", params: { keys: 5 } }),
    },
  },
  revokeApiKey: {
    parameters: { key_id: key.key_id },
    data: { revoked: null },
    messages: { not_found: notFoundText("API key") },
  },
};
