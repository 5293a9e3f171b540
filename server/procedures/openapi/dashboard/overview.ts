const figures = {
  paid_count: 41,
  paid_total: 6_150_347,
  expired_count: 7,
  cancelled_count: 2,
  conversion: 0.82,
  match_rate: 0.95,
  median_seconds_to_pay: 152.2,
  p90_seconds_to_pay: 861.1,
};

export const overviewExamples = {
  getOverview: {
    parameters: { days: 1 },
    data: {
      today: {
        time_zone: "Asia/Jakarta",
        days: [{ day: "2026-11-21", created_count: 52, ...figures }],
        created_count: 52,
        ...figures,
        waiting_count: 3,
        devices: { ok: 1, warning: 0, offline: 1, pending: 1 },
      },
    },
    invalidFields: { days: { code: "too_large", params: { maximum: 90 } } as const },
  },
  getChecklist: {
    data: {
      begun: {
        steps: [
          { step: "account", is_done: true },
          { step: "device", is_done: true },
          { step: "api_key_used", is_done: false },
        ],
      },
    },
  },
};
