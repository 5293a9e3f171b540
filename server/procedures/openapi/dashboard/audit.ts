export const auditExamples = {
  listAuditEntries: {
    parameters: {
      cursor: "019aa5f0-2222-7000-8000-000000000001",
      per_page: 20,
      person_id: "019aa5c2-0001-7000-8000-000000000001",
      kind: "developers",
      created_from: "2026-11-21T00:00:00.000Z",
      created_before: "2026-11-22T00:00:00.000Z",
      oldest_first: false,
    },
    data: {
      entries: {
        items: [
          {
            entry_id: "019aa5f0-2222-7000-8000-000000000002",
            created_at: "2026-11-21T10:15:30.000Z",
            actor: "merchant",
            person_name: "Siti Rahayu",
            client_address: "203.0.113.7",
            user_agent: "Mozilla/5.0 (Linux; Android 16) Chrome/146.0",
            action: "api_key.created",
            object_id: "019aa5c2-0005-7000-8000-000000000001",
            object_name: "Online shop",
            details: { label: "Online shop", key_prefix: "pgk_live_7Hd" },
          },
        ],
        next_cursor: null,
        found: { count: 1, is_complete: true },
        searched_until: null,
      },
    },
    invalidFields: { cursor: { code: "not_a_cursor", params: {} } as const },
  },
};
