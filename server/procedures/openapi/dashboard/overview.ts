import { notFoundText } from "../../../contract/errors.ts";
import type { AttentionItem, AttentionKind } from "../../../contract/dashboard/overview.ts";

const account_id = "0197f0a1-6b1d-7cc3-9d0e-3a6f2f7c1b11";

const item = (
  kind: AttentionKind,
  found: Pick<AttentionItem, "count"> & Partial<AttentionItem>,
): AttentionItem => ({
  kind,
  is_more: false,
  name: null,
  since: null,
  days_left: null,
  total: null,
  ...found,
});

const figures = {
  created_count: 52,
  paid_count: 41,
  paid_total: 6_150_347,
  expired_count: 7,
  cancelled_count: 2,
  simulated_count: 1,
  simulated_total: 10_482,
  conversion: 0.82,
  match_rate: 0.95,
  median_seconds_to_pay: 152.2,
  p90_seconds_to_pay: 861.1,
};

export const overviewExamples = {
  getAttention: {
    data: {
      three_things: {
        looked_at: "2026-11-21T10:04:11.120Z",
        items: [
          item("phone_silent", {
            count: 1,
            name: "HP kasir",
            since: "2026-11-21T09:59:11.120Z",
          }),
          item("transfer_waiting", {
            count: 6,
            since: "2026-11-20T02:14:51.003Z",
            total: 743_120,
          }),
          item("account_days_low", { count: 1, name: "BCA 1234567890", days_left: 2 }),
        ],
        phones: { well: 1, simulated: 1 },
        last_heard_at: "2026-11-21T10:03:58.902Z",
      },
      all_well: {
        looked_at: "2026-11-21T10:04:11.120Z",
        items: [],
        phones: { well: 2, simulated: 0 },
        last_heard_at: "2026-11-21T10:03:58.902Z",
      },
    },
  },
  getOverview: {
    parameters: { days: 1, month: "2026-11", account_id },
    data: {
      today: {
        time_zone: "Asia/Jakarta",
        from: "2026-11-21",
        until: "2026-11-21",
        today: "2026-11-21",
        first_month: "2026-03",
        refunded_today: 0,
        days: [{ day: "2026-11-21", begins_at: "2026-11-21T00:00:00+07:00", ...figures }],
        ...figures,
        previous_days: [
          {
            day: "2026-11-20",
            begins_at: "2026-11-20T00:00:00+07:00",
            paid_count: 38,
            paid_total: 5_700_412,
          },
        ],
        account_totals: [{ account_id, paid_total: 6_150_347 }],
        last_paid: [
          {
            payment_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e9f",
            payment_code: "INV-2026-0001",
            payment_amount: 150_000,
            payment_total: 150_347,
            payment_status: "PAID",
            created_at: "2026-11-21T10:20:00.000Z",
            payment_expired_at: "2026-11-22T10:20:00.000Z",
            payment_updated_at: "2026-11-21T10:22:06.000Z",
            paid_at: "2026-11-21T10:22:06.000Z",
            sender_name: "SITI RAHAYU",
            customer_name: "Siti Rahayu",
            customer_email: null,
            customer_phone: "081234567890",
            account_id,
            account_number: "1234567890",
            account_name: "TOKO CONTOH",
            channel_name: "BCA",
            channel_type: "TRANSFER",
            is_manual_match: false,
            received_in_parts: null,
            refunded: 0,
            kept_difference: null,
            refund_state: null,
            metadata: null,
          },
        ],
      },
    },
    invalidFields: { days: { code: "too_large", params: { maximum: 91 } } as const },
    messages: { not_found: notFoundText("account") },
  },
  exportOverview: {
    parameters: { days: 28, month: "2026-11", account_id },
    data: {
      table:
        "day,begins_at,time_zone,paid_count,paid_total,is_over,previous_day,previous_begins_at,previous_paid_count,previous_paid_total\r\n2026-11-01,2026-11-01T00:00:00+07:00,Asia/Jakarta,41,6150347,true,2026-10-01,2026-10-01T00:00:00+07:00,38,5700412\r\n",
    },
    invalidFields: { month: { code: "not_a_month", params: {} } as const },
    messages: { not_found: notFoundText("account") },
  },
  exportOverviewWorkbook: {
    parameters: {
      language: "id",
      days: 28,
      month: "2026-11",
      account_id,
    },
    data: { workbook: "UEsDBBQACAgI" },
    invalidFields: { month: { code: "not_a_month", params: {} } as const },
    messages: { not_found: notFoundText("account") },
  },
  getChecklist: {
    data: {
      begun: {
        steps: [
          { step: "shop", is_done: true },
          { step: "account", is_done: true },
          { step: "payment", is_done: false },
        ],
        is_ended: false,
        public_url: "https://pay.example",
      },
    },
  },
  endChecklist: { bodies: { nothing: {} }, data: { ended: null } },
};
