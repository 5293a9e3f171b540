import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
const target = {
  target_id: "5b0c6a52-6e0b-4f57-9f0e-3f0a4a9a1c11",
  channel: "telegram",
  target_name: "@budi",
  created_at: "2026-11-21T10:22:06.000Z",
  broken_reason: null,
};

const browser = {
  ...target,
  target_id: "c2b3a9a4-2f0e-4a27-8a56-0d8f8a1b2c33",
  channel: "push",
  target_name: "Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile Safari/537.36",
};

const notices = {
  channels: {
    email: "budi@toko.example",
    telegram: true,
    push: "BOVFQ1Yt8nJ0wVHC7ZS7ZyUe3s0kq6xT5y3QnA1Lw9fP0mB2kR4hX8cD6vN7jG5aE1sI3uO9tW0qYzM4bFpK2lI",
  },
  events: [
    "paid",
    "unmatched",
    "unsupported",
    "likely_text",
    "device_silent",
    "webhook_failing",
    "quota_low",
  ],
  targets: [target],
  wishes: [{ event: "paid", channel: "telegram" }],
  language: "id",
  quiet_hours: { from: "22:00", until: "06:00" },
  urgent_events: ["device_silent"],
  time_zone: "Asia/Jakarta",
};

export const noticeExamples = {
  getNotices: { data: { notices } },
  changeNotices: {
    bodies: {
      change: {
        wishes: notices.wishes,
        language: notices.language,
        quiet_hours: notices.quiet_hours,
        urgent_events: notices.urgent_events,
      },
    },
    data: { notices },
    invalidFields: { language: { code: "not_a_choice", params: { choices: "id, en" } } as const },
  },
  offerTelegramLink: {
    bodies: { nothing: {} },
    data: {
      link: { link: "https://t.me/TokoContohBot?start=EXAMPLE0000", valid_seconds: 600 },
    },
    messages: { conflict: reasonInEnglish({ code: "no_telegram_bot", params: {} }) },
  },
  addPushTarget: {
    bodies: {
      subscription: {
        endpoint: "https://push.example/send/EXAMPLE",
        p256dh:
          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
    data: { added: browser },
    messages: {
      conflict: reasonInEnglish({ code: "notice_browser_limit", params: { browsers: 10 } }),
    },
    invalidFields: { endpoint: { code: "url_not_https", params: {} } as const },
  },
  removeNoticeTarget: {
    parameters: { target_id: target.target_id },
    data: { removed: null },
    messages: { not_found: notFoundText("notice target") },
  },
  sendTestNotice: {
    bodies: { channel: { channel: "telegram" } },
    data: { sent: { message_count: 1 } },
    messages: { conflict: reasonInEnglish({ code: "no_notice_target", params: {} }) },
    invalidFields: {
      channel: { code: "not_a_choice", params: { choices: "email, telegram, push" } } as const,
    },
  },
  listNoticeMessages: {
    parameters: { cursor: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e9f", per_page: 20 },
    data: {
      messages: {
        items: [
          {
            message_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e9f",
            channel: target.channel,
            target_name: target.target_name,
            event: "paid",
            notice_count: 1,
            title: "Pembayaran masuk: Rp150.123",
            message_status: "SUCCESS",
            attempt_count: 1,
            created_at: "2026-11-21T10:22:06.000Z",
            next_attempt_at: null,
            problem: null,
          },
        ],
        next_cursor: null,
      },
    },
    invalidFields: { per_page: { code: "too_small", params: { minimum: 1 } } as const },
  },
};
