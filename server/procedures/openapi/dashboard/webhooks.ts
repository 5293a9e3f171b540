import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
export const delivery = {
  delivery_id: "msg_019aa5f0c0b27e338f404a5b6c7d8e9f",
  event_type: "payment.paid",
  payment_code: "INV-2026-0001",
  device_name: null,
  url: "https://toko.example/webhooks/tepat",
  delivery_status: "RETRYING",
  attempt_count: 1,
  created_at: "2026-11-21T10:22:06.000Z",
  next_attempt_at: "2026-11-21T10:22:11.000Z",
};

const attempt = {
  attempt_number: 1,
  is_manual: false,
  started_at: "2026-11-21T10:22:06.010Z",
  duration_ms: 85,
  http_status: 500,
  error_code: null,
  response_head: "Internal Server Error",
  response_headers: "content-type: text/plain\nset-cookie: [redacted]",
};

const refused = { ...delivery, body: '{"type":"payment.paid",…}', attempts: [attempt] };

export const sentAgain = {
  ...refused,
  delivery_status: "SUCCESS",
  attempt_count: 2,
  next_attempt_at: null,
  attempts: [
    attempt,
    {
      ...attempt,
      attempt_number: 2,
      is_manual: true,
      http_status: 204,
      response_head: "",
      response_headers: null,
    },
  ],
};

const parameters = { delivery_id: delivery.delivery_id };
const unknown = { not_found: notFoundText("delivery") };

export const webhookExamples = {
  rotateWebhookSecret: {
    bodies: { nothing: {} },
    data: {
      rotated: { webhook_secret: "whsec_EXAMPLE000000000000000000000000000000000000=" },
    },
    messages: {
      conflict: reasonInEnglish({
        code: "webhook_secret_limit",
        params: { secrets: 10, hours: 24 },
      }),
    },
  },
  listDeliveries: {
    parameters: {
      is_test: false,
      cursor: delivery.delivery_id,
      per_page: 20,
      delivery_status: "FAILED",
      oldest_first: false,
    },
    data: {
      deliveries: {
        items: [delivery],
        next_cursor: null,
        found: { count: 1, is_complete: true },
      },
    },
    invalidFields: { per_page: { code: "too_small", params: { minimum: 1 } } as const },
  },
  getDelivery: { parameters, data: { delivery: refused }, messages: unknown },
  sendDeliveryAgain: {
    parameters,
    bodies: { nothing: {} },
    data: { delivered: sentAgain },
    messages: {
      ...unknown,
      conflict: reasonInEnglish({
        code: "delivery_not_free",
        params: { delivery_id: delivery.delivery_id },
      }),
    },
  },
  sendTestEvent: {
    bodies: { nothing: {} },
    data: {
      delivered: {
        ...sentAgain,
        event_type: "webhook.test",
        payment_code: null,
        attempt_count: 1,
        body: '{"type":"webhook.test",…}',
        attempts: [
          {
            ...attempt,
            is_manual: true,
            http_status: 204,
            response_head: "",
            response_headers: null,
          },
        ],
      },
    },
    messages: { conflict: reasonInEnglish({ code: "no_webhook_address", params: {} }) },
  },
};
